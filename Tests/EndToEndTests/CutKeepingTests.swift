// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

/// What belongs to a clip stays with it, as ffprobe sees it.
struct CutKeepingTests {
  private struct Probe: Decodable {
    struct Stream: Decodable {
      let codec_type: String
      let codec_name: String?
      let codec_tag_string: String?
      let sample_aspect_ratio: String?
      let disposition: [String: Int]
      let tags: [String: String]?
      let side_data_list: [SideData]?
    }
    struct SideData: Decodable {
      let side_data_type: String
      let rotation: Double?
      let displaymatrix: String?
    }
    struct Chapter: Decodable {
      let start_time, end_time: String
      let tags: [String: String]?
    }
    struct Format: Decodable {
      let duration: String?
      let tags: [String: String]?
    }
    let streams: [Stream]
    let chapters: [Chapter]
    let format: Format
  }

  private func probe(_ path: FilePath) throws -> Probe {
    let text = try Judge.run(
      "ffprobe",
      ["-v", "error", "-show_streams", "-show_chapters", "-show_format", "-of", "json", path])
    return try JSONDecoder().decode(Probe.self, from: Data(text.utf8))
  }

  /// Cuts `[2.5, 7.3)` seconds and probes source and clip.
  private func cut(_ name: String, _ options: [String] = []) throws -> (Probe, Probe) {
    let clip = try Fixture.clip(name)
    let path = try Fixture.temporaryFolder("keep").appending("out.\(clip.lowercaseExtension)")
    let done = try ChildProcess.run(
      try Fixture.product("kerf-cli").displayString,
      ["cut", clip, "--from", "2.5", "--to", "7.3", "-o", path] + options)
    #expect(done.status == 0, "\(done.messages)")
    return (try probe(clip), try probe(path))
  }

  @Test(arguments: ["hevc_rotated.mov", "rotated_180.mp4", "mirrored.mp4"])
  func theDisplayMatrixStays(_ name: String) throws {
    let (source, clip) = try cut(name)
    let matrix = source.streams.first?.side_data_list?.compactMap(\.displaymatrix)
    #expect(matrix?.isEmpty == false)
    #expect(clip.streams.first?.side_data_list?.compactMap(\.displaymatrix) == matrix)
  }

  @Test func thePixelAspectStays() throws {
    let (source, clip) = try cut("sar.mp4")
    #expect(source.streams[0].sample_aspect_ratio != "1:1")
    #expect(clip.streams[0].sample_aspect_ratio == source.streams[0].sample_aspect_ratio)
  }

  @Test(arguments: ["hevc_gop60.mp4", "h264_gop60.mov"])
  func theCodecTagStays(_ name: String) throws {
    let (source, clip) = try cut(name)
    #expect(clip.streams.map(\.codec_tag_string) == source.streams.map(\.codec_tag_string))
  }

  @Test func allSoundTracksStayWithLanguageAndDefault() throws {
    let (source, clip) = try cut("three_audio.mkv")
    #expect(clip.streams.count == source.streams.count)
    #expect(
      clip.streams.map { $0.tags?["language"] } == source.streams.map { $0.tags?["language"] })
    #expect(
      clip.streams.map { $0.disposition["default"] }
        == source.streams.map { $0.disposition["default"] })
  }

  @Test(arguments: ["cover_art.mp4", "cover_art_first.mp4"])
  func aCoverStaysACover(_ name: String) throws {
    let (_, clip) = try cut(name)
    #expect(clip.streams.filter { $0.disposition["attached_pic"] == 1 }.count == 1)
    #expect(
      clip.streams.filter { $0.codec_type == "video" && $0.disposition["attached_pic"] == 0 }
        .count == 1)
    let duration = try #require(Double(clip.format.duration ?? ""))
    #expect(abs(duration - 4.8) < 0.05)
  }

  @Test(arguments: ["chapters.mp4", "chapters.mkv"])
  func chaptersAreClippedAndShifted(_ name: String) throws {
    let (source, clip) = try cut(name)
    #expect(!source.chapters.isEmpty)
    #expect(!clip.chapters.isEmpty)
    // A copy may begin earlier than asked for; the first chapter begins with the clip all the same.
    #expect(Double(clip.chapters[0].start_time).map { abs($0) < 0.002 } == true)
    let last = try #require(clip.chapters.last)
    let end = try #require(Double(last.end_time))
    let duration = try #require(Double(clip.format.duration ?? ""))
    #expect(abs(end - duration) < 0.1)
    let titles = Set(source.chapters.compactMap { $0.tags?["title"] })
    #expect(clip.chapters.allSatisfy { titles.contains($0.tags?["title"] ?? "?") })
  }

  @Test func dateAndPlaceStay() throws {
    let (source, clip) = try cut("metadata.mov")
    let kept = [
      "creation_time", "location", "com.apple.quicktime.location.ISO6709", "make", "model",
    ]
    for key in kept where source.format.tags?[key] != nil {
      #expect(clip.format.tags?[key] == source.format.tags?[key], "\(key)")
    }
    #expect(clip.format.tags?["creation_time"] != nil)
  }

  @Test(arguments: ["metadata.mov", "metadata.mkv"])
  func theDateCanBeThatOfTheFirstFrame(_ name: String) throws {
    let (source, kept) = try cut(name, ["--creation-time", "keep"])
    let recorded = try #require(source.format.tags?["creation_time"])
    #expect(recorded.hasPrefix("2021-03-04T05:06:07"))
    #expect(kept.format.tags?["creation_time"] == recorded)
    // The range begins at 2.5 s.
    let (_, moved) = try cut(name, ["--creation-time", "moved", "--method", "smart"])
    let own = try #require(moved.format.tags?["creation_time"])
    #expect(own.hasPrefix("2021-03-04T05:06:09"), "\(own)")
    for stream in moved.streams where stream.tags?["creation_time"] != nil {
      #expect(stream.tags?["creation_time"]?.hasPrefix("2021-03-04T05:06:09") == true)
    }
  }

  /// QuickTime has atoms of its own for these; of them MP4 has the place.
  @Test(arguments: ["user_data.mov", "user_data.mp4"])
  func placeAndCameraStayInUserData(_ name: String) throws {
    let (source, clip) = try cut(name)
    for key in ["location", "make", "model"] {
      #expect(clip.format.tags?[key] == source.format.tags?[key], "\(key)")
    }
    #expect(clip.format.tags?["location"] == "+48.8577+002.2950/")
    #expect(name.hasSuffix("mp4") || clip.format.tags?["make"] == "Maker")
  }

  @Test(arguments: ["subtitles.mp4", "subtitles.mkv"])
  func subtitlesStay(_ name: String) throws {
    let (source, clip) = try cut(name)
    func subtitles(_ probe: Probe) -> [String?] {
      probe.streams.filter { $0.codec_type == "subtitle" }.map(\.codec_name)
    }
    #expect(!subtitles(source).isEmpty)
    #expect(subtitles(clip) == subtitles(source))
  }

  @Test func twoFilmsStayTwoFilms() throws {
    let (source, clip) = try cut("two_video.mkv")
    #expect(clip.streams.map(\.codec_type) == source.streams.map(\.codec_type))
  }
}
