// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing
import TrimModel

@testable import MediaCore

/// Close up, a waveform shows the sound's real peaks, with the ffmpeg command as the judge.
@Suite(.timeLimit(.minutes(2)))
struct WaveformDetailTests {
  @Test func asManyValuesAsTheColumnsNeed() {
    func values(_ columnSeconds: Double, sampleRate: Int = 48_000) -> Int? {
      WaveformDetail.valuesPerSecond(
        for: WaveformView(seconds: 0...1, columnSeconds: columnSeconds), sampleRate: sampleRate)
    }
    #expect(values(1) == nil)
    #expect(values(1.0 / 32) == nil)
    #expect(values(1.0 / 33) == 128)
    #expect(values(1.0 / 2000) == 4096)
    #expect(values(1e-9) == 16_384)
    #expect(values(1e-9, sampleRate: 8000) == 4096)
    #expect(values(0) == nil)
  }

  @Test func aCloseUpIsDrawnWhereItIsAndTheRestAsBefore() {
    let waveform = Waveform(start: .zero, seconds: 16)
    let chunk = [Waveform.Bucket](
      repeating: Waveform.Bucket(peak: 51, loudness: 51), count: Waveform.bucketsPerChunk)
    waveform.set(chunk, chunk: 0, .whole)
    let before = waveform.revision
    waveform.detail = WaveformDetail(
      first: 1024, perSecond: 1024,
      buckets: (0..<1024).map { Waveform.Bucket(peak: $0 % 2 == 0 ? 255 : 0, loudness: 0) })
    #expect(waveform.revision > before)
    let columns = waveform.columns(from: 0.5, width: 1.0 / 1024, count: 2048)
    #expect(columns[..<512].allSatisfy { $0.peak == 0.2 })
    for (number, column) in columns[512..<1536].enumerated() {
      #expect(column.peak == (number % 2 == 0 ? 1 : 0))
    }
    #expect(columns[1536...].allSatisfy { $0.peak == 0.2 })
    // Seen from afar it is left alone.
    #expect(waveform.columns(from: 0, width: 1, count: 4).allSatisfy { $0.peak == 0.2 })
  }

  @Test(arguments: ["sample.mp4", "h264_gop60.mp4", "h264_open_gop.ts"])
  func peaksOfTwoMillisecondsAreThoseThatFFmpegDecodes(name: String) async throws {
    let path = try Fixture.clip(name)
    let clip = try ClipProbe.probe(path)
    let start = clip.video.startTime ?? .zero
    let worker = WaveformWorker(clip: clip, start: start, seconds: 8)
    worker.look(at: WaveformView(seconds: 2.9...3.3, columnSeconds: 0.002))
    for await _ in worker.detailChanges { break }
    let detail = try #require(worker.waveform.detail)
    #expect(detail.seconds.lowerBound <= 2.8 && detail.seconds.upperBound >= 3.4)

    let from = (start.seconds + 2.9)
    let raw = try ChildProcess.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-copyts", "-i", path.displayString, "-map", "0:a:0", "-af",
        "aresample=48000,atrim=\(from):\(from + 0.4)", "-ac", "2", "-f", "f32le", "-",
      ], timeoutSeconds: 60
    ).output
    let samples = raw.withUnsafeBytes { bytes in
      (0..<(bytes.count / 4)).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
    let judged = stride(from: 0, to: samples.count, by: 192).map { start in
      samples[start..<min(start + 192, samples.count)].reduce(0) { max($0, abs($1)) }
    }
    try #require(judged.count >= 195)
    let columns = worker.waveform.columns(from: 2.9, width: 0.002, count: 195)
    for (number, column) in columns.enumerated().dropFirst().dropLast() {
      let near = judged[(number - 1)...(number + 1)].map { $0.squareRoot() }
      let (low, high) = ((near.min() ?? 0) - 0.03, (near.max() ?? 0) + 0.03)
      #expect(
        low <= column.peak && column.peak <= high, "\(number): \(column.peak) of \(near)")
    }
    // The beep of the third second begins within a column.
    #expect(columns.first { $0.peak > 0.3 } != nil)
  }
}
