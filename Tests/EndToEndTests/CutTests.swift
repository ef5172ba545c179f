// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

/// `kerf-cli cut` on made clips, judged by ffmpeg.
struct CutTests {
  private let folder: FilePath

  init() throws { folder = try Fixture.temporaryFolder("cut") }

  private func cli(_ arguments: [any CommandArgument]) throws -> ChildProcess {
    try ChildProcess.run(try Fixture.product("kerf-cli").displayString, arguments)
  }

  private struct Cut: Decodable {
    struct Range: Decodable { let from, to: Double }
    struct Sound: Decodable { let offset_ms: Double? }
    struct Verified: Decodable { let ok: Bool }
    let output, method, container: String
    let exact: Bool
    let landing: Range
    let audio: [Sound]
    let verified: Verified?
  }

  private struct Plan: Decodable {
    let first_frame, last_frame: Int
    let exact: Bool
    let method: String
  }

  private func cut(
    _ clip: FilePath, _ from: Int, _ to: Int, _ options: [String] = []
  ) throws -> (cut: Cut, path: FilePath) {
    let name = "out-\(UUID().uuidString).\(clip.lowercaseExtension)"
    let path = folder.appending(name)
    let done = try cli(
      ["cut", clip, "--from", "f\(from)", "--to", "f\(to)", "-o", path, "--json"] + options)
    #expect(done.status == 0, "\(done.messages)")
    return (try JSONDecoder().decode(Cut.self, from: Data(done.output)), path)
  }

  /// What ffmpeg complains about when it decodes the whole clip.
  private func complaints(about path: FilePath) throws -> String {
    try ChildProcess.run(
      "ffmpeg", ["-nostdin", "-v", "warning", "-i", path, "-f", "null", "-"]
    ).messages
  }

  /// A hash of each decoded frame, as ffmpeg shows them.
  @Test(arguments: [
    "h264_gop60.mp4", "h264_open_gop.mp4", "hevc_open_gop.mp4", "h264_vfr.mp4",
    "h264_single_keyframe.mp4", "h264_editlist.mp4", "h264_start_10s.mp4", "h264_fragmented.mp4",
    "h264_gop60.mov",
  ])
  func hidingShowsJustTheFramesAskedForBitByBit(_ name: String) throws {
    let clip = try Fixture.clip(name)
    let all = try Judge.frameHashes(of: clip)
    let count = all.count
    for (from, to) in [(count / 4, count / 2 + 3), (count / 3, count / 3 + 1), (count - 2, count)] {
      let (cut, path) = try cut(clip, from, to, ["--method", "hide"])
      #expect(cut.exact)
      #expect(cut.method == "hide")
      #expect(cut.verified?.ok == true)
      #expect(try Judge.frameHashes(of: path) == Array(all[from..<to]), "\(from)..<\(to)")
      // A GOP that refers to pictures before its keyframe speaks of them again when it begins a
      // file; ffmpeg says so and shows the right pictures.
      let isOpen = name == "h264_open_gop.mp4"
      #expect(
        try complaints(about: path).split(separator: "\n").allSatisfy {
          isOpen && $0.contains("mmco: unref short failure")
        })
    }
  }

  /// Frames that have the time of the one before them are frames all the same.
  @Test(arguments: ["auto", "copy", "encode"])
  func repeatedTimestampsAreNoDamage(_ method: String) throws {
    let clip = try Fixture.clip("vp8_repeated.webm")
    let (from, to) = (method == "copy" ? 45 : 50, 100)
    let (cut, path) = try cut(clip, from, to, ["--method", method])
    #expect(cut.exact)
    #expect(cut.verified?.ok == true)
    #expect(try Judge.frameNumbers(of: path) == Array(from..<to))
  }

  @Test(arguments: [
    "h264_gop60.mp4", "h264_open_gop.mp4", "h264_gop60.mkv", "hevc_gop60.mkv", "vp8.webm",
    "vp9_altref.webm", "h264_gop60.ts", "h264_open_gop.ts", "h264_gop60.m2ts", "h264_gop60.flv",
    "mpeg4_nopts.avi", "h264_nopts.avi", "wmv2.wmv", "theora.ogv", "mpeg2.mpg", "h264_gop60.3gp",
  ])
  func aCopyLandsWhereItsPlanSays(_ name: String) throws {
    let clip = try Fixture.clip(name)
    let all = try Judge.frameHashes(of: clip)
    let (from, to) = (all.count / 4 + 1, all.count * 2 / 3)
    let range = ["--from", "f\(from)", "--to", "f\(to)", "--method", "copy", "--json"]
    let planned = try cli(["plan", clip] + range)
    #expect(planned.status == 0, "\(planned.messages)")
    let plan = try JSONDecoder().decode(Plan.self, from: Data(planned.output))
    let (_, path) = try cut(clip, from, to, ["--method", "copy"])
    #expect(plan.first_frame <= from && to <= plan.last_frame + 1)
    #expect(try Judge.frameHashes(of: path) == Array(all[plan.first_frame...plan.last_frame]))
  }

  @Test(arguments: ["mjpeg.mov", "prores.mov", "h264_intra.mp4"])
  func intraOnlyFilmsAreCopiedAnywhere(_ name: String) throws {
    let clip = try Fixture.clip(name)
    let all = try Judge.frameHashes(of: clip)
    let (cut, path) = try cut(clip, 7, 8)
    #expect(cut.method == "copy")
    #expect(cut.exact)
    #expect(try Judge.frameHashes(of: path) == Array(all[7..<8]))
  }

  @Test func aFilmWhosePacketsNoContainerTakesIsEncoded() throws {
    let path = folder.appending("out.mkv")
    let done = try cli([
      "cut", Fixture.clip("rv10.rm"), "--from", "f30", "--to", "f60", "-o", path, "--json",
    ])
    #expect(done.status == 0, "\(done.messages)")
    let cut = try JSONDecoder().decode(Cut.self, from: Data(done.output))
    #expect(cut.method == "encode")
    #expect(try Judge.frameNumbers(of: path) == Array(30..<60))
  }

  @Test(arguments: ["h264_gop60.mp4", "h264_gop60.mkv", "h264_gop60.ts", "three_audio.mkv"])
  func soundKeepsItsPlaceToTheMillisecond(_ name: String) throws {
    let (cut, _) = try cut(Fixture.clip(name), 75, 218)
    #expect(!cut.audio.isEmpty)
    for sound in cut.audio { #expect(abs(try #require(sound.offset_ms)) <= 1) }
  }

  @Test func namesAreCountedAndNothingIsReplaced() throws {
    let clip = try Fixture.clip("h264_gop60.mp4")
    let home = folder.appending("home").displayString
    try FileManager.default.createDirectory(
      atPath: home + "/.config", withIntermediateDirectories: true)
    try "XDG_VIDEOS_DIR=\"$HOME/Vidéos\"\n".write(
      toFile: home + "/.config/user-dirs.dirs", atomically: true, encoding: .utf8)
    for _ in 0..<2 {
      let done = try ChildProcess.run(
        try Fixture.product("kerf-cli").displayString,
        ["cut", clip, "--from", "f0", "--to", "f10"],
        environment: ["HOME": home, "XDG_CONFIG_HOME": ""])
      #expect(done.status == 0, "\(done.messages)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: home + "/Vidéos").sorted()
    #expect(names == ["h264_gop60 (trimmed 2).mp4", "h264_gop60 (trimmed).mp4"])
  }

  @Test func aTakenNameIsRefusedInOneLine() throws {
    let clip = try Fixture.clip("h264_gop60.mp4")
    let taken = folder.appending("taken.mp4")
    try "old".write(toFile: taken.displayString, atomically: true, encoding: .utf8)
    let done = try cli(["cut", clip, "--from", "f0", "--to", "f10", "-o", taken])
    #expect(done.status == 1)
    #expect(done.messages.split(separator: "\n").count == 1)
    #expect(try String(contentsOfFile: taken.displayString, encoding: .utf8) == "old")
    let replaced = try cli(
      ["cut", clip, "--from", "f0", "--to", "f10", "-o", taken, "--overwrite"])
    #expect(replaced.status == 0)
    #expect(try Judge.frameHashes(of: taken).count == 10)
  }

  @Test func theSourceIsNeverReplaced() throws {
    let copy = folder.appending("own.mp4")
    try FileManager.default.copyItem(
      atPath: Fixture.clip("h264_gop60.mp4").displayString, toPath: copy.displayString)
    let before = try Data(contentsOf: URL(fileURLWithPath: copy.displayString))
    let done = try cli(["cut", copy, "--from", "f0", "--to", "f10", "-o", copy, "--overwrite"])
    #expect(done.status == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy.displayString)) == before)
  }

  @Test func aClipIsComparedWithTheRangeItShouldBe() throws {
    let clip = try Fixture.clip("h264_gop60.mp4")
    let (_, path) = try cut(clip, 75, 218, ["--method", "hide"])
    let good = try cli(["verify", clip, path, "--from", "f75", "--to", "f218", "--json"])
    #expect(good.status == 0, "\(good.messages)")
    for (from, to) in [("f76", "f218"), ("f75", "f217"), ("f76", "f219")] {
      let bad = try cli(["verify", clip, path, "--from", from, "--to", to])
      #expect(bad.status == 1)
    }
  }

  @Test func aKilledExportLeavesAHiddenFileThatTheNextRemoves() throws {
    let clip = try Fixture.clip("hour.mp4")
    let tool = try Fixture.product("kerf-cli").displayString
    for delay in ["0.05", "0.2", "0.4", "0.8"] {
      _ = try ChildProcess.run(
        "timeout",
        [
          "-s", "KILL", delay, tool, "cut", clip, "--from", "f1", "--to", "end", "-o",
          folder.appending("killed.mp4"),
        ])
    }
    // A clip that was finished in time is a clip; all else is hidden.
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.displayString)
    #expect(left.allSatisfy { $0.hasPrefix(".kerf-") || $0 == "killed.mp4" })
    let small = try Fixture.clip("h264_gop60.mp4")
    _ = try cut(small, 0, 10)
    let after = try FileManager.default.contentsOfDirectory(atPath: folder.displayString)
    #expect(after.allSatisfy { !$0.hasPrefix(".kerf-") })
  }
}
