// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TestSupport
import Testing
import TrimModel

/// Every pixel of what scrubbing shows is as ffmpeg's own picture of that frame, also of the pictures
/// on the way: whatever decoded it, skipped to it or kept it, nothing drifts.
struct PictureHashTests {
  private static let clips = [
    "h264_gop60.mp4", "h264_gop60.mkv", "h264_gop60.ts", "h264_open_gop.mp4", "h264_open_gop.ts",
    "h264_vfr.mp4", "h264_single_keyframe.mp4", "h264_intra.mp4", "h264_nopts.avi",
    "hevc_gop60.mkv", "hevc_open_gop.mp4", "vp8.webm", "vp9_altref.webm", "av1.mp4", "mpeg2.mpg",
    "mpeg4_nopts.avi", "mjpeg.mov", "prores.mov", "wmv2.wmv", "theora.ogv",
  ]

  /// ffmpeg's pictures of a clip in this size, one after the other.
  private func pictures(of path: FilePath, _ size: PixelSize) throws -> [UInt8] {
    // The matrix and range that small pictures have unless they say otherwise, which these do not.
    let isFull = path.displayString.hasSuffix("mjpeg.mov")
    let size = "scale=\(size.width):\(size.height):flags=bilinear"
    let colours =
      "in_color_matrix=bt601:in_range=\(isFull ? "pc" : "tv"):out_range=pc,format=rgb24"
    // 4:2:0 is scaled before it is made RGB.
    let scale =
      path.displayString.hasSuffix("prores.mov")
      ? "\(size):\(colours)"
      : "\(size),format=\(isFull ? "yuvj420p" : "yuv420p"),\(size):\(colours)"
    return try ChildProcess.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf",
        scale, "-f", "rawvideo", "-",
      ]
    ).output
  }

  /// Drags of 1 to 5 frames that turn now and then, jumps over the whole film, steps back.
  private func targets(over count: Int) -> [Int] {
    var dice = SeededGenerator(seed: 12_345)
    var (here, direction): (Int, Int) = (count / 2, 1)
    let drag = (0..<40).map { _ in
      if Int.random(in: 0..<10, using: &dice) == 0 { direction = -direction }
      here = min(max(0, here + direction * Int.random(in: 1...5, using: &dice)), count - 1)
      return here
    }
    let jumps = (0..<20).map { _ in Int.random(in: 0..<count, using: &dice) }
    let back = (0..<20).map { max(0, count * 2 / 3 - $0) }
    return drag + jumps + back
  }

  @Test(arguments: clips) func pixelsAreThoseOfFFmpeg(name: String) async throws {
    try await compare(name, in: PixelSize(width: 160, height: 90))
  }

  /// swscale writes rows in whole vectors.
  @Test(arguments: [
    (PixelSize(width: 150, height: 90), PixelSize(width: 150, height: 84)),
    (PixelSize(width: 300, height: 136), PixelSize(width: 242, height: 136)),
    (PixelSize(width: 300, height: 137), PixelSize(width: 244, height: 136)),
  ])
  func rowsOfAnyLengthAreWhole(bounds: PixelSize, size: PixelSize) async throws {
    try await compare("h264_gop60.mp4", in: bounds, expecting: size)
  }

  private func compare(
    _ name: String, in bounds: PixelSize, expecting expected: PixelSize? = nil
  ) async throws {
    let clip = try ClipProbe.probe(Fixture.clip(name))
    let size = expected ?? clip.geometry.fitted(in: bounds)
    let right = try pictures(of: clip.path, size)
    let bytes = size.width * size.height * 3
    let index = try FrameIndexBuilder.build(clip.path)
    try #require(right.count == index.count * bytes)
    let worker = try await PreviewWorker.open(clip, showsCoarse: true)
    worker.setIndex(index)
    var pictures = worker.pictures.makeAsyncIterator()
    var wrong: [Int] = []
    for target in targets(over: index.count) {
      let time = index.time(ofFrame: target)
      worker.showFrame(at: time, fitting: bounds)
      while let picture = try await pictures.next()?.get() {
        try #require(picture.size == size)
        let number = try #require(index.number(ofPTS: picture.presentationTime.ticks))
        if !picture.pixels.elementsEqual(right[number * bytes..<(number + 1) * bytes]) {
          wrong.append(number)
        }
        if picture.presentationTime == time { break }
      }
    }
    #expect(wrong.isEmpty)
  }
}
