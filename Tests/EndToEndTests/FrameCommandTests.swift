// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

struct FrameCommandTests {
  /// The number in the pixels of a PNG file, as ffmpeg reads it.
  private func number(in picture: FilePath) throws -> Int? {
    let gray = picture.appendingSuffix(".gray")
    try Judge.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", picture, "-vf", "scale=160:160:flags=area,format=gray", "-f",
        "rawvideo", gray,
      ])
    let pixels = try ChildProcess.run("cat", [gray]).output
    return pixels.withUnsafeBytes {
      frameNumber(width: 160, height: 160, bytesPerRow: 160, bytesPerPixel: 1, pixels: $0)
    }
  }

  @Test(
    arguments: [
      "h264_gop60.mp4", "h264_open_gop.ts", "hevc_rotated.mov", "mirrored.mp4", "h264_nopts.avi",
      "h264_editlist.mp4", "mpeg2.mpg", "vp9_altref.webm", "h264_interlaced.ts",
    ])
  func picturesAreFFmpegsFrames(name: String) throws {
    let clip = try Fixture.clip(name)
    let expected = try Judge.frameNumbers(of: clip)
    let folder = try Fixture.temporaryFolder()
    let picture = folder.appending("frame.png")
    for frame in [0, expected.count - 1, 61, 59, 1] {
      let done = try KerfCLI.run(["frame", "--at", "f\(frame)", clip, "-o", picture])
      #expect(done.status == 0, "\(done.messages)")
      #expect(try number(in: picture) == expected[frame], "frame \(frame)")
    }
    try Judge.run("rm", ["-r", folder])
  }

  @Test(arguments: [("0", 0), ("2.5", 75), ("0:02.49", 74), ("00:00:09.999", 299), ("end", 299)])
  func timesNameTheFrameOnScreen(time: String, frame: Int) throws {
    let folder = try Fixture.temporaryFolder()
    let picture = folder.appending("frame.png")
    // This clip's own clock begins at 10 s; time 0 is its first frame all the same.
    let clip = try Fixture.clip("h264_start_10s.mp4")
    #expect(try KerfCLI.run(["frame", "-o", picture, "--at", time, clip]).status == 0)
    #expect(try number(in: picture) == frame)
    try Judge.run("rm", ["-r", folder])
  }

  @Test(arguments: [("160x160", "160,90"), ("5000x45", "80,45"), ("5000x5000", "320,180")])
  func pictureFitsInsideTheSizeAskedFor(bounds: String, size: String) throws {
    let folder = try Fixture.temporaryFolder()
    let picture = folder.appending("frame.png")
    let clip = try Fixture.clip("h264_gop60.mp4")
    let done = try KerfCLI.run(["frame", clip, "--at", "f7", "--fit", bounds, "-o", picture])
    #expect(done.status == 0, "\(done.messages)")
    let probed = try Judge.run(
      "ffprobe", ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", picture])
    #expect(probed == size + "\n")
    try Judge.run("rm", ["-r", folder])
  }

  @Test(arguments: ["960", "x540", "0x540", "960x-1", "axb"])
  func sizesThatAreNoneAreRefused(bounds: String) throws {
    let clip = try Fixture.clip("h264_gop60.mp4")
    let done = try KerfCLI.run(["frame", clip, "--at", "0", "--fit", bounds, "-o", "/dev/null"])
    #expect(done.status == 2)
  }

  @Test func pictureIsUprightAndAtFullSize() throws {
    let folder = try Fixture.temporaryFolder()
    let picture = folder.appending("frame.png")
    for (name, size) in [("hevc_rotated.mov", "180,320"), ("sar.mp4", "465,180")] {
      _ = try KerfCLI.run(["frame", "--at", "0", Fixture.clip(name), "-o", picture])
      let probed = try Judge.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", picture])
      #expect(probed == size + "\n")
    }
    try Judge.run("rm", ["-r", folder])
  }

  @Test func placeOutsideTheFilmIsRefused() throws {
    let clip = try Fixture.clip("h264_gop60.mp4")
    for place in ["f300", "10.5"] {
      let done = try KerfCLI.run(["frame", clip, "--at", place, "-o", "/dev/null"])
      #expect(done.status == 1)
      #expect(done.messages.hasPrefix("kerf-cli: no frame there: "))
    }
  }

  @Test func sourceIsNeverOverwritten() throws {
    let folder = try Fixture.temporaryFolder()
    let copy = folder.appending("film.mp4")
    try Judge.run("cp", [Fixture.clip("h264_gop60.mp4"), copy])
    let link = folder.appending("link.png")
    try Judge.run("ln", [copy, link])
    #expect(try KerfCLI.run(["frame", copy, "--at", "0", "-o", link]).status == 1)
    try Judge.run("cmp", [Fixture.clip("h264_gop60.mp4"), copy])
    #expect(try ChildProcess.run("ls", ["-A", folder]).lines == ["film.mp4", "link.png"])
    try Judge.run("rm", ["-r", folder])
  }
}

extension FilePath {
  /// The path with this text behind it.
  func appendingSuffix(_ suffix: String) -> FilePath { FilePath(bytes: bytes + suffix.utf8) }
}
