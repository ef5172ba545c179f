// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

/// What phones and cameras write about a film is in the clip, byte by byte and in the same store.
struct CutMetadataTests {
  /// The boxes of metadata in a file by their path: those of users, keys and `uuid`.
  private struct Stores: Equatable {
    var boxes: [String: Data] = [:]

    init(of path: FilePath) throws {
      let data = try Data(contentsOf: URL(fileURLWithPath: path.displayString))
      read(data, in: "")
    }

    private mutating func read(_ data: Data, in parent: String) {
      var rest = data[...]
      while rest.count >= 8 {
        let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let kind = String(data: rest.dropFirst(4).prefix(4), encoding: .isoLatin1) ?? ""
        guard size >= 8, size <= rest.count else { break }
        let (box, body) = (rest.prefix(size), rest.prefix(size).dropFirst(8))
        let path = parent + "/" + kind
        switch path {
        case "/moov", "/moov/trak", "/moov/udta", "/moov/trak/udta": read(Data(body), in: path)
        case "/uuid", "/moov/meta", "/moov/trak/meta": boxes[path] = Data(box)
        default:
          if parent.hasSuffix("udta") { boxes[path] = Data(box) }
        }
        rest = rest.dropFirst(size)
      }
    }
  }

  private func cut(_ name: String, _ options: [String], to suffix: String? = nil) throws -> (
    Stores, Stores, FilePath
  ) {
    let clip = try Fixture.clip(name)
    let path = try Fixture.temporaryFolder("stores").appending(
      "out.\(suffix ?? clip.lowercaseExtension)")
    let done = try ChildProcess.run(
      try Fixture.product("kerf-cli").displayString,
      ["cut", clip, "--from", "2.5", "--to", "7.3", "-o", path] + options)
    #expect(done.status == 0, "\(done.messages)")
    return (try Stores(of: clip), try Stores(of: path), path)
  }

  @Test(
    arguments: ["phone.mov", "phone.mp4", "phone_3gpp.mp4"], ["smart", "hide", "copy", "encode"])
  func storesStayWithEveryMethod(_ name: String, _ method: String) throws {
    let (source, clip, path) = try cut(name, ["--method", method])
    #expect(!source.boxes.isEmpty)
    #expect(clip == source)
    #expect(try Judge.run("ffprobe", ["-v", "warning", path]).isEmpty)
  }

  @Test func storesStayInAnotherContainerOfTheKind() throws {
    let (source, clip, path) = try cut("phone.mp4", ["--format", "mov"], to: "mov")
    #expect(clip == source)
    let tags = try Judge.run("ffprobe", ["-v", "error", "-show_entries", "format_tags", path])
    for tag in ["make=Maker", "model=Model 1", "location=+48.8577+002.2950/"] {
      #expect(tags.contains(tag), "\(tags)")
    }
  }

  @Test(arguments: [("phone.mov", "/moov/meta"), ("phone.mp4", "/moov/udta/©day")])
  func datesInStoresAreMovedWithTheOthers(_ name: String, _ store: String) throws {
    let (source, clip, _) = try cut(name, ["--creation-time", "moved"])
    let (before, after) = ("2021-03-04T06:06:07+0100", "2021-03-04T06:06:09+0100")
    let box = try #require(source.boxes[store])
    let place = try #require(box.range(of: Data(before.utf8)))
    var expected = box
    expected.replaceSubrange(place, with: Data(after.utf8))
    #expect(clip.boxes[store] == expected)
  }

  @Test func marksMoveAndPicturesOfOtherFramesStayOut() throws {
    let (source, clip, path) = try cut("action_camera.mp4", ["--method", "smart"])
    #expect(clip.boxes["/uuid"] == source.boxes["/uuid"])
    #expect(clip.boxes["/moov/udta/FIRM"] == source.boxes["/moov/udta/FIRM"])
    #expect(source.boxes["/moov/udta/thmb"] != nil)
    #expect(clip.boxes["/moov/udta/thmb"] == nil)
    // One of three marks is in the range, at 3 s.
    let marks = try #require(clip.boxes["/moov/udta/HMMT"])
    #expect(marks.count == source.boxes["/moov/udta/HMMT"]?.count)
    #expect(Array(marks.dropFirst(8).prefix(12)) == [0, 0, 0, 1, 0, 0, 1, 0xF4, 0, 0, 0, 0])
    let chapters = try Judge.run(
      "ffprobe", ["-v", "warning", "-show_entries", "chapter=start_time", "-of", "csv=p=0", path])
    #expect(chapters.split(whereSeparator: \.isNewline) == ["0.500000"])
  }
}
