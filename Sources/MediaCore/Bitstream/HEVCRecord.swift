// SPDX-License-Identifier: GPL-3.0-or-later

/// The description of an HEVC stream in MP4 and Matroska (ISO/IEC 14496-15, 8.3.3).
struct HEVCRecord {
  private struct List {
    /// Completeness and type of the units.
    let kind: UInt8
    var units: [[UInt8]]
  }

  private let head: [UInt8]
  private var lists: [List] = []

  /// Fails for bytes that are no such record.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 23, bytes[0] != 0 || bytes[1] != 0 || bytes[2] > 1 else { return nil }
    head = Array(bytes[0..<22])
    var position = 23
    for _ in 0..<bytes[22] {
      guard position + 3 <= bytes.count else { return nil }
      var list = List(kind: bytes[position], units: [])
      let count = Int(bytes[position + 1]) << 8 | Int(bytes[position + 2])
      position += 3
      for _ in 0..<count {
        guard position + 2 <= bytes.count else { return nil }
        let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
        guard position + 2 + length <= bytes.count else { return nil }
        list.units.append(Array(bytes[(position + 2)..<(position + 2 + length)]))
        position += 2 + length
      }
      lists.append(list)
    }
  }

  var lengthBytes: Int { Int(head[21] & 3) + 1 }

  var units: [[UInt8]] { lists.flatMap(\.units) }

  /// Adds a parameter set to the list of its kind.
  mutating func add(_ unit: [UInt8]) {
    guard let type = unit.first.map({ $0 >> 1 & 63 }) else { return }
    if let place = lists.firstIndex(where: { $0.kind & 63 == type }) {
      lists[place].units.append(unit)
    } else {
      lists.append(List(kind: 0x80 | type, units: [unit]))
    }
  }

  var bytes: [UInt8] {
    var result = head + [UInt8(truncatingIfNeeded: lists.count)]
    for list in lists {
      result += [
        list.kind, UInt8(list.units.count >> 8 & 0xFF), UInt8(list.units.count & 0xFF),
      ]
      for unit in list.units {
        result += [UInt8(unit.count >> 8 & 0xFF), UInt8(unit.count & 0xFF)] + unit
      }
    }
    return result
  }
}
