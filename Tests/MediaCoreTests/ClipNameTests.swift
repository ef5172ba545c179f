// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

@testable import MediaCore

struct ClipNameTests {
  private func name(_ source: FilePath, _ container: ExportContainer, _ attempt: Int = 1) -> String
  {
    String(
      decoding: ClipName.name(for: source, in: container, attempt: attempt), as: UTF8.self)
  }

  @Test(arguments: [
    ("/films/clip.mp4", "clip (trimmed).mp4"), ("UPPER.MP4", "UPPER (trimmed).MP4"),
    ("two.dots.v1.2.mp4", "two.dots.v1.2 (trimmed).mp4"),
    ("no_extension", "no_extension (trimmed).mp4"),
    ("a:b 12:30:00.mp4", "a:b 12:30:00 (trimmed).mp4"),
    ("film.m4v", "film (trimmed).m4v"), ("wrong.avi", "wrong (trimmed).mp4"),
    ("日本語 видео 🎬.mp4", "日本語 видео 🎬 (trimmed).mp4"),
    ("clip.2024-05-01", "clip.2024-05-01 (trimmed).mp4"),
    (".hidden", ".hidden (trimmed).mp4"),
  ])
  func theStemIsKeptAndTheExtensionFits(_ source: String, _ expected: String) {
    #expect(name(FilePath(source), .mp4) == expected)
  }

  @Test func takenNamesAreCounted() {
    #expect(name(FilePath("clip.mkv"), .matroska, 2) == "clip (trimmed 2).mkv")
    #expect(name(FilePath("clip.mkv"), .matroska, 11) == "clip (trimmed 11).mkv")
  }

  @Test func bytesThatAreNoTextAreKept() {
    let source = FilePath(bytes: Array("bad".utf8) + [0xFF, 0xFE] + Array(".mp4".utf8))
    let expected = Array("bad".utf8) + [0xFF, 0xFE] + Array(" (trimmed).mp4".utf8)
    #expect(ClipName.name(for: source, in: .mp4, attempt: 1) == expected)
  }

  @Test(arguments: 120...130)
  func longNamesAreCutBetweenCharacters(_ count: Int) {
    let source = FilePath(String(repeating: "ü", count: count) + ".mp4")
    let made = ClipName.name(for: source, in: .mp4, attempt: 12)
    #expect(made.count <= 255)
    #expect(made.count >= min(255 - 1, 2 * count + 17))
    #expect(!String(decoding: made, as: UTF8.self).unicodeScalars.contains("\u{FFFD}"))
  }
}
