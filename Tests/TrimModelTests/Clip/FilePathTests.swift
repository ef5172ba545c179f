// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct FilePathTests {
  static let parts: [(String, parent: String, name: String, stem: String, suffix: String)] = [
    ("/a/b.mp4", "/a", "b.mp4", "b", "mp4"),
    ("/b.MP4", "/", "b.MP4", "b", "mp4"),
    ("b.tar.gz", ".", "b.tar.gz", "b.tar", "gz"),
    ("b", ".", "b", "b", ""),
    (".hidden", ".", ".hidden", ".hidden", ""),
    ("/a/.hidden.mov", "/a", ".hidden.mov", ".hidden", "mov"),
    ("/a.b/c", "/a.b", "c", "c", ""),
    ("name.", ".", "name.", "name", ""),
    ("http:x.mp4", ".", "http:x.mp4", "http:x", "mp4"),
    ("-dash.mp4", ".", "-dash.mp4", "-dash", "mp4"),
    ("/new\nline.mkv", "/", "new\nline.mkv", "new\nline", "mkv"),
    ("", ".", "", "", ""),
  ]

  @Test(arguments: parts)
  func pathHasParts(
    _ text: String, parent: String, name: String, stem: String, suffix: String
  ) {
    let path = FilePath(text)
    #expect(path.parent == FilePath(parent))
    #expect(path.displayName == name)
    #expect(String(decoding: path.stem, as: UTF8.self) == stem)
    #expect(path.lowercaseExtension == suffix)
  }

  @Test func bytesThatAreNoTextSurvive() {
    let path = FilePath(bytes: [0x2F, 0xFF, 0xFE, 0x2E, 0x6D])
    #expect(path.displayName == "\u{FFFD}\u{FFFD}.m")
    let copied = path.withCString { FilePath(cString: $0) }
    #expect(copied == path)
    #expect(Array(path.stem) == [0xFF, 0xFE])
    #expect(path.parent.appending(path.lastComponent) == path)
  }

  @Test func componentsAreAppendedWithOneSlash() {
    #expect(FilePath("/").appending("a") == FilePath("/a"))
    #expect(FilePath("/a").appending("b") == FilePath("/a/b"))
    #expect(FilePath("/a/").appending("b") == FilePath("/a/b"))
  }

  @Test func bytesAreComparedAndNotText() {
    // One letter and the same in two parts look alike and are two files.
    #expect(FilePath("é") != FilePath("e\u{301}"))
    #expect(Set([FilePath("é"), FilePath("e\u{301}"), FilePath("é")]).count == 2)
  }

  @Test func errorsOfTheBodyComeThrough() {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try FilePath("/a").withCString { _ in throw Failure() } }
  }
}
