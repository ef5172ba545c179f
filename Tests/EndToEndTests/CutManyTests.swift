// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

@testable import kerf_cli

/// `kerf-cli cut` for several clips at once.
struct CutManyTests {
  private struct Made: Decodable {
    struct Failure: Decodable { let status: Int, message: String }
    let source: String
    let output: String?
    let error: Failure?
  }

  private func lines(_ done: ChildProcess) throws -> [Made] {
    try done.lines.map { try JSONDecoder().decode(Made.self, from: Data($0.utf8)) }
  }

  @Test func severalPairsMakeNumberedClips() throws {
    let folder = try Fixture.temporaryFolder("many")
    let clip = try Fixture.clip("h264_intra.mp4")
    let done = try KerfCLI.run([
      "cut", clip, "--from", "f10", "--to", "f15", "--from", "f100", "--to", "f107", "--json",
      "--progress", "-o", folder.appending("part {n}.mp4"),
    ])
    #expect(done.status == 0, "\(done.messages)")
    #expect(try lines(done).count == 2)
    #expect(done.messages.contains("progress: 2/2 "))
    #expect(try Judge.frameNumbers(of: folder.appending("part 1.mp4")) == Array(10..<15))
    #expect(try Judge.frameNumbers(of: folder.appending("part 2.mp4")) == Array(100..<107))
  }

  @Test func aListIsWorkedThroughAndOneFailureDoesNotStopIt() throws {
    let folder = try Fixture.temporaryFolder("many")
    let clip = try Fixture.clip("h264_intra.mp4").displayString
    let list = folder.appending("list.csv")
    let text = """
      file,from,to,out
      # the second file is missing
      "\(clip)",f3,f6,"one, two.mp4"
      \(folder.displayString)/missing.mp4 , 0 , 1
      \(clip),0.5,0.6,
      """
    try text.write(toFile: list.displayString, atomically: true, encoding: .utf8)
    let done = try KerfCLI.run(["cut", "--list", list, "--into", folder, "--json"])
    #expect(done.status == 1)
    let made = try lines(done)
    #expect(made.map { $0.error?.status } == [nil, 3, nil])
    #expect(done.messages.hasSuffix("1 of 3 clips failed: see above\n"))
    #expect(try Judge.frameNumbers(of: folder.appending("one, two.mp4")) == [3, 4, 5])
    #expect(
      try Judge.frameNumbers(of: folder.appending("h264_intra (trimmed).mp4")) == [15, 16, 17])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.displayString).count == 3)
  }

  @Test func listsAreReadAsSpreadsheetsWriteThem() throws {
    let text = "\u{FEFF}file,from,to\r\n\"a \"\"b\"\".mp4\",1,2\r\n\r\nc.mp4,f3,end,out.mp4\r\n"
    let jobs = try CutList.jobs(in: Array(text.utf8), folder: FilePath("/clips"))
    #expect(jobs.map(\.source) == [FilePath("a \"b\".mp4"), FilePath("c.mp4")])
    #expect(jobs.map(\.output) == [nil, FilePath("/clips/out.mp4")])
    #expect(jobs[1].ranges == [RangeArgument(from: .frame(3), to: .end)])
    for wrong in ["", "a.mp4,1", "a.mp4,1,x", "a,1,2,b,c"] {
      #expect(throws: CommandFailure.self) { try CutList.jobs(in: Array(wrong.utf8), folder: nil) }
    }
  }

  @Test(arguments: [
    ["--from", "1", "--from", "2", "--to", "3"],
    ["--from", "1", "--to", "2", "--from", "3", "--to", "4", "-o", "same.mp4"],
    ["--from", "1", "--to", "2", "-o", "a.mp4", "--into", "/tmp"],
    ["--from", "1", "--to", "2", "--list", "list.csv"],
  ])
  func whatCannotBeMeantIsRefused(_ options: [String]) throws {
    let done = try KerfCLI.run(["cut", "film.mp4"] + options)
    #expect(done.status == 2)
    #expect(done.messages.split(separator: "\n").count == 1)
  }

  @Test func aSignalCancelsAndCleansUp() throws {
    let folder = try Fixture.temporaryFolder("many")
    let clip = try Fixture.clip("hour.mp4")
    let tool = try Fixture.product("kerf-cli").displayString
    for delay in ["0.2", "0.5"] {
      _ = try ChildProcess.run(
        "timeout",
        ["-s", "INT", delay, tool, "cut", clip, "--from", "f1", "--to", "end", "--into", folder])
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.displayString)
    #expect(left.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func lengthsAreRoundedForPeople() throws {
    let clip = try Fixture.clip("h264_gop60.mp4")
    let done = try KerfCLI.run(["cut", clip, "--from", "f900", "--to", "f901"])
    #expect(done.status == 1)
    #expect(done.messages.contains("the film has 300 frames, 10.0 s"))
  }
}
