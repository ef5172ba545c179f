// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

/// What MP4 and MOV have beside film and sound, and libavformat alone would lose.
struct TimedDataTests {
  private func cut(_ name: String, _ options: [String] = []) throws -> (
    source: FilePath, clip: FilePath
  ) {
    let source = try Fixture.clip(name)
    let clip = try Fixture.temporaryFolder("data").appending("out.\(source.lowercaseExtension)")
    let done = try KerfCLI.run(
      ["cut", source, "--from", "f70", "--to", "f160", "-o", clip] + options)
    #expect(done.status == 0, "\(done.messages)")
    #expect(!done.messages.contains("left out"), "\(done.messages)")
    return (source, clip)
  }

  /// The payloads of the boxes at a path, as the file has them: an own reading of ISO/IEC 14496-12.
  private func boxes(_ path: [String], in bytes: Data) -> [Data] {
    guard let kind = path.first else { return [bytes] }
    var found: [Data] = []
    var rest = bytes
    while rest.count >= 8 {
      var size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      var header = 8
      if size == 1 {
        size = rest.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | Int($1) }
        header = 16
      }
      if size < header || size > rest.count { break }
      if rest.dropFirst(4).prefix(4).elementsEqual(kind.utf8) {
        found += boxes(
          Array(path.dropFirst()), in: Data(rest.prefix(size).dropFirst(header)))
      }
      rest = rest.dropFirst(size)
    }
    return found
  }

  private func descriptions(of path: FilePath) throws -> [Data] {
    boxes(
      ["moov", "trak", "mdia", "minf", "stbl", "stsd"],
      in: try Data(contentsOf: URL(fileURLWithPath: path.displayString)))
  }

  @Test(arguments: [
    ("timed_data.mp4", "camm", ["--method", "smart"]), ("timed_data.mov", "mebx", []),
    ("timed_data.mp4", "camm", ["--method", "hide"]),
    ("timed_data.mov", "mebx", ["--method", "copy"]),
  ])
  func dataOfCamerasKeepsItsDescription(_ name: String, _ kind: String, _ options: [String]) throws
  {
    let (source, clip) = try cut(name, options)
    let original = try descriptions(of: source).filter { $0.dropFirst(12).starts(with: kind.utf8) }
    #expect(original.count == 1)
    #expect(
      try descriptions(of: clip).filter { $0.dropFirst(12).starts(with: kind.utf8) } == original)
    // Read by ffmpeg: the packets of the range, at the places that they have in it.
    let packets = try Judge.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "d:0", "-show_entries",
        "packet=pts_time,size:stream=codec_tag_string", "-of", "csv=p=0", clip,
      ]
    ).split(separator: "\n").map(String.init)
    #expect(packets.contains { $0.contains(kind) }, "\(packets)")
    let times = packets.compactMap { Double($0.prefix { $0 != "," }) }
    // Samples begin each half second; the first one is under way at the start.
    #expect(times.count >= 6, "\(packets)")
    let first = 70.0 / 30
    let start = options.contains("copy") ? 2.0 : first
    for time in times where time > 0.001 {
      let place = (time + start) * 2
      #expect(abs(place - place.rounded()) < 0.01, "\(times)")
    }
    #expect(
      try Judge.run("ffmpeg", ["-nostdin", "-v", "warning", "-i", clip, "-f", "null", "-"]) == "")
  }

  @Test func dataWithoutASampleInTheRangeIsListed() throws {
    let source = try Fixture.clip("timed_data_once.mov")
    let clip = try Fixture.temporaryFolder("data").appending("out.mov")
    let json = try KerfCLI.json([
      "cut", source, "--from", "f70", "--to", "f160", "-o", clip, "--json",
    ])
    let dropped = try #require(json["dropped"] as? [[String: Any]])
    #expect(dropped.compactMap { $0["stream"] as? Int } == [2])
    #expect(dropped.compactMap { $0["reason"] as? String } == ["nothing of it is in the range"])
    let carried = try #require(json["carried"] as? [String])
    #expect(carried.count == 2, "\(carried)")
    let streams = try Judge.run(
      "ffprobe", ["-v", "error", "-show_entries", "stream=index", "-of", "csv=p=0", clip])
    #expect(streams.split(separator: "\n").count == 2)
  }

  @Test(arguments: ["dolby_vision.mp4", "dolby_vision.mov"])
  func dolbyVisionsRecordStays(_ name: String) throws {
    let (source, clip) = try cut(name)
    func record(_ path: FilePath) throws -> [String] {
      try Judge.run(
        "ffprobe",
        ["-v", "error", "-select_streams", "v:0", "-show_entries", "stream_side_data", path]
      ).split(separator: "\n").map(String.init).filter {
        $0.hasPrefix("dv_") || $0.contains("DOVI")
      }
    }
    #expect(try record(source).contains("dv_profile=8"))
    #expect(try record(clip) == record(source))
    #expect(try Judge.frameNumbers(of: clip) == Array(70..<160))
  }
}
