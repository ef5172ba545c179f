// SPDX-License-Identifier: GPL-3.0-or-later

/// The boxes of an MP4 index in memory.
struct MP4Boxes {
  struct Box {
    let type: String
    /// What follows size and type.
    let body: Range<Int>
    /// Bytes of size and type.
    var headerSize = 8
  }

  private(set) var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  var whole: Range<Int> { bytes.indices }

  /// The boxes that lie side by side in `range`; those that claim more than there is end the list.
  func boxes(in range: Range<Int>) -> [Box] {
    var result: [Box] = []
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound {
      var size = Int(read32(offset))
      var headerSize = 8
      if size == 1, offset + 16 <= range.upperBound {
        size = Int(clamping: read64(offset + 8))
        headerSize = 16
      }
      guard size >= headerSize, offset + size <= range.upperBound else { break }
      let type = String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self)
      result.append(
        Box(type: type, body: (offset + headerSize)..<(offset + size), headerSize: headerSize))
      offset += size
    }
    return result
  }

  func child(_ type: String, of box: Box) -> Box? {
    boxes(in: box.body).first { $0.type == type && $0.body.count >= 4 }
  }

  /// The version of a full box: 1 for 64-bit times.
  func version(of box: Box) -> UInt8 { bytes[box.body.lowerBound] }

  func read32(_ offset: Int) -> UInt32 {
    guard offset >= 0, offset + 4 <= bytes.count else { return 0 }
    return bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }

  func read64(_ offset: Int) -> Int64 {
    Int64(bitPattern: UInt64(read32(offset)) << 32 | UInt64(read32(offset + 4)))
  }

  /// A length of 32 or 64 bits.
  func read(_ offset: Int, isLong: Bool) -> Int64 {
    isLong ? read64(offset) : Int64(read32(offset))
  }

  mutating func write(_ value: Int64, _ offset: Int, isLong: Bool) {
    let count = isLong ? 8 : 4
    guard offset >= 0, offset + count <= bytes.count else { return }
    let clamped = isLong ? UInt64(bitPattern: value) : UInt64(UInt32(clamping: value))
    for position in 0..<count {
      bytes[offset + position] = UInt8(truncatingIfNeeded: clamped >> ((count - 1 - position) * 8))
    }
  }
}
