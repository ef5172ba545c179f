// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

/// How much of a film a smart cut leaves as it is, and how like it the rest is, judged by ffmpeg.
struct UntouchedFramesTests {
  /// A range of a film with a keyframe every 60 frames, and what must be the same in it.
  struct Ask: CustomStringConvertible {
    let clip: String
    let range: Range<Int>
    let leastIdentical: Double

    var description: String { "\(clip) \(range)" }
  }

  /// Four seconds and a minute, both edges inside a GOP.
  private static let asks = ["h264_70s.mp4", "hevc_70s.mp4", "mpeg2_70s.mkv"].flatMap { clip in
    [
      Ask(clip: clip, range: 105..<225, leastIdentical: 0.85),
      Ask(clip: clip, range: 91..<1891, leastIdentical: 0.98),
    ]
  }

  @Test(arguments: asks)
  func nearlyAllFramesAreTheSourcesOwn(_ ask: Ask) throws {
    let source = try Fixture.clip(ask.clip)
    let clip = try Fixture.temporaryFolder("untouched").appending(
      "out.\(source.lowercaseExtension)")
    let done = try ChildProcess.run(
      Fixture.product("kerf-cli").displayString,
      [
        "cut", source, "--from", "f\(ask.range.lowerBound)", "--to", "f\(ask.range.upperBound)",
        "-o", clip, "--json",
      ])
    try #require(done.status == 0, "\(done.messages)")
    #expect(done.text.contains(#""method":"smart""#))

    let expected = try Array(Judge.frameHashes(of: source)[ask.range])
    let found = try Judge.frameHashes(of: clip)
    try #require(found.count == expected.count)
    let identical = zip(found, expected).count { $0 == $1 }
    #expect(Double(identical) >= ask.leastIdentical * Double(expected.count), "\(identical)")

    let decibels = try likeness(of: clip, to: source, ask.range)
    try #require(decibels.count == expected.count)
    #expect(decibels.min() ?? 0 >= 42)

    // Encoded frames' share is that of as many frames of the source.
    let sizes = try packetBytes(of: source)
    let copied = zip(sizes[ask.range], zip(found, expected)).filter { $1.0 == $1.1 }.map(\.0)
    let share = Double(sizes.reduce(0, +)) / Double(sizes.count)
    let budget = Double(copied.reduce(0, +)) + share * Double(expected.count - identical)
    #expect(Double(try packetBytes(of: clip).reduce(0, +)) <= 1.15 * budget)
  }

  /// Encoders that are told the source's level keep to its bit rate, whatever becomes of the picture.
  @Test func edgesOfDenseFilmsAreAsFineAsOthers() throws {
    let source = try Fixture.clip("hevc_dense.mp4")
    let clip = try Fixture.temporaryFolder("dense").appending("out.mp4")
    let range = 37..<101
    let json = try KerfCLI.json(
      ["cut", source, "--from", "f37", "--to", "f101", "-o", clip, "--json"])
    #expect(json["method"] as? String == "smart")
    #expect((json["setbacks"] as? [Any])?.isEmpty == true)
    let decibels = try likeness(of: clip, to: source, range)
    #expect(decibels.count == range.count)
    #expect(decibels.min() ?? 0 >= 42)
    // All parameter sets say the source's level.
    func levels(_ path: FilePath) throws -> Set<Substring> {
      let headers = try ChildProcess.run(
        "ffmpeg",
        [
          "-nostdin", "-v", "trace", "-i", path, "-map", "0:v", "-c", "copy", "-bsf:v",
          "trace_headers", "-f", "null", "-",
        ])
      return Set(
        headers.messages.split(separator: "\n").filter { $0.contains("general_level_idc") }
          .compactMap { $0.split(separator: " ").last })
    }
    #expect(try levels(clip) == levels(source))
  }

  /// Its encoder's quicker way to choose codes for a macroblock takes some that cut values off.
  @Test func framesThatAreAllEncodedAreAsFineAsWanted() throws {
    let source = try Fixture.clip("wmv2.wmv")
    let clip = try Fixture.temporaryFolder("fine").appending("out.wmv")
    _ = try KerfCLI.json(["cut", source, "--from", "f7", "--to", "f85", "-o", clip, "--json"])
    let decibels = try likeness(of: clip, to: source, 7..<85)
    #expect(decibels.count == 78)
    #expect(decibels.min() ?? 0 >= 44)
  }

  /// Each frame's peak signal-to-noise ratio, in decibels.
  private func likeness(
    of clip: FilePath, to source: FilePath, _ range: Range<Int>
  ) throws -> [Double] {
    let select = "select='gte(n,\(range.lowerBound))*lt(n,\(range.upperBound))'"
    let text = try Judge.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", source, "-i", clip, "-lavfi",
        "[0:V:0]\(select),settb=1/1000,setpts=N[a];[1:V:0]settb=1/1000,setpts=N[b];"
          + "[a][b]psnr=f=-",
        "-fps_mode", "passthrough", "-f", "null", "/dev/null",
      ])
    return text.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("psnr_avg:") }
        .flatMap { Double($0.dropFirst("psnr_avg:".count)) }
    }
  }

  /// Sizes of the film's packets by when they are shown.
  private func packetBytes(of path: FilePath) throws -> [Int] {
    let text = try Judge.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "V:0", "-show_entries", "packet=pts,size", "-of",
        "csv=p=0", path,
      ])
    return text.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: ",").compactMap { Int($0) }
      return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
    .sorted { $0.0 < $1.0 }.map(\.1)
  }
}
