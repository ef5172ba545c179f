// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import MediaCore
import TestSupport
import Testing
import TrimModel

/// Sound from any time on, with the ffmpeg command as the judge of every sample.
@Suite(.timeLimit(.minutes(10)))
struct AudioReaderTests {
  /// The whole sound as ffmpeg decodes it: left samples, and the time of the first.
  private func judged(_ path: FilePath) throws -> (first: Int64, samples: [Float]) {
    let raw = try ChildProcess.run(
      "ffmpeg",
      [
        "-v", "error", "-i", path, "-map", "0:a:0", "-ar", "48000", "-ac", "2", "-f", "f32le", "-",
      ], timeoutSeconds: 300
    ).output
    let both = raw.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let times = try Judge.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "a:0", "-show_entries", "frame=pts_time",
        "-read_intervals", "%+1", "-of", "csv=p=0", path,
      ])
    let first = try #require(
      times.split(whereSeparator: { $0 == "\n" || $0 == "," }).lazy.compactMap { Double($0) }.first)
    return (
      Int64((first * 48_000).rounded()), stride(from: 0, to: both.count, by: 2).map { both[$0] }
    )
  }

  private func read(_ reader: AudioReader, count: Int) throws -> (first: Int64?, samples: [Float]) {
    var (first, samples): (Int64?, [Float]) = (nil, [])
    while samples.count < count, let block = try reader.nextBlock() {
      if first == nil { first = block.firstSample }
      #expect(first.map { $0 + Int64(samples.count) } == block.firstSample)
      samples += stride(from: 0, to: block.samples.count, by: 2).map { block.samples[$0] }
    }
    return (first, Array(samples.prefix(count)))
  }

  @Test(arguments: [
    "h264_gop60.mp4", "h264_gop60.mkv", "h264_gop60.ts", "h264_gop60.flv", "h264_start_10s.mkv",
    "h264_start_ts.ts", "h264_nopts.avi", "h264_10bit.mkv", "vp9_altref.webm", "vp8.webm",
    "av1.mp4", "mpeg2.mpg", "mpeg2.mxf", "prores.mov", "theora.ogv", "wmv2.wmv",

    "h264_gop60.m2ts",
  ])
  func anyStartGivesTheSamplesThatFFmpegHasThere(name: String) throws {
    let path = try Fixture.clip(name)
    let (first, judged) = try judged(path)
    let reader = try AudioReader(clip: ClipProbe.probe(path))
    let base = Timebase(numerator: 1, denominator: 48_000)
    var random = SeededGenerator(seed: 1)
    // At 0 twice: the second time there is something to go back from.
    let offsets =
      [0, 0] + (0..<10).map { _ in Int.random(in: 0..<(judged.count - 6_000), using: &random) }
    for offset in offsets {
      let wanted = first + Int64(offset)
      try reader.start(at: MediaTime(ticks: wanted, timebase: base))
      let found = try read(reader, count: 4_800)
      // Containers round times to a millisecond at most; the samples after it follow each other.
      let start = try #require(found.first)
      #expect(abs(start - wanted) <= 48)
      let expected = judged[offset..<(offset + 4_800)]
      #expect(found.samples.count == 4_800)
      // Codecs that predict from what came before agree nearly, once they have run up.
      let error = bestError(found.samples, Array(expected), within: 64)
      #expect(error < 0.02, "\(name) at \(offset): \(error)")
    }
  }

  @Test func startBeforeTheSoundGivesItsFirstSample() throws {
    let path = try Fixture.clip("h264_start_10s.mkv")
    let reader = try AudioReader(clip: ClipProbe.probe(path))
    try reader.start(at: .zero)
    let first = try #require(try reader.nextBlock())
    #expect(abs(first.firstSample - 480_000) <= 1_100)
  }

  @Test func startAfterTheSoundGivesNothing() throws {
    let reader = try AudioReader(clip: ClipProbe.probe(Fixture.clip("h264_gop60.mp4")))
    try reader.start(at: MediaTime(ticks: 60, timebase: Timebase(numerator: 1, denominator: 1)))
    #expect(try reader.nextBlock() == nil)
    try reader.start(at: .zero)
    #expect(try reader.nextBlock() != nil)
  }

  @Test func silentClipIsRefused() throws {
    let clip = try ClipProbe.probe(Fixture.clip("no_audio.mp4"))
    #expect(throws: MediaError.self) { try AudioReader(clip: clip) }
  }

  /// The greatest difference when one is moved by at most so many samples.
  private func bestError(_ a: [Float], _ b: [Float], within shift: Int) -> Float {
    var best = Float.infinity
    for offset in -shift...shift {
      var worst: Float = 0
      for index in stride(from: shift, to: a.count - shift, by: 3) {
        worst = max(worst, abs(a[index] - b[index + offset]))
        if worst >= best { break }
      }
      best = min(best, worst)
    }
    return best
  }
}
