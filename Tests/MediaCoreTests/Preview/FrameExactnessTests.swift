// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TestSupport
import Testing
import TrimModel

/// The frame asked for is the frame shown, in every container and coding that has a trap.
struct FrameExactnessTests {
  static let clips = [
    "h264_gop60.mp4", "h264_gop60.mkv", "h264_gop60.ts", "h264_gop60.m2ts", "h264_gop60.flv",
    "h264_gop60.3gp", "h264_open_gop.mp4", "h264_open_gop.ts", "h264_start_ts.ts",
    "h264_start_10s.mkv", "h264_single_keyframe.mp4", "h264_intra.mp4", "h264_vfr.mp4",
    "h264_no_stss.mp4", "h264_editlist.mp4", "h264_fragmented.mp4", "h264_no_duration.mkv",
    "h264_nopts.avi", "h264_interlaced.ts", "hevc_gop60.mkv", "hevc_open_gop.mp4",
    "hevc_rotated.mov", "mirrored.mp4", "rotated_180.mp4", "vp8.webm", "vp9_altref.webm",
    "av1.mp4", "mpeg2.mpg", "mpeg2.mxf", "mpeg4_nopts.avi", "mjpeg.mov", "prores.mov", "wmv2.wmv",
    "theora.ogv", "animation.gif", "one_frame.mp4",
  ]

  @Test(arguments: clips)
  func indexHasTheFramesThatFFmpegShows(name: String) throws {
    let path = try Fixture.clip(name)
    let shown = try Judge.frames(of: path)
    let index = try FrameIndexBuilder.build(path)
    #expect(index.count == shown.count)
    #expect(index.isComplete)
    #expect(index.keyframes.first == 0 || name == "h264_editlist.mp4")
    guard index.hasStoredPTS, index.count == shown.count else { return }
    for (number, frame) in shown.enumerated() {
      guard let seconds = frame.ptsSeconds else { continue }
      #expect(abs(index.time(ofFrame: number).seconds - seconds) < 0.002, "frame \(number)")
    }
  }

  @Test(arguments: clips)
  func previewShowsTheFrameAskedFor(name: String) async throws {
    let path = try Fixture.clip(name)
    let expected = try Judge.frameNumbers(of: path)
    let clip = try await ClipProbe.open(path)
    let index = try FrameIndexBuilder.build(path)
    let worker = try await PreviewWorker.open(clip)
    worker.setIndex(index)
    var pictures = worker.pictures.makeAsyncIterator()
    for number in spread(over: index.count) {
      worker.showFrame(at: index.time(ofFrame: number), fitting: size(of: clip))
      let picture = try await pictures.next()?.get()
      #expect(picture.flatMap(frameNumber) == expected[number], "frame \(number)")
      #expect(picture?.presentationTime == index.time(ofFrame: number), "frame \(number)")
    }
  }

  @Test(arguments: clips)
  func readerGoesOnFromTheFrameItStartsAt(name: String) async throws {
    let path = try Fixture.clip(name)
    let expected = try Judge.frameNumbers(of: path)
    let clip = try ClipProbe.probe(path)
    let index = try FrameIndexBuilder.build(path)
    let reader = try FrameReader(clip: clip, purpose: .playback)
    reader.setIndex(index)
    for start in [index.count / 2, max(0, index.count - 2), 0] {
      try reader.start(at: index.time(ofFrame: start))
      let end = min(index.count, start + 20)
      var numbers: [Int?] = []
      for _ in start..<end {
        numbers.append(try reader.nextPicture(fitting: size(of: clip)).flatMap(frameNumber))
      }
      #expect(numbers == Array(expected[start..<end]), "from frame \(start)")
    }
  }

  /// First, last, backwards over a GOP, and jumps.
  private func spread(over count: Int) -> [Int] {
    let backwards = stride(
      from: min(count - 1, 66), through: max(0, min(count - 1, 66) - 9), by: -1)
    let jumps = (1...8).map { $0 * 7919 % count }
    return [0, count - 1, count / 2, max(0, count - 2)] + backwards + jumps + [count - 1, 0]
  }

  /// Small, and large enough for the numbers to be read.
  private func size(of clip: ClipInfo) -> PixelSize { PixelSize(width: 320, height: 320) }
}
