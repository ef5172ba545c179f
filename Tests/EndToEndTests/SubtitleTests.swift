// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

/// Subtitles of a clip, as ffmpeg shows them: lines on screen at an edge are there, and no others.
struct SubtitleTests {
  /// Whether the bar of a made clip's picture subtitles is on screen, for each frame.
  private func bars(of path: FilePath) throws -> [Bool] {
    let file = try Fixture.temporaryFolder("bars").appending("bars.raw")
    try Judge.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", path, "-filter_complex",
        "[0:v:0]lutyuv=y=16:u=128:v=128[black];[black][0:s:0]overlay,crop=20:8:40:124,"
          + "scale=2:2,format=gray", "-fps_mode", "passthrough", "-f", "rawvideo", "-y", file,
      ])
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.displayString)))
    return stride(from: 0, to: bytes.count, by: 4).map { bytes[$0] > 80 }
  }

  /// Ranges of frames in which something is on screen.
  private func runs(_ seen: [Bool]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for (frame, isSeen) in seen.enumerated() where isSeen {
      if let last = runs.last, last.upperBound == frame {
        runs[runs.count - 1] = last.lowerBound..<(frame + 1)
      } else {
        runs.append(frame..<(frame + 1))
      }
    }
    return runs
  }

  private func cut(_ name: String, _ ranges: [Range<Int>]) throws -> FilePath {
    let source = try Fixture.clip(name)
    let clip = try Fixture.temporaryFolder("lines").appending("out.\(source.lowercaseExtension)")
    var arguments: [any CommandArgument] = ["cut", source, "--join", "-o", clip]
    for range in ranges {
      arguments += ["--from", "f\(range.lowerBound)", "--to", "f\(range.upperBound)"]
    }
    let done = try KerfCLI.run(arguments)
    #expect(done.status == 0, "\(done.messages)")
    #expect(!done.messages.contains("left out"), "\(done.messages)")
    return clip
  }

  /// Bars of the made films: from 1 s to 3 s, from 4 s to 4.5 s and from 6 s to 9 s.
  private static let bars = [30..<90, 120..<135, 180..<270]

  /// How many frames too early or late this ffmpeg shows the source's own bars: it lets subtitles run
  /// beside the film, the newer the more loosely.
  private func looseness(of name: String) throws -> Int {
    let runs = runs(try bars(of: try Fixture.clip(name)))
    try #require(runs.count == Self.bars.count, "\(runs)")
    return zip(runs, Self.bars).map {
      max(abs($0.lowerBound - $1.lowerBound), abs($0.upperBound - $1.upperBound))
    }.max() ?? 0
  }

  @Test(arguments: ["pgs.mkv", "dvbsub.mkv", "dvbsub.ts", "dvdsub.mkv"])
  func picturesOnScreenAtTheEdgesAreThere(_ name: String) throws {
    let clip = try cut(name, [62..<205])
    let runs = runs(try bars(of: clip))
    let wanted = [0..<28, 58..<73, 118..<143]
    let slack = try 2 + looseness(of: name)
    #expect(runs.count == wanted.count, "\(runs)")
    for (found, wanted) in zip(runs, wanted) {
      #expect(abs(found.lowerBound - wanted.lowerBound) <= slack, "\(runs)")
      #expect(abs(found.upperBound - wanted.upperBound) <= slack, "\(runs)")
    }
  }

  @Test(arguments: ["pgs.mkv", "dvbsub.mkv", "dvbsub.ts", "dvdsub.mkv"])
  func picturesEndAtAJoint(_ name: String) throws {
    // The first range ends, and the last begins, while a bar is there; the second has none.
    let clip = try cut(name, [10..<62, 141..<175, 200..<220])
    let runs = runs(try bars(of: clip))
    let wanted = [20..<52, 86..<106]
    let slack = try 2 + looseness(of: name)
    #expect(runs.count == wanted.count, "\(runs)")
    for (found, wanted) in zip(runs, wanted) {
      #expect(abs(found.lowerBound - wanted.lowerBound) <= slack, "\(runs)")
      #expect(abs(found.upperBound - wanted.upperBound) <= slack + 3, "\(runs)")
    }
  }

  /// Lines of text with the times at which they begin and end, as ffmpeg writes them.
  private func lines(of path: FilePath) throws -> [String] {
    try Judge.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", path, "-map", "0:s:0", "-f", "webvtt", "-"]
    ).split(separator: "\n").dropFirst().map(String.init)
  }

  @Test(arguments: ["subtitles.mkv", "subtitles.mp4"])
  func textIsClippedAndShiftedBehindAJoint(_ name: String) throws {
    let source = try lines(of: try Fixture.clip(name))
    let clip = try lines(of: try cut(name, [45..<105, 165..<225]))
    #expect(clip.first?.hasPrefix("00:00.000 -->") == true, "\(source) \(clip)")
    let times = clip.filter { $0.contains("-->") }.flatMap { line in
      line.split(separator: " ").filter { $0 != "-->" }.compactMap { time in
        Double(time.split(separator: ":").last ?? "")
      }
    }
    #expect(times.allSatisfy { (0...4.01).contains($0) }, "\(clip)")
    // Nothing that is cut at the joint goes on behind it, and something begins there.
    #expect(times.contains { abs($0 - 2) < 0.02 }, "\(clip)")
    #expect(times == times.sorted(), "\(clip)")
  }
}
