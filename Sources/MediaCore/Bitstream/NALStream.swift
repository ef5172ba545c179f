// SPDX-License-Identifier: GPL-3.0-or-later

/// How the units of an H.264 or HEVC stream are packed, and the two forms of a unit.
struct NALStream: Equatable {
  /// Size of the length before each unit; nil for start codes.
  let lengthBytes: Int?

  /// The units of a packet, whole, without lengths, start codes and zeros behind them.
  func units(of bytes: UnsafeBufferPointer<UInt8>) -> [ArraySlice<UInt8>] {
    units(of: Array(bytes))
  }

  func units(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    lengthBytes.map { Self.prefixed(bytes, $0) } ?? Self.afterStartCodes(bytes)
  }

  /// Packs units as the stream has them.
  ///
  /// - Throws: `.unsupported` when a unit is too long for the stream's lengths.
  func pack(_ units: [[UInt8]]) throws(MediaError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(units.reduce(0) { $0 + $1.count + 4 })
    for unit in units {
      if let lengthBytes {
        guard lengthBytes == 4 || unit.count < 1 << (8 * lengthBytes) else {
          throw MediaError(.unsupported, "store unit of \(unit.count) bytes")
        }
        for shift in stride(from: (lengthBytes - 1) * 8, through: 0, by: -8) {
          result.append(UInt8(truncatingIfNeeded: unit.count >> shift))
        }
      } else {
        result += [0, 0, 0, 1]
      }
      result += unit
    }
    return result
  }

  private static func prefixed(_ bytes: [UInt8], _ lengthBytes: Int) -> [ArraySlice<UInt8>] {
    var units: [ArraySlice<UInt8>] = []
    var position = 0
    while position + lengthBytes <= bytes.count {
      let length = bytes[position..<(position + lengthBytes)].reduce(0) { $0 << 8 | Int($1) }
      let start = position + lengthBytes
      let end = min(bytes.count, start + length)
      if end > start { units.append(bytes[start..<end]) }
      position = end
    }
    return units
  }

  private static func afterStartCodes(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var units: [ArraySlice<UInt8>] = []
    var start: Int?
    var position = 0
    func close(_ end: Int) {
      guard let start else { return }
      var end = end
      while end > start, bytes[end - 1] == 0 { end -= 1 }
      if end > start { units.append(bytes[start..<end]) }
    }
    while position + 2 < bytes.count {
      if bytes[position + 2] > 1 {
        position += 3
      } else if bytes[position] == 0, bytes[position + 1] == 0, bytes[position + 2] == 1 {
        close(position)
        position += 3
        start = position
      } else {
        position += 1
      }
    }
    close(bytes.count)
    return units
  }

  // MARK: - Emulation prevention

  /// A unit without the bytes that keep start codes from appearing in it.
  static func unescaped(_ unit: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(unit.count)
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      result.append(byte)
    }
    return result
  }

  static func escaped(_ payload: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(payload.count + payload.count / 64)
    var zeros = 0
    for byte in payload {
      if zeros >= 2, byte <= 3 {
        result.append(3)
        zeros = 0
      }
      zeros = byte == 0 ? zeros + 1 : 0
      result.append(byte)
    }
    // A unit never ends with a zero byte.
    if result.last == 0 { result.append(3) }
    return result
  }
}
