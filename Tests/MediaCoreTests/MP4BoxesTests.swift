// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import MediaCore

struct MP4BoxesTests {
  private func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
    let size = UInt32(body.count + 8)
    return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(type.utf8)
      + body
  }

  @Test func boxesLieSideBySideAndInside() throws {
    let inner = box("elst", [0, 0, 0, 0, 9])
    let boxes = MP4Boxes(bytes: box("free", []) + box("edts", inner))
    let all = boxes.boxes(in: boxes.whole)
    #expect(all.map(\.type) == ["free", "edts"])
    let list = try #require(boxes.child("elst", of: all[1]))
    #expect(list.body.count == 5)
    #expect(boxes.child("tkhd", of: all[1]) == nil)
  }

  @Test(
    arguments: [[0, 0, 0, 7], [0, 0, 0, 99], [255, 255, 255, 255], [0, 0, 0, 0]] as [[UInt8]])
  func boxesThatLieAboutTheirSizeEndTheList(_ size: [UInt8]) {
    let bytes = box("free", []) + size + Array("moov".utf8)
    let boxes = MP4Boxes(bytes: bytes)
    #expect(boxes.boxes(in: boxes.whole).map(\.type) == ["free"])
  }

  @Test(arguments: [0, 1, 255, 65_536, Int64(UInt32.max)])
  func lengthsSurviveBothWidths(_ value: Int64) {
    var boxes = MP4Boxes(bytes: [UInt8](repeating: 7, count: 16))
    boxes.write(value, 4, isLong: false)
    #expect(boxes.read(4, isLong: false) == value)
    boxes.write(value << 8, 4, isLong: true)
    #expect(boxes.read(4, isLong: true) == value << 8)
    #expect(boxes.bytes.prefix(4).allSatisfy { $0 == 7 })
    #expect(boxes.bytes.suffix(4).allSatisfy { $0 == 7 })
  }

  @Test func nothingIsWrittenBehindTheEnd() {
    var boxes = MP4Boxes(bytes: [1, 2, 3, 4])
    boxes.write(9, 2, isLong: false)
    #expect(boxes.bytes == [1, 2, 3, 4])
    #expect(boxes.read32(2) == 0)
  }
}
