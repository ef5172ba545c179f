// SPDX-License-Identifier: GPL-3.0-or-later

/// The H.264 message that names a place where decoding may start.
enum RecoveryPoint {
  /// Frames until the picture is right, from a unit of supplemental information; nil when the unit
  /// holds no such message.
  static func frameCount(inH264 unit: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    // Messages of interest do not reach further.
    let payload = NALStream.unescaped(unit.dropFirst().prefix(4096))
    var position = 0
    while position + 1 < payload.count {
      guard let type = number(in: payload, at: &position),
        let size = number(in: payload, at: &position)
      else { return nil }
      if type == 6 { return exponentialGolomb(payload[position...]) }
      position += size
    }
    return nil
  }

  /// A type or size: 255 for each full byte, then the rest.
  private static func number(in payload: [UInt8], at position: inout Int) -> Int? {
    var value = 0
    while position < payload.count {
      let byte = payload[position]
      position += 1
      value += Int(byte)
      if byte < 255 { return value }
    }
    return nil
  }

  private static func exponentialGolomb(_ bytes: ArraySlice<UInt8>) -> Int? {
    func bit(_ number: Int) -> Int? {
      let index = bytes.startIndex + number / 8
      guard index < bytes.endIndex else { return nil }
      return Int(bytes[index] >> (7 - number % 8) & 1)
    }
    var zeros = 0
    while zeros < 32, let next = bit(zeros), next == 0 { zeros += 1 }
    guard zeros < 32 else { return nil }
    var value = 0
    for number in 0...zeros {
      guard let next = bit(zeros + number) else { return nil }
      value = value << 1 | next
    }
    return value - 1
  }
}
