// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

/// Cuts that encode frames at their edges, judged by ffmpeg.
struct SmartCutTests {
  private struct Cut: Decodable {
    struct Piece: Decodable {
      let first_frame, last_frame: Int
      let copied: Bool
    }
    struct Video: Decodable { let pieces: [Piece] }
    struct Verified: Decodable {
      let ok: Bool
      let min_psnr: Double?
    }
    let method: String
    let exact: Bool
    let video: Video
    let reasons: [String]
    let verified: Verified
  }

  private let folder: FilePath

  init() throws { folder = try Fixture.temporaryFolder("smart") }

  private func cut(
    _ clip: FilePath, _ range: Range<Int>, _ options: [String]
  ) throws -> (cut: Cut, path: FilePath) {
    let path = folder.appending("out-\(UUID().uuidString).\(clip.lowercaseExtension)")
    let done = try ChildProcess.run(
      try Fixture.product("kerf-cli").displayString,
      [
        "cut", clip, "--from", "f\(range.lowerBound)", "--to", "f\(range.upperBound)", "-o", path,
        "--json",
      ] + options)
    try #require(done.status == 0, "\(done.messages)")
    return (try JSONDecoder().decode(Cut.self, from: Data(done.output)), path)
  }

  private func complaints(about path: FilePath) throws -> String {
    let all = try ChildProcess.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "warning", "-i", path, "-fps_mode", "passthrough", "-f", "null", "-",
      ]
    ).messages
    // A channel layout is guessed in the source as well; a program stream of one frame is too short
    // to guess its duration from.
    return all.split(separator: "\n").filter {
      !$0.contains("Guessed Channel Layout") && !$0.hasPrefix("[mpeg @")
    }.joined(separator: "\n")
  }

  /// Across keyframes, one frame, up to the very end.
  private func awkwardRanges(of count: Int) -> [Range<Int>] {
    [(count / 4 + 3)..<(count * 2 / 3 + 1), (count / 2 + 1)..<(count / 2 + 2), (count - 5)..<count]
  }

  @Test(arguments: [
    "h264_gop60.mp4", "h264_open_gop.mp4", "h264_open_gop.ts", "h264_gop60.flv", "h264_10bit.mkv",
    "h264_interlaced.ts", "h264_vfr.mp4", "h264_editlist.mp4", "h264_start_10s.mkv",
    "hevc_open_gop.mp4", "hevc_gop60.mkv", "hevc_rotated.mov", "vp8.webm", "vp9_altref.webm",
    "av1.mp4", "mpeg2.mpg", "h264_nopts.avi", "mpeg4_nopts.avi",
  ])
  func smartCutsShowJustTheFramesAskedFor(_ name: String) throws {
    let clip = try Fixture.clip(name)
    let numbers = try Judge.frames(of: clip, autorotates: false).map(\.number)
    let times = try Judge.frames(of: clip, autorotates: false).map(\.ptsSeconds)
    let all = try Judge.frameHashes(of: clip)
    for range in awkwardRanges(of: all.count) {
      let (cut, path) = try cut(clip, range, [])
      #expect(["smart", "copy"].contains(cut.method), "\(range): \(cut.reasons)")
      #expect(cut.exact)
      #expect(cut.verified.ok)
      #expect(cut.verified.min_psnr ?? .infinity >= 42, "\(range)")
      let hasEditLists = ["mp4", "mov"].contains(clip.lowercaseExtension)
      for honoursEditList in hasEditLists ? [true, false] : [true] {
        let shown = try Judge.frames(
          of: path, honoursEditList: honoursEditList, autorotates: false)
        #expect(shown.map(\.number) == Array(numbers[range]), "\(range)")
        for (number, frame) in zip(range, shown) {
          guard let first = times[range.lowerBound], let expected = times[number],
            let start = shown.first?.ptsSeconds, let found = frame.ptsSeconds
          else { continue }
          #expect(abs((found - start) - (expected - first)) <= 0.0021, "frame \(number)")
        }
      }
      let copied = try Judge.frameHashes(of: path)
      for piece in cut.video.pieces where piece.copied {
        let frames = piece.first_frame...piece.last_frame
        let first = piece.first_frame - range.lowerBound
        #expect(Array(copied[first..<(first + frames.count)]) == Array(all[frames]), "\(range)")
      }
      #expect(try complaints(about: path).isEmpty, "\(range)")
    }
  }

  @Test(arguments: ["wmv2.wmv", "theora.ogv", "h264_gop60.mp4", "mpeg4_nopts.avi"])
  func everythingCanBeEncoded(_ name: String) throws {
    let clip = try Fixture.clip(name)
    let numbers = try Judge.frameNumbers(of: clip)
    let range = (numbers.count / 4 + 3)..<(numbers.count * 2 / 3 + 1)
    let (cut, path) = try cut(clip, range, ["--method", "encode"])
    #expect(cut.method == "encode")
    #expect(cut.verified.min_psnr ?? 0 >= 40)
    #expect(try Judge.frameNumbers(of: path) == Array(numbers[range]))
    #expect(try complaints(about: path).isEmpty)
  }

  /// In a single page of Ogg nobody can say that sound begins late.
  @Test func shortClipsOfTheoraKeepTheirSoundInPlace() throws {
    let clip = try Fixture.clip("theora.ogv")
    let numbers = try Judge.frameNumbers(of: clip)
    for range in [27..<33, 31..<32, (numbers.count - 2)..<numbers.count] {
      let (cut, path) = try cut(clip, range, [])
      #expect(cut.verified.ok)
      #expect(try Judge.frameNumbers(of: path) == Array(numbers[range]), "\(range)")
    }
  }

  /// Chromium decodes nothing of H.264 that begins with another picture.
  @Test(arguments: ["h264_open_gop.mp4", "h264_open_gop.ts"])
  func copiesOfOpenGOPsBeginWithAnIDRPicture(_ name: String) throws {
    let clip = try Fixture.clip(name)
    let (cut, path) = try cut(clip, 130..<200, ["--method", "copy"])
    #expect(cut.method == "copy")
    let piece = try #require(cut.video.pieces.first)
    #expect(piece.first_frame > 0)
    let all = try Judge.frameHashes(of: clip)
    #expect(try Judge.frameHashes(of: path) == Array(all[piece.first_frame...piece.last_frame]))
    #expect(try complaints(about: path).isEmpty)
    let stream = try ChildProcess.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-c", "copy", "-f", "h264", "-"])
    let bytes = Array(stream.output)
    // The first unit that is a slice: 1 of another picture, 5 of an IDR picture.
    let kinds = bytes.indices.dropFirst(3).lazy
      .filter { bytes[$0 - 3] == 0 && bytes[$0 - 2] == 0 && bytes[$0 - 1] == 1 }
      .map { bytes[$0] & 31 }
    #expect(kinds.first { $0 == 1 || $0 == 5 } == 5)
  }

  /// The muxer writes lengths instead: other bytes, the same units.
  @Test func startCodesInMatroskaAreNoReasonToEncode() throws {
    let clip = try Fixture.clip("h264_annexb.mkv")
    let all = try Judge.frameHashes(of: clip)
    for (range, options) in [(60..<180, ["--method", "copy"]), (75..<218, [])] {
      let (cut, path) = try cut(clip, range, options)
      #expect(cut.method == (options.isEmpty ? "smart" : "copy"))
      #expect(cut.verified.ok)
      let shown = try Judge.frameHashes(of: path)
      for piece in cut.video.pieces where piece.copied {
        let first = piece.first_frame - range.lowerBound
        let count = piece.last_frame - piece.first_frame + 1
        #expect(
          Array(shown[first..<(first + count)]) == Array(all[piece.first_frame...piece.last_frame]))
      }
      #expect(try complaints(about: path).isEmpty)
    }
  }

  @Test func mostFramesAreUntouched() throws {
    let (cut, _) = try cut(Fixture.clip("h264_gop60.mp4"), 75..<218, [])
    let copied = cut.video.pieces.filter(\.copied).reduce(0) {
      $0 + $1.last_frame - $1.first_frame + 1
    }
    #expect(copied >= 97)
  }

  /// Without a second picture nothing but its own times tells readers when it is.
  @Test(arguments: [
    ("mpeg2.mpg", 0), ("mpeg2.mpg", 40), ("h264_gop60.ts", 0), ("h264_gop60.ts", 75),
  ])
  func aStreamOfASinglePictureIsReadWithoutAWarning(_ name: String, _ frame: Int) throws {
    let source = try Fixture.clip(name)
    let clip = try Fixture.temporaryFolder("single").appending("out.\(source.lowercaseExtension)")
    let json = try KerfCLI.json(
      [
        "cut", source, "--from", "f\(frame)", "--to", "f\(frame + 1)", "-o", clip, "--json",
      ])
    #expect((json["setbacks"] as? [Any])?.isEmpty == true)
    let read = try ChildProcess.run(
      "ffmpeg", ["-nostdin", "-v", "warning", "-i", clip, "-f", "null", "-"])
    #expect(read.messages == "")
    #expect(try Judge.frameNumbers(of: clip) == [frame])
  }
}
