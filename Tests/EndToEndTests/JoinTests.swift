// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

/// `kerf-cli cut --join`: several ranges in one clip, as ffmpeg shows and hears it.
struct JoinTests {
  /// Frames of each range, in an order that is not the film's; the last two touch.
  private static let ranges = [25..<62, 64..<86, 11..<18, 18..<24]
  private static let frames = ranges.flatMap { Array($0) }

  private func join(
    _ name: String, _ ranges: [Range<Int>] = ranges, _ options: [String] = []
  ) throws -> (json: [String: Any], source: FilePath, clip: FilePath) {
    let source = try Fixture.clip(name)
    let clip = try Fixture.temporaryFolder("join").appending("out.\(source.lowercaseExtension)")
    var arguments: [any CommandArgument] = ["cut", source, "--join", "--json", "-o", clip]
    for range in ranges {
      arguments += ["--from", "f\(range.lowerBound)", "--to", "f\(range.upperBound)"]
    }
    return (try KerfCLI.json(arguments + options), source, clip)
  }

  /// Mono samples of the sound, each at its place on the clock that begins with the first picture.
  private func samples(of path: FilePath) throws -> [Double] {
    let file = try Fixture.temporaryFolder("samples").appending("sound.raw")
    _ = try Judge.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-copyts", "-i", path, "-map", "0:a:0", "-af",
        "aresample=48000:async=1:first_pts=0", "-ac", "1", "-f", "s16le", "-y", file,
      ])
    let data = try Data(contentsOf: URL(fileURLWithPath: file.displayString))
    return data.withUnsafeBytes { bytes in
      bytes.bindMemory(to: Int16.self).map { Double(Int16(littleEndian: $0)) }
    }
  }

  /// By how many samples `b` is later than `a` where they are most alike; nil for silence.
  private func delay(of b: ArraySlice<Double>, behind a: ArraySlice<Double>) -> Int? {
    let (a, b) = (Array(a), Array(b))
    let reach = 100
    // Where it gets loud says where they meet: within a tone one wave is like the next.
    guard let loud = a.indices.dropFirst(2 * reach).first(where: { abs(a[$0]) > 3000 }),
      loud + 2000 + reach < min(a.count, b.count)
    else { return nil }
    func difference(_ delay: Int) -> Double {
      var sum = 0.0
      var place = loud - reach
      while place < loud + 2000 {
        let difference = a[place] - b[place + delay]
        sum += difference * difference
        place += 1
      }
      return sum
    }
    return (-reach...reach).map { ($0, difference($0)) }.min { $0.1 < $1.1 }?.0
  }

  @Test(arguments: [
    "h264_gop60.mp4", "h264_gop60.mkv", "h264_gop60.ts", "h264_open_gop.mp4", "hevc_open_gop.mp4",
    "h264_intra.mp4", "vp8.webm", "mpeg2.mpg", "prores.mov",
  ])
  func joinedClipsShowTheFramesInOrder(_ name: String) throws {
    let (json, source, clip) = try join(name)
    #expect(try Judge.frameNumbers(of: clip) == Self.frames.map { $0 })
    let warnings = try ChildProcess.run(
      "ffmpeg", ["-nostdin", "-v", "warning", "-i", clip, "-f", "null", "-"])
    #expect(warnings.messages == "", "ffmpeg reads it without a word")
    #expect((json["verified"] as? [String: Any])?["ok"] as? Bool == true)
    #expect((json["parts"] as? [[String: Any]])?.count == Self.ranges.count)
    // Frames are as far from each other as in the source.
    let times = try Judge.frames(of: clip).compactMap(\.ptsSeconds)
    let first = try #require(times.first)
    let original = try Judge.frames(of: source).compactMap(\.ptsSeconds)
    var start = 0.0
    var number = 0
    for range in Self.ranges {
      for frame in range {
        let expected = start + original[frame] - original[range.lowerBound]
        #expect(abs(times[number] - first - expected) < 0.0021, "frame \(frame)")
        number += 1
      }
      start += original[range.upperBound] - original[range.lowerBound]
    }
  }

  @Test(arguments: [
    "h264_gop60.mp4", "h264_gop60.mkv", "h264_gop60.ts", "h264_gop60.flv", "vp9_altref.webm",
    "prores.mov",
  ])
  func soundStaysWithThePictureBehindEachJoint(_ name: String) throws {
    // Each begins with a beep, one second of the film.
    let ranges = [55..<75, 28..<44, 57..<72]
    let (_, source, clip) = try join(name, ranges)
    let (original, found) = (try samples(of: source), try samples(of: clip))
    let times = try Judge.frames(of: source).compactMap(\.ptsSeconds)
    let first = try #require(try Judge.frames(of: clip).first?.ptsSeconds)
    var start = first
    for range in ranges {
      let from = times[range.lowerBound]
      let length = Int((times[range.upperBound] - from) * 48_000) - 48
      let (a, b) = (Int((from * 48_000).rounded()), Int((start * 48_000).rounded()))
      let lag = try #require(
        delay(of: found[b..<min(found.count, b + length)], behind: original[a..<(a + length)]))
      #expect(abs(lag) <= 48, "\(lag) samples in \(range)")
      start += times[range.upperBound] - from
    }
  }

  @Test func chaptersOfAllRangesAreShifted() throws {
    let (_, source, clip) = try join("chapters.mp4", [0..<150, 20..<50])
    func chapters(_ path: FilePath) throws -> [[String]] {
      try Judge.run(
        "ffprobe",
        [
          "-v", "error", "-show_entries", "chapter=start_time,end_time:chapter_tags=title", "-of",
          "csv=p=0", path,
        ]
      ).split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
    }
    let found = try chapters(clip)
    let titles = Set(try chapters(source).map { $0[2] })
    #expect(found.allSatisfy { titles.contains($0[2]) })
    // They follow each other up to the end, which is at six seconds.
    for (before, after) in zip(found, found.dropFirst()) { #expect(before[1] == after[0]) }
    #expect(found.last.flatMap { Double($0[1]) }.map { abs($0 - 6) < 0.01 } == true, "\(found)")
    #expect(found.contains { Double($0[0]).map { abs($0 - 5) < 0.01 } == true })
  }

  @Test func aListJoinsLinesOfTheSameClip() throws {
    let folder = try Fixture.temporaryFolder("join")
    let source = try Fixture.clip("h264_intra.mp4").displayString
    let list = folder.appending("list.csv")
    let text = "\(source),f3,f6,a.mp4\n\(source),f10,f12,a.mp4\n\(source),f20,f22,b.mp4\n"
    try text.write(toFile: list.displayString, atomically: true, encoding: .utf8)
    let done = try KerfCLI.run(["cut", "--list", list, "--join", "--into", folder])
    #expect(done.status == 0, "\(done.messages)")
    #expect(try Judge.frameNumbers(of: folder.appending("a.mp4")) == [3, 4, 5, 10, 11])
    #expect(try Judge.frameNumbers(of: folder.appending("b.mp4")) == [20, 21])
  }

  @Test func plansAndVerifiesWhatIsJoined() throws {
    let (_, source, clip) = try join("h264_gop60.mp4", [30..<90, 0..<30])
    let pairs = ["--from", "f30", "--to", "f90", "--from", "f0", "--to", "f30"]
    let plan = try KerfCLI.json(["plan", source, "--json"] + pairs)
    #expect(plan["frames"] as? Int == 90)
    #expect((plan["reasons"] as? [String])?.contains("encodes-sound") == true)
    #expect(try KerfCLI.run(["verify", source, clip] + pairs).status == 0)
    let swapped = ["--from", "f0", "--to", "f30", "--from", "f30", "--to", "f90"]
    #expect(try KerfCLI.run(["verify", source, clip] + swapped).status == 1)
    let hidden = try KerfCLI.run(
      ["cut", source, "--join", "--method", "hide", "-o", "x.mp4"] + pairs)
    #expect(hidden.status == 1)
    #expect(hidden.messages.contains("cannot be joined without encoding"))
  }
}
