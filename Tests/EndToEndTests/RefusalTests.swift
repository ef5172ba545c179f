// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing
import TrimModel

/// What a bad input gets: one line, the right reason, exit status 3.
struct RefusalTests {
  /// Runs `probe` and `frame` and checks the one line that each says.
  private func expectRefusal(
    of path: FilePath, because reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for command in [["probe"], ["frame", "--at", "0", "-o", "/dev/null"]] {
      let done = try KerfCLI.run(command.map { $0 as any CommandArgument } + ["--", path])
      #expect(done.status == 3, sourceLocation: sourceLocation)
      #expect(done.output.isEmpty, sourceLocation: sourceLocation)
      let line = "kerf-cli: \(reason): "
      #expect(done.messages.hasPrefix(line), "\(done.messages)", sourceLocation: sourceLocation)
      #expect(
        done.messages.split(separator: "\n").count == 1, sourceLocation: sourceLocation)
    }
  }

  @Test func filesThatAreNoFilms() throws {
    let folder = try Fixture.temporaryFolder()
    func make(_ name: String, _ script: String) throws -> FilePath {
      let path = folder.appending(name)
      try Judge.run("sh", ["-c", script, "sh", path])
      return path
    }
    try expectRefusal(of: make("empty.mp4", ": > \"$1\""), because: "the file is empty")
    try expectRefusal(
      of: make("text.mp4", "yes kerf | head -c 9000 > \"$1\""), because: "not a video")
    try expectRefusal(of: make("folder.mp4", "mkdir \"$1\""), because: "this is a folder")
    try expectRefusal(of: make("pipe.mp4", "mkfifo \"$1\""), because: "this is a pipe or device")
    try expectRefusal(of: FilePath("/dev/null"), because: "this is a pipe or device")
    try expectRefusal(of: make("link.mp4", "ln -s nowhere \"$1\""), because: "no such file")
    try expectRefusal(of: folder.appending("missing.mp4"), because: "no such file")
    try expectRefusal(
      of: Fixture.clip("audio_only.m4a"), because: "no picture in it, only sound or data")
    try Judge.run("rm", ["-r", folder])
  }

  @Test func filmWhoseIndexIsMissing() throws {
    let folder = try Fixture.temporaryFolder()
    let path = folder.appending("cut.mp4")
    try Judge.run(
      "sh",
      ["-c", "head -c 100000 \"$1\" > \"$2\"", "sh", Fixture.clip("h264_gop60.mp4"), path])
    try expectRefusal(of: path, because: "damaged or incomplete")
    try Judge.run("rm", ["-r", folder])
  }

  @Test func namesAreBytesAndNothingElse() throws {
    let folder = try Fixture.temporaryFolder()
    let clip = try Fixture.clip("h264_gop60.mp4")
    let names: [[UInt8]] =
      [
        "http:x.mp4", "concat:x.mp4", "file:x.mp4", "%05d.mp4", "-dash.mp4", "--help.mp4",
        "new\nline.mp4", "pipe:0", "a b*[c]?.mp4", "no_extension", "日本語 🎬.mp4", "\"quote'.mp4",
      ].map { Array($0.utf8) } + [[0x62, 0xFF, 0xFE, 0x2E, 0x6D, 0x70, 0x34]]
    for name in names {
      let path = folder.appending(name)
      try Judge.run("cp", ["--", clip, path])
      let report = try KerfCLI.json(["probe", "--json", "--", path])
      let streams = try #require(report["streams"] as? [[String: Any]])
      #expect(streams[0]["frames"] as? Int == 300, "\(path.displayString)")
    }
    try Judge.run("rm", ["-r", folder])
  }

  @Test func errorsStayOnOneLineWhateverTheNameIs() throws {
    let folder = try Fixture.temporaryFolder()
    let done = try KerfCLI.run(["probe", folder.appending("a\nb\u{1B}[31m.mp4")])
    #expect(done.status == 3)
    #expect(done.messages.hasSuffix("a\\nb\\x1b[31m.mp4: check the name\n"))
    try Judge.run("rm", ["-r", folder])
  }

  @Test(
    arguments: [
      [], ["nonsense"], ["probe"], ["probe", "a", "b"], ["probe", "--nonsense", "a"],
      ["frame", "a", "-o", "b"], ["frame", "a", "--at", "1:99", "-o", "b"],
      ["frame", "a", "--at"], ["frame", "a", "--at", "0"],
    ])
  func wrongUsageIsStatusTwo(arguments: [String]) throws {
    let done = try KerfCLI.run(arguments)
    #expect(done.status == 2)
    #expect(done.messages.split(separator: "\n").count == 1)
  }

  @Test func helpAndVersionAreNoErrors() throws {
    for arguments in [["--help"], ["--version"], ["probe", "--help"]] {
      let done = try KerfCLI.run(arguments)
      #expect(done.status == 0)
      #expect(!done.output.isEmpty)
    }
  }
}
