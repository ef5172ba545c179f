// SPDX-License-Identifier: GPL-3.0-or-later

/// Subtitles that are pictures and stay on screen until the next packet takes them away.
enum SubtitlePictures {
  /// Blu-ray discs'.
  case graphics
  /// Broadcasts' (ETSI EN 300 743).
  case broadcast

  init?(codec: String) {
    switch codec {
    case "hdmv_pgs_subtitle": self = .graphics
    case "dvb_subtitle": self = .broadcast
    default: return nil
    }
  }

  /// What a packet puts on screen.
  struct Content: Equatable {
    /// Whether anything is to be seen.
    let isVisible: Bool
    /// Whether nothing of the packets before is needed.
    let standsAlone: Bool
  }

  /// What a packet puts on screen; nil where it does not say.
  func content(of bytes: UnsafeBufferPointer<UInt8>) -> Content? {
    guard let composition = composition(in: bytes) else { return nil }
    switch self {
    case .graphics:
      // Size, rate and number, then the state; at the end how many objects there are.
      let isVisible = composition[10] > 0
      return Content(isVisible: isVisible, standsAlone: !isVisible || composition[7] & 0xC0 != 0)
    case .broadcast:
      // A time-out, version and state; then the regions, of six bytes each.
      let isVisible = composition.count > 2
      return Content(isVisible: isVisible, standsAlone: !isVisible || composition[1] & 0x0C != 0)
    }
  }

  /// A packet that takes away what this one put on screen; nil where it put nothing.
  func clearing(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let composition = composition(in: bytes) else { return nil }
    switch self {
    case .graphics:
      var empty = Array(composition.prefix(11))
      (empty[7], empty[10]) = (0, 0)
      return [0x16, 0, 11] + empty + [0x80, 0, 0]
    case .broadcast:
      let page = Array(bytes[2..<4])
      // Decoders take no notice of a version that they have.
      let version = composition[1] &+ 0x10 & 0xF0
      return [0x0F, 0x10] + page + [0, 2, composition[0], version | 0x03]
        + [0x0F, 0x80] + page + [0, 0]
    }
  }

  /// The segment that says what is on screen.
  private func composition(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var place = 0
    while true {
      // Type and length, which broadcasts put other bytes around.
      let (type, header, smallest) = self == .graphics ? (0, 3, 11) : (1, 6, 2)
      guard place + header <= bytes.count else { return nil }
      let length = Int(bytes[place + header - 2]) << 8 | Int(bytes[place + header - 1])
      let end = place + header + length
      guard end <= bytes.count else { return nil }
      if bytes[place + type] == (self == .graphics ? 0x16 : 0x10) {
        return length < smallest ? nil : Array(bytes[(place + header)..<end])
      }
      place = end
    }
  }
}
