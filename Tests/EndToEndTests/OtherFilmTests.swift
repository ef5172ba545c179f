// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

/// Films beside the one that players take, as ffmpeg reads the numbers in their pictures.
struct OtherFilmTests {
  private static let films = ["v:0", "v:1", "v:2"]

  private func cut(
    _ name: String, _ ranges: [Range<Int>], _ options: [String] = []
  ) throws -> (json: [String: Any], clip: FilePath) {
    let source = try Fixture.clip(name)
    let clip = try Fixture.temporaryFolder("films").appending("out.\(source.lowercaseExtension)")
    var arguments: [any CommandArgument] = ["cut", source, "-o", clip, "--json"]
    for range in ranges {
      arguments += ["--from", "f\(range.lowerBound)", "--to", "f\(range.upperBound)"]
    }
    return (try KerfCLI.json(arguments + options), clip)
  }

  @Test(
    arguments: ["three_films.mp4", "three_films.mkv", "three_films.ts"], [97..<220, 130..<170])
  func everyFilmShowsTheRangeAndNoMore(_ name: String, _ range: Range<Int>) throws {
    let (json, clip) = try cut(name, [range])
    let reasons = try #require(json["reasons"] as? [String])
    #expect(reasons.contains("encodes-other-films-edges"))
    #expect(json["setbacks"] as? [String] == [])
    let first = try Judge.frames(of: clip)
    for film in Self.films {
      let frames = try Judge.frames(of: clip, stream: film)
      #expect(frames.map(\.number) == Array(range), "\(film)")
      for (own, other) in zip(frames, first) {
        #expect(abs(try #require(own.ptsSeconds) - (try #require(other.ptsSeconds))) < 0.0011)
      }
      guard clip.lowercaseExtension == "mp4" else { continue }
      let all = try Judge.frames(of: clip, stream: film, honoursEditList: false)
      #expect(all.map(\.number) == Array(range), "\(film) without its edit list")
    }
    let warnings = try ChildProcess.run(
      "ffmpeg", ["-nostdin", "-v", "warning", "-i", clip, "-map", "0:v", "-f", "null", "-"])
    #expect(warnings.messages.isEmpty, "\(warnings.messages)")
  }

  @Test(arguments: ["three_films.mp4", "three_films.mkv"])
  func copiedFramesAreTheSourcesOwn(_ name: String) throws {
    let range = 97..<220
    let (_, clip) = try cut(name, [range])
    for film in Self.films.prefix(2) {
      let expected = try Judge.frameHashes(of: Fixture.clip(name), stream: film)[range]
      let found = try Judge.frameHashes(of: clip, stream: film)
      #expect(zip(found, expected).count { $0 == $1 } >= 85, "\(film)")
    }
  }

  @Test(arguments: ["three_films.mp4", "three_films.mkv"])
  func everyFilmIsJoined(_ name: String) throws {
    let (_, clip) = try cut(name, [37..<100, 200..<260], ["--join"])
    for film in Self.films {
      let numbers = try Judge.frameNumbers(of: clip, stream: film)
      #expect(numbers == Array(37..<100) + Array(200..<260), "\(film)")
    }
  }

  /// A copy encodes nothing: films begin at keyframes of their own, and one without any is left out.
  @Test func aCopyKeepsNothingFromBeforeTheRange() throws {
    let (json, clip) = try cut("three_films.mp4", [120..<220], ["--method", "copy"])
    let dropped = try #require(json["dropped"] as? [[String: Any]])
    #expect(dropped.map { $0["stream"] as? Int } == [2])
    for film in Self.films.prefix(2) {
      let numbers = try Judge.frames(of: clip, stream: film, honoursEditList: false)
        .compactMap(\.number)
      #expect(numbers.min() == 120, "\(film)")
      #expect(numbers.count >= 98, "\(film)")
    }
  }

  /// Who asks to hide frames has them hidden in all films.
  @Test func hidingHidesInEveryFilm() throws {
    let (_, clip) = try cut("three_films.mp4", [97..<220], ["--method", "hide"])
    for film in Self.films {
      let numbers = try Judge.frameNumbers(of: clip, stream: film).compactMap { $0 }
      #expect(numbers.first == 97, "\(film)")
      #expect(Set(numbers).isSuperset(of: 97..<218), "\(film)")
    }
  }
}
