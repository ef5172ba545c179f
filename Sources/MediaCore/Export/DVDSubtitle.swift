// SPDX-License-Identifier: GPL-3.0-or-later

/// A subtitle picture of a DVD, which says itself how long it stays.
///
/// Its size and the place of its commands come first; a list of commands begins with the time at
/// which they count, in units of 1024/90000 s from when it appears.
struct DVDSubtitle {
  private var bytes: [UInt8]
  /// Where the time is written at which it goes away.
  private let stop: Int

  /// Nil for what is not whole, and for what stays until the next one.
  init?(_ bytes: [UInt8]) {
    func read(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }
    guard bytes.count >= 8, read(0) == bytes.count else { return nil }
    var (list, found) = (read(2), Int?.none)
    for _ in 0..<64 {
      guard list + 4 <= bytes.count else { return nil }
      var place = list + 4
      while place < bytes.count, bytes[place] != 0xFF {
        switch bytes[place] {
        case 0, 1: place += 1
        case 2:
          found = list
          place += 1
        case 3, 4: place += 3
        case 5: place += 7
        case 6: place += 5
        default: return nil
        }
      }
      let next = read(list + 2)
      guard next > list else { break }
      list = next
    }
    guard let found, read(found) > 0 else { return nil }
    stop = found
    self.bytes = bytes
  }

  /// How long it stays, in ticks of 90 kHz.
  var length: Int64 { Int64(bytes[stop]) << 18 | Int64(bytes[stop + 1]) << 10 }

  /// The same picture for another time, in ticks of 90 kHz.
  func lasting(_ length: Int64) -> [UInt8] {
    let units = UInt16(clamping: max(1, length / 1024))
    var result = bytes
    result[stop] = UInt8(units >> 8)
    result[stop + 1] = UInt8(truncatingIfNeeded: units)
    return result
  }
}
