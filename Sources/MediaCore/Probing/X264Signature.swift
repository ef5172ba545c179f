// SPDX-License-Identifier: GPL-3.0-or-later

/// The line that x264 writes into the first packet of what it encodes.
enum X264Signature {
  /// The build of x264 that a packet names; nil when it names none.
  static func build(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let head = bytes.prefix(2048)
    let mark = Array("x264 - core ".utf8)
    guard head.count > mark.count else { return nil }
    for start in 0..<(head.count - mark.count)
    where head[start] == mark[0] && head[start...].starts(with: mark) {
      let digits = head[(start + mark.count)...].prefix { (0x30...0x39).contains($0) }
      return Int(String(decoding: digits, as: UTF8.self))
    }
    return nil
  }
}
