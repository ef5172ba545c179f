// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads bits, the highest of a byte first; beyond the end everything is 0.
struct BitReader {
  let bytes: [UInt8]
  /// In bits.
  private(set) var position: Int

  init(_ bytes: [UInt8], atByte offset: Int = 0) {
    self.bytes = bytes
    position = offset * 8
  }

  var isBeyondEnd: Bool { position > bytes.count * 8 }
  var isByteAligned: Bool { position % 8 == 0 }

  mutating func bit() -> Int {
    let index = position / 8
    defer { position += 1 }
    return index < bytes.count ? Int(bytes[index] >> (7 - position % 8) & 1) : 0
  }

  mutating func flag() -> Bool { bit() == 1 }

  mutating func bits(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count { value = value << 1 | bit() }
    return value
  }

  mutating func skip(_ count: Int) { position += count }

  /// An unsigned Exp-Golomb number.
  mutating func unsigned() -> Int {
    var zeros = 0
    while zeros < 32, !isBeyondEnd, bit() == 0 { zeros += 1 }
    return (1 << zeros) - 1 + bits(zeros)
  }

  /// A signed Exp-Golomb number.
  mutating func signed() -> Int {
    let value = unsigned()
    return value % 2 == 1 ? (value + 1) / 2 : -(value / 2)
  }
}
