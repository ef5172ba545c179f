// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes bits, the highest of a byte first.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  /// In bits.
  private(set) var position = 0

  var isByteAligned: Bool { position % 8 == 0 }

  mutating func bit(_ value: Int) {
    if isByteAligned { bytes.append(0) }
    if value & 1 == 1 { bytes[bytes.count - 1] |= 1 << (7 - position % 8) }
    position += 1
  }

  mutating func flag(_ value: Bool) { bit(value ? 1 : 0) }

  mutating func bits(_ value: Int, _ count: Int) {
    for shift in stride(from: count - 1, through: 0, by: -1) { bit(value >> shift) }
  }

  /// An unsigned Exp-Golomb number.
  mutating func unsigned(_ value: Int) {
    let length = Int.bitWidth - (value + 1).leadingZeroBitCount
    bits(0, length - 1)
    bits(value + 1, length)
  }

  /// A signed Exp-Golomb number.
  mutating func signed(_ value: Int) { unsigned(value > 0 ? 2 * value - 1 : -2 * value) }

  /// Whole bytes.
  ///
  /// - Precondition: Byte aligned.
  mutating func append(_ more: ArraySlice<UInt8>) {
    precondition(isByteAligned, "bytes go where bytes begin")
    bytes.append(contentsOf: more)
    position += more.count * 8
  }

  /// The rest of a unit: its bits up to the stop bit, which is written anew behind them.
  mutating func copyRest(of reader: inout BitReader) {
    var end = reader.bytes.count * 8
    while end > reader.position, reader.bytes[(end - 1) / 8] >> (7 - (end - 1) % 8) & 1 == 0 {
      end -= 1
    }
    end -= 1
    while reader.position < end { bit(reader.bit()) }
    bit(1)
    while !isByteAligned { bit(0) }
  }
}
