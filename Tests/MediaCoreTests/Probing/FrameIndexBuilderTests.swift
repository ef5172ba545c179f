// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TestSupport
import Testing
import TrimModel

struct FrameIndexBuilderTests {
  @Test func streamEndsWithTheCompleteIndex() async throws {
    let path = try Fixture.clip("h264_gop60.mp4")
    var last: FrameIndex?
    for await result in FrameIndexBuilder.stream(path, cancellation: Cancellation()) {
      let index = try result.get()
      if let last { #expect(index.count >= last.count) }
      last = index
    }
    #expect(last?.isComplete == true)
    #expect(last == (try FrameIndexBuilder.build(path)))
  }

  @Test func cancelledReadingThrows() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let path = try Fixture.clip("h264_gop60.mp4")
    #expect(throws: MediaError.self) {
      try FrameIndexBuilder.build(path, cancellation: cancellation)
    }
  }

  @Test func cutShortFileGivesWhatCanBeRead() throws {
    let folder = try Fixture.temporaryFolder()
    let cut = folder.appending("cut.mkv")
    try Judge.run(
      "sh",
      ["-c", "head -c 200000 \"$1\" > \"$2\"", "sh", Fixture.clip("h264_gop60.mkv"), cut])
    let index = try FrameIndexBuilder.build(cut)
    let shown = try Judge.frameNumbers(of: cut)
    #expect(index.count > 30)
    #expect(abs(index.count - shown.count) <= 1)
    #expect(index.isComplete)
    try Judge.run("rm", ["-r", folder])
  }

  @Test func transportStreamThatBeginsInTheMiddleOfAGOPStartsWhereDecodersStart() async throws {
    let folder = try Fixture.temporaryFolder()
    let path = folder.appending("cut.ts")
    // From packet 800 on: in the middle of the first GOP.
    try Judge.run(
      "sh",
      ["-c", "tail -c +150401 \"$1\" > \"$2\"", "sh", Fixture.clip("h264_open_gop.ts"), path])
    let shown = try Judge.frameNumbers(of: path)
    let index = try FrameIndexBuilder.build(path)
    #expect(index.count == shown.count)
    let worker = try await PreviewWorker.open(try ClipProbe.probe(path))
    worker.setIndex(index)
    var pictures = worker.pictures.makeAsyncIterator()
    for number in [0, index.count - 1, 1, 60, 59] {
      worker.showFrame(
        at: index.time(ofFrame: number), fitting: PixelSize(width: 320, height: 180))
      #expect(try await pictures.next()?.get().frameNumberInPixels == shown[number])
    }
    try Judge.run("rm", ["-r", folder])
  }

  @Test func keyframesOfIntraRefreshAreOnlyTheCleanOnes() throws {
    let index = try FrameIndexBuilder.build(try Fixture.clip("h264_intra_refresh.mp4"))
    #expect(index.keyframes == [0])
  }
}

extension Picture {
  /// The number of a made clip's frame; nil when it does not read.
  var frameNumberInPixels: Int? { frameNumber(in: self) }
}
