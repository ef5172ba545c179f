// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TestSupport
import Testing
import TrimModel

struct ThumbnailWorkerTests {
  private let bounds = PixelSize(width: 160, height: 90)

  @Test(arguments: ["h264_gop60.mp4", "h264_open_gop.ts", "hevc_rotated.mov", "vp9_altref.webm"])
  func everyTimeGetsAnUprightPictureAtTheSizeAskedFor(name: String) async throws {
    let path = try Fixture.clip(name)
    let clip = try ClipProbe.probe(path)
    let index = try FrameIndexBuilder.build(path)
    let worker = ThumbnailWorker(clip: clip)
    worker.setIndex(index)
    let numbers = [0, index.count / 2, index.count - 1]
    let times = numbers.map { index.time(ofFrame: $0) }
    worker.request(times: times, fitting: bounds)
    var exact: Set<Int> = []
    for await thumbnail in worker.thumbnails {
      #expect(thumbnail.picture.size == clip.geometry.fitted(in: bounds))
      let asked = try #require(times.firstIndex(of: thumbnail.time))
      let shown = try #require(frameNumber(in: thumbnail.picture))
      #expect(index.time(ofFrame: shown) == thumbnail.picture.presentationTime)
      #expect(shown <= numbers[asked])
      if shown == numbers[asked] { exact.insert(asked) }
      if exact.count == times.count { break }
    }
  }

  @Test func withoutAnIndexKeyframesAreShown() async throws {
    let clip = try ClipProbe.probe(Fixture.clip("h264_gop60.mp4"))
    let worker = ThumbnailWorker(clip: clip)
    let base = Timebase(numerator: 1, denominator: 1)
    let times = [1, 5, 9].map { MediaTime(ticks: $0, timebase: base) }
    worker.request(times: times, fitting: bounds)
    var shown: [Int?] = []
    for await thumbnail in worker.thumbnails {
      shown.append(frameNumber(in: thumbnail.picture))
      if shown.count == times.count { break }
    }
    #expect(shown == [0, 120, 240])
  }

  @Test func newerListReplacesTheOlder() async throws {
    let path = try Fixture.clip("h264_gop60.mp4")
    let index = try FrameIndexBuilder.build(path)
    let worker = ThumbnailWorker(clip: try ClipProbe.probe(path))
    worker.setIndex(index)
    worker.request(times: index.frames.indices.map { index.time(ofFrame: $0) }, fitting: bounds)
    let wanted = index.time(ofFrame: 240)
    worker.request(times: [wanted], fitting: PixelSize(width: 80, height: 45))
    var count = 0
    for await thumbnail in worker.thumbnails {
      count += 1
      if thumbnail.picture.size.width == 80 {
        #expect(thumbnail.time == wanted)
        break
      }
    }
    #expect(count < index.count)
  }

  @Test func unreadableFileLeavesBlanks() async throws {
    let path = try Fixture.clip("h264_gop60.mp4")
    let folder = try Fixture.temporaryFolder()
    let gone = folder.appending("gone.mp4")
    try Judge.run("cp", [path, gone])
    let clip = try ClipProbe.probe(gone)
    try Judge.run("rm", ["-r", folder])
    var worker: ThumbnailWorker? = ThumbnailWorker(clip: clip)
    let thumbnails = try #require(worker?.thumbnails)
    worker?.request(times: [.zero], fitting: bounds)
    worker = nil
    for await _ in thumbnails { Issue.record("a picture of a file that is gone") }
  }
}
