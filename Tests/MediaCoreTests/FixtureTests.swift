// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing
import TrimModel

/// The made clips and their judge, which every media test leans on.
struct FixtureTests {
  @Test(arguments: ["h264_gop60.mp4", "hevc_rotated.mov", "mirrored.mp4", "vp9_altref.webm"])
  func everyFrameShowsItsNumber(name: String) throws {
    let numbers = try Judge.frameNumbers(of: Fixture.clip(name))
    #expect(numbers == (0..<numbers.count).map { $0 })
    #expect(numbers.count >= 120)
  }

  @Test func editListHidesFramesThatAreInTheFile() throws {
    let clip = try Fixture.clip("h264_editlist.mp4")
    #expect(try Judge.frameNumbers(of: clip).first == 105)
    #expect(try Judge.frames(of: clip, honoursEditList: false).first?.number == 60)
  }

  @Test func turnedPictureDoesNotRead() throws {
    let folder = try Fixture.temporaryFolder()
    let turned = folder.appending("turned.mkv")
    try Judge.run(
      "ffmpeg",
      [
        "-v", "error", "-i", Fixture.clip("h264_gop60.mp4"), "-frames:v", "3", "-vf", "transpose",
        "-an", turned,
      ])
    #expect(try Judge.frameNumbers(of: turned) == [nil, nil, nil])
    try Judge.run("rm", ["-r", folder])
  }

  @Test func codeIsReadFromRawPixels() throws {
    let folder = try Fixture.temporaryFolder()
    let raw = folder.appending("rgb")
    try Judge.run(
      "ffmpeg",
      [
        "-v", "error", "-i", Fixture.clip("h264_gop60.mp4"), "-vf",
        "select=eq(n\\,217),scale=120:68,format=rgb24", "-frames:v", "1", "-f", "rawvideo", raw,
      ])
    let pixels = try ChildProcess.run("cat", [raw]).output
    pixels.withUnsafeBytes { pixels in
      #expect(
        frameNumber(width: 120, height: 68, bytesPerRow: 360, bytesPerPixel: 3, pixels: pixels)
          == 217)
    }
    try Judge.run("rm", ["-r", folder])
  }
}
