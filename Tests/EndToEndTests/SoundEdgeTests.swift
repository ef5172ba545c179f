// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

/// Sound in containers that cannot say where inside of a packet it begins: compared with the source
/// sample by sample, as ffmpeg decodes both.
struct SoundEdgeTests {
  /// The first channel, and where on the clock of the film's first frame it begins.
  private struct Heard {
    let samples: [Float]
    /// Of the film's first frame; negative where the sound begins later.
    let origin: Int
  }

  private func hear(_ path: FilePath, atFrame frame: Int = 0) throws -> Heard {
    let frames = try Judge.frames(of: path).compactMap(\.ptsSeconds)
    let first = try #require(
      try Judge.run(
        "ffprobe",
        [
          "-v", "error", "-select_streams", "a:0", "-show_entries", "frame=pts_time", "-of",
          "csv=p=0", path,
        ]
      ).split(whereSeparator: { ",\n".contains($0) }).compactMap { Double($0) }.first)
    let file = try Fixture.temporaryFolder("heard").appending("sound.raw")
    try Judge.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-copyts", "-i", path, "-map", "0:a:0", "-af",
        "pan=mono|c0=c0", "-f", "f32le", "-y", file,
      ])
    let data = try Data(contentsOf: URL(fileURLWithPath: file.displayString))
    let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    return Heard(samples: samples, origin: Int(((frames[frame] - first) * 48_000).rounded()))
  }

  /// How much quieter the difference is than what should be heard, in decibels.
  private func likeness(_ wanted: ArraySlice<Float>, _ found: ArraySlice<Float>) -> Double {
    var (wrong, right) = (1e-9, 1e-9)
    for (a, b) in zip(wanted, found) {
      wrong += Double((a - b) * (a - b))
      right += Double(a * a)
    }
    return 10 * log10(right / wrong)
  }

  private func cut(
    _ name: String, _ range: Range<Int>, _ options: [String] = []
  ) throws -> (json: [String: Any], source: FilePath, clip: FilePath) {
    let source = try Fixture.clip(name)
    let clip = try Fixture.temporaryFolder("edges").appending("out.\(source.lowercaseExtension)")
    let json = try KerfCLI.json(
      [
        "cut", source, "--from", "f\(range.lowerBound)", "--to", "f\(range.upperBound)", "-o",
        clip, "--json",
      ] + options)
    return (json, source, clip)
  }

  @Test(arguments: [
    ("heard_aac.ts", 97..<220), ("heard_aac.ts", 40..<49), ("heard_ac3.ts", 97..<220),
    ("heard_mp2.ts", 97..<220), ("heard_aac.flv", 97..<220), ("heard_aac.mkv", 97..<220),
    ("heard_ac3.mkv", 97..<220), ("heard_eac3.mkv", 40..<49), ("heard_mp2.mkv", 40..<49),
    ("heard_mp3.flv", 97..<220), ("heard_mp3.mkv", 40..<49), ("heard_flac.mkv", 97..<220),
    ("heard_mp2.mpg", 97..<220), ("heard_ac3.mpg", 40..<49),
  ])
  func soundIsThatOfTheRangeAndNoMore(_ name: String, _ range: Range<Int>) throws {
    let (json, source, clip) = try cut(name, range)
    let from = try hear(source, atFrame: range.lowerBound)
    let until = try hear(source, atFrame: range.upperBound)
    let wanted = from.samples[from.origin..<until.origin]
    let found = try hear(clip)
    // Clocks of milliseconds, in the source and in the clip, are off by half of one each.
    let clockIsCoarse = ["mkv", "flv"].contains(clip.lowercaseExtension)
    let reach = clockIsCoarse ? 48 : 1
    func heard(_ lag: Int) -> ArraySlice<Float> {
      let start = found.origin + lag
      guard start >= 0 else { return [] }
      return found.samples[start..<min(found.samples.count, start + wanted.count)]
    }
    let middle = wanted.count / 2
    let lag = try #require(
      (-reach...reach).filter { found.origin + $0 >= 0 }.max {
        likeness(wanted.dropFirst(middle).prefix(2000), heard($0).dropFirst(middle).prefix(2000))
          < likeness(
            wanted.dropFirst(middle).prefix(2000), heard($1).dropFirst(middle).prefix(2000))
      })
    // From the first sample to the last, a hundredth of a second after the other.
    let same = heard(lag)
    #expect(same.count >= wanted.count - reach, "sound ends \(wanted.count - same.count) early")
    for start in stride(from: 0, to: wanted.count - 480, by: 480) {
      let decibels = likeness(
        wanted.dropFirst(start).prefix(480), same.dropFirst(start).prefix(480))
      #expect(decibels > 20, "at \(Double(start) / 48) ms")
    }
    // Nothing is left of what is outside, but for what a codec smears over some milliseconds.
    let before = found.samples.prefix(max(0, found.origin + lag - 480))
    let behind = found.samples.dropFirst(found.origin + lag + wanted.count + 480)
    #expect(before.allSatisfy { abs($0) < 0.02 })
    #expect(behind.allSatisfy { abs($0) < 0.02 })
    #expect(before.count < 3 * 1536 && behind.count < 1536)
    #expect((json["setbacks"] as? [Any])?.isEmpty != false)
    let audio = try #require((json["audio"] as? [[String: Any]])?.first)
    #expect(audio["start_ms"] as? Double == 0)
    #expect(audio["end_ms"] as? Double == 0)
    #expect(
      try ChildProcess.run(
        "ffmpeg", ["-nostdin", "-v", "warning", "-i", clip, "-f", "null", "-"]
      ).messages == "")
  }

  @Test func thePlanSaysWhatBecomesOfTheSound() throws {
    func reasons(_ name: String, _ options: [String] = []) throws -> [String] {
      let json = try KerfCLI.json(
        ["plan", try Fixture.clip(name), "--from", "f97", "--to", "f220", "--json"] + options)
      return json["reasons"] as? [String] ?? []
    }
    #expect(try reasons("heard_aac.ts").contains("encodes-sound-edges"))
    #expect(try reasons("heard_flac.mkv").contains("recompresses-sound"))
    for plain in [
      try reasons("heard_aac.mp4"), try reasons("heard_aac.ts", ["--method", "copy"]),
    ] {
      #expect(!plain.contains("encodes-sound-edges") && !plain.contains("recompresses-sound"))
    }
    // What nothing can cut is said before it is saved.
    #expect(try reasons("heard_aac.ts", ["--method", "copy"]).contains("keeps-sound-packets"))
    #expect(try !reasons("heard_aac.ts").contains("keeps-sound-packets"))
    #expect(try !reasons("heard_aac.mp4", ["--method", "copy"]).contains("keeps-sound-packets"))
  }

  @Test func mostPacketsOfSoundAreTheSources() throws {
    let (_, source, clip) = try cut("heard_ac3.mkv", 60..<240)
    func packets(_ path: FilePath) throws -> [String] {
      try Judge.run(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-i", path, "-map", "0:a:0", "-c", "copy", "-f",
          "framehash", "-hash", "md5", "-",
        ]
      ).split(separator: "\n").filter { !$0.hasPrefix("#") }
        .compactMap { $0.split(separator: ",").last.map(String.init) }
    }
    let (original, found) = (Set(try packets(source)), try packets(clip))
    let own = found.filter { !original.contains($0) }.count
    #expect(own > 0 && own <= 12, "\(own) of \(found.count) packets are new")
  }

  @Test func aCopyThatIsAskedForCopiesSoundToo() throws {
    let (json, _, _) = try cut("heard_aac.ts", 97..<220, ["--method", "copy"])
    let audio = try #require((json["audio"] as? [[String: Any]])?.first)
    #expect(audio["start_ms"] as? Double != 0)
  }
}
