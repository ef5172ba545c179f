// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing
import TrimModel

struct ProbeCommandTests {
  private func film(_ name: String) throws -> [String: Any] {
    let report = try KerfCLI.json(["probe", "--json", Fixture.clip(name)])
    let streams = try #require(report["streams"] as? [[String: Any]])
    let number = try #require(report["video_stream"] as? Int)
    return streams[number]
  }

  @Test func countsFramesAndKeyframes() throws {
    let film = try film("h264_gop60.mp4")
    #expect(film["frames"] as? Int == 300)
    #expect(film["keyframes"] as? Int == 5)
    #expect(film["has_b_frames"] as? Bool == true)
    #expect(film["open_gop"] as? Bool == false)
    #expect(film["vfr"] as? Bool == false)
    #expect(film["codec"] as? String == "h264")
    #expect(film["pix_fmt"] as? String == "yuv420p")
    #expect(film["fps"] as? Double == 30)
  }

  @Test func containerThatMarksEveryFrameAsKeyframeIsNotBelieved() throws {
    #expect(try film("h264_no_stss.mp4")["keyframes"] as? Int == 5)
  }

  @Test(arguments: ["h264_open_gop.mp4", "h264_open_gop.ts", "hevc_open_gop.mp4"])
  func openGOPsAreSeen(name: String) throws {
    #expect(try film(name)["open_gop"] as? Bool == true)
  }

  @Test func variableRateIsSeen() throws {
    #expect(try film("h264_vfr.mp4")["vfr"] as? Bool == true)
  }

  @Test func orientationIsAsPeopleSeeIt() throws {
    let rotated = try film("hevc_rotated.mov")
    #expect(rotated["rotation"] as? Int == 90)
    #expect(rotated["mirrored"] as? Bool == false)
    #expect(rotated["display_width"] as? Int == 180)
    #expect(rotated["display_height"] as? Int == 320)
    #expect(try film("mirrored.mp4")["mirrored"] as? Bool == true)
    #expect(try film("sar.mp4")["sar"] as? String == "16:11")
  }

  @Test func peopleGetLinesAndScriptsGetOneObject() throws {
    let clip = try Fixture.clip("h264_gop60.mp4")
    let text = try KerfCLI.run(["probe", clip]).text
    #expect(text.contains("300 frames, 5 keyframes"))
    #expect(try KerfCLI.run(["probe", clip, "--json"]).lines.count == 1)
  }

  @Test(arguments: [("h264_editlist.mp4", 45), ("h264_gop60.mp4", 0)])
  func framesThatAnEditListHidesAreTold(_ name: String, _ hidden: Int) throws {
    let clip = try Fixture.clip(name)
    let report = try KerfCLI.json(["probe", clip, "--json"])
    let streams = try #require(report["streams"] as? [[String: Any]])
    let found = try #require(streams[0]["hidden_frames"] as? Int)
    // ffmpeg keeps a few frames after the end for those that need them.
    #expect(hidden == 0 ? found == 0 : (hidden...hidden + 5).contains(found), "\(found)")
    let text = try KerfCLI.run(["probe", clip]).text
    #expect(text.contains("more frames hidden") == (hidden > 0))
  }
}
