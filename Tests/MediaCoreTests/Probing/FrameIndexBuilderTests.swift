// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing
import TrimModel

@testable import MediaCore

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

/// Films of large packets, whose pictures are left out of the reading.
struct SkimmedFilmTests {
  private static let x264 = [
    "-c:v", "libx264", "-preset", "ultrafast", "-crf", "2", "-pix_fmt", "yuv420p",
  ]

  @Test(arguments: [
    x264 + ["-x264-params", "keyint=12:bframes=2:open-gop=1:sliced-threads=1"],
    [
      "-c:v", "libx265", "-preset", "ultrafast", "-crf", "2", "-pix_fmt", "yuv420p",
      "-x265-params", "keyint=12:log-level=error",
    ],
    ["-c:v", "prores"],
    // More than the head of a packet before its picture.
    x264 + [
      "-g", "12", "-bsf:v",
      "h264_metadata=sei_user_data=086f3693b7b34f2c965321492feee5b8+"
        + String(repeating: "x", count: 6000),
    ],
  ]) func indexIsThatOfAllBytes(_ encoder: [String]) throws {
    let folder = try Fixture.temporaryFolder()
    let film = folder.appending("large.mov")
    let noise = ["-f", "lavfi", "-i", "testsrc2=s=640x360:r=30,noise=alls=90:allf=t"]
    try Judge.run(
      "ffmpeg",
      ["-nostdin", "-v", "error"] + noise + ["-frames:v", "50"] + encoder
        + [film] as [any CommandArgument])
    try expectEqualIndexes(of: film)
    #expect(try FrameIndexBuilder.build(film).count == 50)

    // What is missing at the end is no place for a packet.
    let cut = folder.appending("cut.mov")
    try Judge.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", film, "-c", "copy", "-movflags", "faststart", cut])
    try Judge.run("truncate", ["-s", "-300000", cut])
    try expectEqualIndexes(of: cut)
    try Judge.run("rm", ["-r", folder])
  }

  private func expectEqualIndexes(of film: FilePath) throws {
    #expect(try Demuxer(path: film).skim())
    let whole = try PacketScan(
      path: film, ordering: .timestamps, cancellation: Cancellation(), observe: { _ in }
    ).run { _ in }
    #expect(try FrameIndexBuilder.build(film) == whole)
  }
}

extension Picture {
  /// The number of a made clip's frame; nil when it does not read.
  var frameNumberInPixels: Int? { frameNumber(in: self) }
}
