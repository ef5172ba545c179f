// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing
import TrimModel

@testable import MediaCore

struct WaveformWorkerTests {
  /// Peaks of a quarter of a second each, from what the ffmpeg program decodes.
  private func judged(_ path: FilePath) throws -> [Float] {
    let raw = try Fixture.temporaryFolder("waveform").appending("sound.raw")
    let done = try ChildProcess.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-i", path.displayString, "-map", "0:a:0", "-ac", "2",
        "-ar", "48000", "-f", "f32le", raw.displayString,
      ], timeoutSeconds: 60)
    try #require(done.status == 0)
    let bytes = try #require(CacheFolder(path: raw.parent).read("sound.raw"))
    let samples = bytes.withUnsafeBytes { bytes in
      (0..<(bytes.count / 4)).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
    return stride(from: 0, to: samples.count, by: 24_000).map { start in
      samples[start..<min(start + 24_000, samples.count)].reduce(0) { max($0, abs($1)) }
    }
  }

  private func listen(_ clip: ClipInfo, cache: CacheFolder? = nil) async -> Waveform {
    let start = clip.video.startTime ?? .zero
    let seconds = (clip.video.duration ?? clip.duration ?? .zero).seconds
    let worker = WaveformWorker(clip: clip, start: start, seconds: seconds, cache: cache)
    // The stream ends when all is done and kept.
    for await _ in worker.changes {}
    return worker.waveform
  }

  @Test(arguments: ["sample.mp4", "h264_gop60.mp4", "h264_open_gop.ts", "vp9_altref.webm"])
  func peaksAreThoseThatFFmpegDecodes(name: String) async throws {
    let path = try Fixture.clip(name)
    let clip = try ClipProbe.probe(path)
    let waveform = await listen(clip)
    #expect(waveform.isComplete)
    let judged = try judged(path)
    let columns = waveform.columns(from: 0, width: 0.25, count: judged.count)
    var compared = 0
    for (number, (column, expected)) in zip(columns, judged).enumerated().dropFirst().dropLast()
    where column.isKnown {
      // The sound's first sample may lie a few milliseconds beside the film's first frame.
      let range = [number - 1, number, number + 1].filter(judged.indices.contains)
        .map { judged[$0].squareRoot() }
      let (low, high) = ((range.min() ?? 0) - 0.02, (range.max() ?? 0) + 0.02)
      #expect(low <= column.peak && column.peak <= high, "\(number): \(column.peak) of \(expected)")
      compared += 1
    }
    #expect(compared > 10)
    #expect(columns.contains { $0.peak > 0.1 })
  }

  @Test func withoutSoundNothingEverComes() async throws {
    let clip = try ClipProbe.probe(Fixture.clip("no_audio.mp4"))
    let worker = WaveformWorker(clip: clip, start: .zero, seconds: 10)
    for await _ in worker.changes { Issue.record("there is no sound") }
    #expect(worker.waveform.completeness == 0)
  }

  @Test func aFilmThatWasHeardBeforeComesFromTheCache() async throws {
    let path = try Fixture.clip("sample.mp4")
    let clip = try ClipProbe.probe(path)
    let cache = CacheFolder(path: try Fixture.temporaryFolder("waveform-cache"))
    let heard = await listen(clip, cache: cache)
    let identity = try #require(FileIdentity(of: path))
    let name = WaveformFile.name(identity, stream: clip.audioStreamIndex ?? 0)
    let saved = cache.read(name)
    #expect(saved == WaveformFile.bytes(of: heard))
    // Something else in its place tells where the next one is taken from.
    let other = Waveform(start: heard.start, seconds: Double(heard.chunkCount) * 16)
    for chunk in 0..<other.chunkCount {
      other.set(
        [Waveform.Bucket](
          repeating: Waveform.Bucket(peak: 77, loudness: 7), count: Waveform.bucketsPerChunk),
        chunk: chunk, .whole)
    }
    #expect(cache.write(WaveformFile.bytes(of: other), to: name))
    let again = await listen(clip, cache: cache)
    #expect(again.finest() == other.finest())
    // Damage is listened away.
    #expect(cache.write([1, 2, 3], to: name))
    let healed = await listen(clip, cache: cache)
    #expect(healed.finest() == heard.finest())
  }
}
