// SPDX-License-Identifier: GPL-3.0-or-later

/// What slice headers depend on (ITU-T H.264, 7.3.2).
enum H264ParameterSet {
  struct Sequence: Equatable {
    let identifier: Int
    let chromaArrayType: Int
    let hasSeparatePlanes: Bool
    let frameNumberBits: Int
    let orderType: Int
    let orderBits: Int
    let isOrderDeltaZero: Bool
    /// Where the flag that allows gaps in frame numbers lies, in bits.
    let gapsPosition: Int
    let hasFramesOnly: Bool
  }

  struct Picture: Equatable {
    let identifier: Int
    let sequence: Int
    let isArithmetic: Bool
    let hasFieldOrder: Bool
    let references: (Int, Int)
    let isWeighted: Bool
    let bidirectionalWeighting: Int
    let hasDeblockingControl: Bool
    let hasRedundantPictures: Bool

    static func == (a: Self, b: Self) -> Bool {
      a.identifier == b.identifier && a.sequence == b.sequence
    }
  }

  /// The number of a parameter set; nil for other units.
  static func identifier(of unit: [UInt8]) -> Int? {
    guard unit.count > 4 || (unit.count > 1 && unit[0] & 31 == 8) else { return nil }
    switch unit[0] & 31 {
    case 7:
      var reader = BitReader(NALStream.unescaped(unit.prefix(32)), atByte: 4)
      return reader.unsigned()
    case 8:
      var reader = BitReader(NALStream.unescaped(unit.prefix(32)), atByte: 1)
      return reader.unsigned()
    default: return nil
    }
  }

  /// Reads a sequence parameter set; nil for other units.
  static func sequence(_ unit: [UInt8]) -> Sequence? {
    guard unit.count > 4, unit[0] & 31 == 7 else { return nil }
    var reader = BitReader(NALStream.unescaped(unit), atByte: 1)
    let profile = reader.bits(8)
    reader.skip(16)
    let identifier = reader.unsigned()
    var chroma = 1
    var hasSeparatePlanes = false
    if highProfiles.contains(profile) {
      chroma = reader.unsigned()
      if chroma == 3 { hasSeparatePlanes = reader.flag() }
      _ = reader.unsigned()
      _ = reader.unsigned()
      reader.skip(1)
      if reader.flag() {
        for list in 0..<(chroma == 3 ? 12 : 8) where reader.flag() {
          skipScalingList(&reader, size: list < 6 ? 16 : 64)
        }
      }
    }
    let frameNumberBits = reader.unsigned() + 4
    let orderType = reader.unsigned()
    var orderBits = 0
    var isOrderDeltaZero = false
    if orderType == 0 {
      orderBits = reader.unsigned() + 4
    } else if orderType == 1 {
      isOrderDeltaZero = reader.flag()
      _ = reader.signed()
      _ = reader.signed()
      for _ in 0..<min(255, reader.unsigned()) { _ = reader.signed() }
    }
    _ = reader.unsigned()
    let gapsPosition = reader.position
    reader.skip(1)
    _ = reader.unsigned()
    _ = reader.unsigned()
    let hasFramesOnly = reader.flag()
    guard !reader.isBeyondEnd, frameNumberBits <= 16, orderBits <= 16 else { return nil }
    return Sequence(
      identifier: identifier, chromaArrayType: hasSeparatePlanes ? 0 : chroma,
      hasSeparatePlanes: hasSeparatePlanes, frameNumberBits: frameNumberBits,
      orderType: orderType, orderBits: orderBits, isOrderDeltaZero: isOrderDeltaZero,
      gapsPosition: gapsPosition, hasFramesOnly: hasFramesOnly)
  }

  /// Reads a picture parameter set; nil for other units and for slice groups.
  static func picture(_ unit: [UInt8]) -> Picture? {
    guard unit.count > 1, unit[0] & 31 == 8 else { return nil }
    var reader = BitReader(NALStream.unescaped(unit), atByte: 1)
    let identifier = reader.unsigned()
    let sequence = reader.unsigned()
    let isArithmetic = reader.flag()
    let hasFieldOrder = reader.flag()
    guard reader.unsigned() == 0 else { return nil }
    let references = (reader.unsigned() + 1, reader.unsigned() + 1)
    let isWeighted = reader.flag()
    let bidirectionalWeighting = reader.bits(2)
    for _ in 0..<3 { _ = reader.signed() }
    let hasDeblockingControl = reader.flag()
    reader.skip(1)
    let hasRedundantPictures = reader.flag()
    guard !reader.isBeyondEnd else { return nil }
    return Picture(
      identifier: identifier, sequence: sequence, isArithmetic: isArithmetic,
      hasFieldOrder: hasFieldOrder, references: references, isWeighted: isWeighted,
      bidirectionalWeighting: bidirectionalWeighting, hasDeblockingControl: hasDeblockingControl,
      hasRedundantPictures: hasRedundantPictures)
  }

  /// A sequence parameter set that allows gaps in frame numbers; as it is for our own.
  static func allowingGaps(_ unit: [UInt8], unless ours: Int) -> [UInt8] {
    guard let set = sequence(unit), set.identifier != ours else { return unit }
    var payload = NALStream.unescaped(unit)
    payload[set.gapsPosition / 8] |= 1 << (7 - set.gapsPosition % 8)
    return NALStream.escaped(payload)
  }

  private static func skipScalingList(_ reader: inout BitReader, size: Int) {
    var last = 8
    var next = 8
    for _ in 0..<size {
      if next != 0 { next = (last + reader.signed() + 256) % 256 }
      if next != 0 { last = next }
    }
  }

  private static let highProfiles: Set<Int> = [
    100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
  ]
}
