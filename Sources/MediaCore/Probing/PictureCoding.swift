// SPDX-License-Identifier: GPL-3.0-or-later

/// What a packet shows, read from the first bytes of its payload.
///
/// Container flags are not enough: some mark every packet as a keyframe, some none, and none tells
/// an invisible frame or a picture that no decoder shows.
enum PictureCoding: Equatable {
  /// `lengthBytes` is nil for Annex B start codes.
  case h264(lengthBytes: Int?)
  case hevc(lengthBytes: Int?)
  case mpeg2
  case vp8
  case vp9
  /// Every frame is a keyframe.
  case intraOnly
  /// Nothing better than the container's word is read.
  case container

  /// What one packet shows.
  struct Facts: Equatable {
    var isKeyframe: Bool
    /// Whether its picture was met among the bytes that were looked at.
    var hasPicture = true
    /// Whether a frame comes out for it at all.
    var isShown = true
    /// Whether display order starts afresh: nothing stored later is shown before it.
    var startsAfresh = false
    /// Whether it is shown before the keyframe stored before it and needs the GOP before that.
    var needsPreviousGOP = false
    /// Whether it says of itself that the pictures shown before it decode without the GOP before.
    var isClosedGOP = false
    /// Whether the stream ends here by its own word: the next keyframe has nothing before it.
    var endsSequence = false
    /// Whether references to the GOP before are void: leading pictures that need it are not shown.
    var breaksLink = false
  }

  /// Whether the start of a packet and its very end tell all.
  var isToldByHead: Bool {
    switch self {
    case .h264, .hevc, .intraOnly: true
    default: false
    }
  }

  /// Reads a packet's payload.
  ///
  /// - Parameters:
  ///   - bytes: All of it.
  ///   - headCount: How many bytes may be looked at, beside the last few; nil for all. Only for what
  ///     ``isToldByHead``.
  ///   - isMarked: The container's word.
  /// - Returns: What the packet shows.
  func facts(
    of bytes: UnsafeBufferPointer<UInt8>, headCount: Int? = nil, isMarked: Bool
  ) -> Facts {
    let head = UnsafeBufferPointer(rebasing: bytes.prefix(headCount ?? bytes.count))
    return switch self {
    case .h264(let lengthBytes): Self.h264(NALUnits(head, lengthBytes: lengthBytes))
    case .hevc(let lengthBytes): Self.hevc(NALUnits(head, lengthBytes: lengthBytes), bytes)
    case .mpeg2: Self.mpeg2(bytes, isMarked: isMarked)
    case .vp8: Self.vp8(bytes, isMarked: isMarked)
    case .vp9: Facts(isKeyframe: isMarked, isShown: Self.showsVP9(bytes))
    case .intraOnly: Facts(isKeyframe: true)
    case .container: Facts(isKeyframe: isMarked)
    }
  }

  private static func h264(_ units: NALUnits) -> Facts {
    var facts = Facts(isKeyframe: false)
    for unit in units {
      guard let header = unit.first else { continue }
      switch header & 0x1F {
      case 5:
        facts.isKeyframe = true
        facts.startsAfresh = true
        return facts
      case 1, 2: return facts
      case 6:
        // Recovery after 0 frames is a clean start; after more the picture heals over time.
        if RecoveryPoint.frameCount(inH264: unit) == 0 { facts.isKeyframe = true }
      default: break
      }
    }
    facts.hasPicture = false
    return facts
  }

  private static func hevc(_ units: NALUnits, _ bytes: UnsafeBufferPointer<UInt8>) -> Facts {
    var facts = Facts(isKeyframe: false)
    for unit in units {
      guard unit.count >= 2 else { continue }
      let layer = (unit[unit.startIndex] & 1) << 5 | unit[unit.startIndex + 1] >> 3
      let type = unit[unit.startIndex] >> 1 & 0x3F
      guard layer == 0, type < 32 else { continue }
      facts.isKeyframe = (16...21).contains(type)
      facts.startsAfresh = type == 19 || type == 20
      facts.breaksLink = (16...18).contains(type)
      facts.needsPreviousGOP = type == 8 || type == 9
      facts.endsSequence = endsHEVCSequence(bytes)
      return facts
    }
    facts.hasPicture = false
    return facts
  }

  /// An end-of-sequence unit has two bytes and comes last.
  private static func endsHEVCSequence(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count >= 5 && (bytes[bytes.count - 2] == 0x48 || bytes[bytes.count - 2] == 0x4A)
      && bytes[bytes.count - 1] == 1
      && (bytes[bytes.count - 3] == 1 || bytes[bytes.count - 3] == 2)
      && bytes[bytes.count - 4] == 0 && bytes[bytes.count - 5] == 0
  }

  private static func mpeg2(_ bytes: UnsafeBufferPointer<UInt8>, isMarked: Bool) -> Facts {
    var facts = Facts(isKeyframe: isMarked)
    for unit in NALUnits(bytes, lengthBytes: nil) {
      switch unit.first {
      case 0xB8 where unit.count >= 5:
        facts.isClosedGOP = unit[unit.startIndex + 4] & 0x40 != 0
      case 0x00: return facts
      default: break
      }
    }
    return facts
  }

  private static func vp8(_ bytes: UnsafeBufferPointer<UInt8>, isMarked: Bool) -> Facts {
    guard let tag = bytes.first else { return Facts(isKeyframe: isMarked) }
    return Facts(isKeyframe: tag & 1 == 0, isShown: tag & 0x10 != 0)
  }

  /// Whether any frame of a VP9 packet, which may be a superframe, is shown.
  private static func showsVP9(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let marker = bytes.last, marker & 0xE0 == 0xC0 else { return showsVP9Frame(bytes[...]) }
    let sizeBytes = Int(marker >> 3 & 3) + 1
    let count = Int(marker & 7) + 1
    let indexBytes = 2 + sizeBytes * count
    guard bytes.count >= indexBytes, bytes[bytes.count - indexBytes] == marker else {
      return showsVP9Frame(bytes[...])
    }
    var start = 0
    for frame in 0..<count {
      let entry = bytes.count - indexBytes + 1 + frame * sizeBytes
      let size = (0..<sizeBytes).reduce(0) { $0 | Int(bytes[entry + $1]) << ($1 * 8) }
      guard size > 0, start + size <= bytes.count - indexBytes else { return true }
      if showsVP9Frame(bytes[start..<(start + size)]) { return true }
      start += size
    }
    return false
  }

  private static func showsVP9Frame(_ frame: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = frame.first, first >> 6 == 2 else { return true }
    // marker 2 bits, profile 2, one reserved bit in profile 3, then show_existing, type, show.
    let isProfile3 = first >> 4 & 3 == 3
    let shift = isProfile3 ? 2 : 3
    let showsExisting = first >> shift & 1 == 1
    return showsExisting || first >> (shift - 2) & 1 == 1
  }
}
