// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

/// Where the sound of a clip begins, ends and lies against the picture, as ffmpeg hears it.
struct SoundTests {
  private struct Cut: Decodable {
    struct Sound: Decodable {
      let codec: String
      let start_ms, end_ms: Double
    }
    struct Range: Decodable { let from, to: Double }
    let audio: [Sound]
    let landing: Range
  }

  private func cut(
    _ name: String, _ from: Int, _ to: Int, _ options: [String], to fileExtension: String? = nil
  ) throws -> (cut: Cut, source: FilePath, clip: FilePath) {
    let source = try Fixture.clip(name)
    let clip = try Fixture.temporaryFolder("sound")
      .appending("out.\(fileExtension ?? source.lowercaseExtension)")
    let done = try KerfCLI.run(
      ["cut", source, "--from", "f\(from)", "--to", "f\(to)", "-o", clip, "--json"] + options)
    #expect(done.status == 0, "\(done.messages)")
    return (try JSONDecoder().decode(Cut.self, from: Data(done.output)), source, clip)
  }

  /// Seconds from the first picture to the first sample, and to the end of the last one.
  private func soundEdges(of clip: FilePath, stream: Int = 0) throws -> (start: Double, end: Double)
  {
    let first = try #require(try Judge.frames(of: clip).first?.ptsSeconds)
    let rate = try Judge.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "a:\(stream)", "-show_entries", "stream=sample_rate",
        "-of",
        "csv=p=0", clip,
      ])
    let frames = try Judge.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "a:\(stream)", "-show_entries",
        "frame=pts_time,nb_samples", "-of", "csv=p=0", clip,
      ]
    ).split(separator: "\n").map { $0.split(separator: ",") }
      // Side data has lines of its own.
      .filter { $0.count >= 2 && Double($0[0]) != nil }
    let start = try #require(frames.first?.first.flatMap { Double($0) })
    let end = try #require(frames.last.flatMap { Double($0[0]) })
    let samples = try #require(frames.last.flatMap { Double($0[1]) })
    let hertz = try #require(Double(rate.trimmingCharacters(in: .whitespacesAndNewlines)))
    return (start - first, end + samples / hertz - first)
  }

  /// How long after its flash each beep is heard, in seconds.
  private func beepDelays(of clip: FilePath, rate: Int) throws -> [Double] {
    let messages = try ChildProcess.run(
      "ffmpeg",
      [
        "-nostdin", "-hide_banner", "-copyts", "-i", clip, "-map", "0:a:0", "-af",
        "silencedetect=noise=-30dB:duration=0.3", "-f", "null", "-",
      ]
    ).messages
    let beeps = messages.components(separatedBy: "silence_end: ").dropFirst()
      .compactMap { Double($0.prefix { "0123456789.-".contains($0) }) }
    let flashes = try Judge.frames(of: clip)
      .compactMap { frame in frame.number.map { ($0, frame.ptsSeconds ?? .nan) } }
      .filter { $0.0 % rate == 0 }.map(\.1)
    return beeps.compactMap { beep in
      flashes.map { beep - $0 }.min { abs($0) < abs($1) }.flatMap { abs($0) < 0.4 ? $0 : nil }
    }
  }

  @Test(arguments: ["vp9_altref.webm", "av1.mkv"])
  func opusBeginsAndEndsAtTheSample(_ name: String) throws {
    let (cut, _, clip) = try cut(name, 50, 80, ["--method", "copy"])
    let edges = try soundEdges(of: clip)
    // Matroska counts milliseconds; half of one is rounding.
    #expect(abs(edges.start) <= 0.000_51)
    #expect(abs(edges.end - (cut.landing.to - cut.landing.from)) <= 0.001)
    #expect(cut.audio.allSatisfy { $0.start_ms == 0 && $0.end_ms == 0 })
  }

  @Test(arguments: ["h264_gop60.mkv", "three_audio.mkv"])
  func soundInMatroskaEndsAtTheSampleAndTellsWhereItBegins(_ name: String) throws {
    let (cut, _, clip) = try cut(name, 95, 131, ["--method", "copy"])
    for (stream, sound) in cut.audio.enumerated() {
      let edges = try soundEdges(of: clip, stream: stream)
      #expect(abs(edges.start - sound.start_ms / 1000) <= 0.001, "\(sound.codec)")
      #expect(edges.start >= -0.001 && edges.start < 0.033)
      let length = cut.landing.to - cut.landing.from
      #expect(abs(edges.end - length - sound.end_ms / 1000) <= 0.001, "\(sound.codec)")
      #expect(sound.codec == "ac3" ? abs(sound.end_ms) < 18 : sound.end_ms == 0)
    }
  }

  @Test func soundInMP4BeginsAtTheSample() throws {
    let (cut, _, clip) = try cut("h264_gop60.mp4", 75, 218, ["--method", "hide"])
    #expect(abs(try soundEdges(of: clip).start) <= 1 / 48_000.0 + 1e-6)
    #expect(cut.audio.allSatisfy { $0.start_ms == 0 && $0.end_ms == 0 })
  }

  @Test(arguments: [("heard_aac.mp4", 2), ("heard_opus.mp4", 5)])
  func noMoreSoundIsHiddenThanDecodersNeed(_ name: String, _ most: Int) throws {
    let (cut, _, clip) = try cut(name, 97, 220, ["--method", "smart"])
    let packets = try Judge.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "a:0", "-show_entries", "packet=pts_time,duration_time",
        "-of", "csv=p=0", clip,
      ]
    ).split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
      .filter { $0.count == 2 }
    let length = cut.landing.to - cut.landing.from
    #expect(packets.count > 150)
    let hidden = packets.filter { $0[0] + $0[1] <= 1e-6 }.count
    #expect(hidden > 0 && hidden <= most)
    #expect(packets.allSatisfy { $0[0] < length })
  }

  @Test func flacStaysInMP4() throws {
    let (cut, _, clip) = try cut(
      "h264_10bit.mkv", 35, 55, ["--method", "hide", "--format", "mp4"], to: "mp4")
    #expect(cut.audio.map(\.codec) == ["flac"])
    #expect(abs(try soundEdges(of: clip).start) <= 0.001)
  }

  @Test(arguments: [
    ("h264_gop60.mp4", 30), ("h264_gop60.mkv", 30), ("h264_gop60.ts", 30), ("h264_gop60.mov", 30),
    ("h264_gop60.flv", 30), ("mpeg2.mpg", 25), ("av1.mkv", 30), ("vp8.webm", 30),
    ("h264_gop60.3gp", 30),
  ])
  func beepsStayWithTheirFlashes(_ name: String, _ rate: Int) throws {
    let (_, source, clip) = try cut(name, 38, 101, ["--method", "copy"])
    let before = try beepDelays(of: source, rate: rate)
    let after = try beepDelays(of: clip, rate: rate)
    let expected = try #require(before.dropFirst().first)
    #expect(after.count >= 2)
    // The first beep may be cut off.
    for delay in after.dropFirst() { #expect(abs(delay - expected) <= 0.001) }
  }

  @Test(arguments: [
    ("mpeg4_nopts.avi", 25, "smart"), ("h264_nopts.avi", 30, "smart"),
    ("h264_nopts.avi", 30, "encode"), ("theora.ogv", 30, "encode"), ("wmv2.wmv", 30, "encode"),
  ])
  func soundThatCannotBeCutIsEncodedInItsPlace(
    _ name: String, _ rate: Int, _ method: String
  ) throws {
    let frames = try Judge.frames(of: Fixture.clip(name)).count
    let (cut, source, clip) = try cut(
      name, frames / 3 - 3, frames * 4 / 5, ["--method", method])
    #expect(cut.audio.allSatisfy { $0.start_ms == 0 && $0.end_ms == 0 })
    let expected = try #require(try beepDelays(of: source, rate: rate).dropFirst().first)
    let after = try beepDelays(of: clip, rate: rate)
    #expect(after.count >= 1)
    for delay in after { #expect(abs(delay - expected) <= 0.00105, "\(delay - expected)") }
  }

  @Test(arguments: [("mpeg4_nopts.avi", 25, "copy"), ("h264_nopts.avi", 30, "copy")])
  func beepsInAVIStayWithinHalfAPacket(
    _ name: String, _ rate: Int, _ method: String
  ) throws {
    let (_, source, clip) = try cut(name, 97, 240, ["--method", method])
    let expected = try #require(try beepDelays(of: source, rate: rate).dropFirst().first)
    let after = try beepDelays(of: clip, rate: rate)
    #expect(after.count >= 2)
    for delay in after.dropFirst() { #expect(abs(delay - expected) <= 0.0121) }
  }

  @Test(arguments: [101, 102, 103])
  func soundInAVIBeginsWithTheNearestPacket(_ first: Int) throws {
    // Packets of 24 ms and frames of 40 ms begin together every 120 ms only.
    let (cut, source, clip) = try cut("mpeg4_nopts.avi", first, 190, ["--method", "copy"])
    #expect(cut.audio.allSatisfy { abs($0.start_ms) <= 12 })
    let expected = try #require(try beepDelays(of: source, rate: 25).dropFirst().first)
    let after = try beepDelays(of: clip, rate: 25)
    #expect(after.count >= 2)
    for delay in after.dropFirst() { #expect(abs(delay - expected) <= 0.0121) }
  }
}
