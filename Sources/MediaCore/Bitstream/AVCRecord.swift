// SPDX-License-Identifier: GPL-3.0-or-later

/// The description of an H.264 stream in MP4 and Matroska (ISO/IEC 14496-15, 5.3.3).
struct AVCRecord {
  /// Version, profile, compatibility, level, size of lengths.
  private let head: [UInt8]
  private(set) var sequenceSets: [[UInt8]]
  private(set) var pictureSets: [[UInt8]]
  /// Chroma format and depths, for high profiles.
  private let rest: [UInt8]

  /// Fails for bytes that are no such record.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 7, bytes[0] == 1 else { return nil }
    head = Array(bytes[0..<5])
    var position = 6
    func sets(_ count: Int) -> [[UInt8]]? {
      var list: [[UInt8]] = []
      for _ in 0..<count {
        guard position + 2 <= bytes.count else { return nil }
        let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
        guard position + 2 + length <= bytes.count else { return nil }
        list.append(Array(bytes[(position + 2)..<(position + 2 + length)]))
        position += 2 + length
      }
      return list
    }
    guard let sequenceSets = sets(Int(bytes[5] & 31)), position < bytes.count else { return nil }
    let count = Int(bytes[position])
    position += 1
    guard let pictureSets = sets(count) else { return nil }
    self.sequenceSets = sequenceSets
    self.pictureSets = pictureSets
    rest = Array(bytes[position...])
  }

  var lengthBytes: Int { Int(head[4] & 3) + 1 }

  /// Adds a unit to the list that it belongs to; others are not stored here.
  mutating func add(_ unit: [UInt8]) {
    switch unit.first.map({ $0 & 31 }) {
    case 7: sequenceSets.append(unit)
    case 8: pictureSets.append(unit)
    default: break
    }
  }

  /// Puts other sequence parameter sets in the place of those that are there.
  mutating func replaceSequenceSets(_ change: ([UInt8]) -> [UInt8]) {
    sequenceSets = sequenceSets.map(change)
  }

  var bytes: [UInt8] {
    var result = head + [0xE0 | UInt8(truncatingIfNeeded: sequenceSets.count & 31)]
    func append(_ sets: [[UInt8]]) {
      for set in sets {
        result += [UInt8(set.count >> 8 & 0xFF), UInt8(set.count & 0xFF)] + set
      }
    }
    append(sequenceSets)
    result.append(UInt8(truncatingIfNeeded: pictureSets.count))
    append(pictureSets)
    return result + rest
  }
}
