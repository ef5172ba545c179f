// SPDX-License-Identifier: GPL-3.0-or-later

/// Other identifiers for the parameter sets of an HEVC encoder that numbers them from 0
/// (ITU-T H.265, 7.3.2 and 7.3.6).
struct HEVCRenumbering {
  private let video: Int
  private let sequence: Int
  /// One of 15 to 30: these take a byte more than 0, so that slice data behind stays aligned.
  private let picture: Int
  /// Of the source: its tier, and its level times 30.
  private let level: (tier: Int, number: Int)?

  /// Chooses numbers that the source does not use.
  init(besides sets: [[UInt8]]) throws(MediaError) {
    func free(_ type: UInt8, _ candidates: [Int]) throws(MediaError) -> Int {
      let taken = Set(
        sets.filter { HEVCJoint.type(of: $0) == type }.compactMap(Self.identifier))
      guard let found = candidates.first(where: { !taken.contains($0) }) else {
        throw MediaError(.unsupported, "find free parameter set identifier")
      }
      return found
    }
    video = try free(32, Array((1...15).reversed()))
    sequence = try free(33, Array((1...15).reversed()))
    picture = try free(34, Array((15...30).reversed()))
    level = sets.first { HEVCJoint.type(of: $0) == 33 }.map(Self.level)
  }

  /// Whether any of the source's sets has a number of ours.
  func collide(with sets: [[UInt8]]) throws(MediaError) -> Bool {
    sets.contains { set in
      let number = Self.identifier(of: set)
      switch HEVCJoint.type(of: set) {
      case 32: return number == video
      case 33: return number == sequence
      default: return number == picture
      }
    }
  }

  /// A unit of the encoder with our numbers.
  ///
  /// - Throws: `.unsupported` for units that the encoder numbered otherwise than from 0.
  func renumbered(_ unit: [UInt8]) throws(MediaError) -> [UInt8] {
    let type = HEVCJoint.type(of: unit)
    guard type < 32 || (32...34).contains(type) else { return unit }
    // Of a slice, only its first bytes change; what is behind goes on after a clean boundary.
    var headBytes = type < 32 ? min(unit.count, 16) : unit.count
    while headBytes < unit.count,
      unit[headBytes - 1] == 0 || unit[headBytes - 2] == 0 || unit[headBytes - 1] == 3
    {
      headBytes += 1
    }
    let payload = NALStream.unescaped(unit[..<headBytes])
    var reader = BitReader(payload, atByte: 2)
    var writer = BitWriter()
    writer.append(payload[0..<2])
    switch type {
    case 32:
      reader.skip(4)
      writer.bits(video, 4)
      // Layers, their nesting, and 16 bits that are reserved.
      for _ in 0..<28 { writer.bit(reader.bit()) }
      copyLevel(from: &reader, to: &writer)
      writer.copyRest(of: &reader)
    case 33:
      reader.skip(4)
      writer.bits(video, 4)
      let layers = reader.bits(3)
      // Levels of sub-layers would lie before the number.
      guard layers == 0 else { throw Self.unknown }
      writer.bits(layers, 3)
      writer.bit(reader.bit())
      copyLevel(from: &reader, to: &writer)
      _ = reader.unsigned()
      writer.unsigned(sequence)
      writer.copyRest(of: &reader)
    case 34:
      _ = reader.unsigned()
      writer.unsigned(picture)
      _ = reader.unsigned()
      writer.unsigned(sequence)
      writer.copyRest(of: &reader)
    default:
      writer.bit(reader.bit())
      if (16...23).contains(type) { writer.bit(reader.bit()) }
      guard reader.unsigned() == 0 else { throw Self.unknown }
      writer.unsigned(picture)
      while !reader.isByteAligned { writer.bit(reader.bit()) }
      guard writer.isByteAligned else { throw Self.unknown }
      writer.append(payload[(reader.position / 8)...])
      return NALStream.escaped(writer.bytes) + unit[headBytes...]
    }
    return NALStream.escaped(writer.bytes)
  }

  /// Copies the description of profile, tier and level (7.3.3) with the source's tier and level, for
  /// the stream is one, and decoders are made for what is said first.
  private func copyLevel(from reader: inout BitReader, to writer: inout BitWriter) {
    for place in 0..<96 {
      let bit = reader.bit()
      guard let level else {
        writer.bit(bit)
        continue
      }
      switch place {
      case 2: writer.bit(level.tier)
      case 88...: writer.bit(level.number >> (95 - place) & 1)
      default: writer.bit(bit)
      }
    }
  }

  /// Tier and level of a sequence's parameter set.
  private static func level(of unit: [UInt8]) -> (tier: Int, number: Int) {
    var reader = BitReader(NALStream.unescaped(unit.prefix(64)), atByte: 2)
    reader.skip(8 + 2)
    let tier = reader.bit()
    reader.skip(5 + 32 + 48)
    return (tier, reader.bits(8))
  }

  private static let unknown = MediaError(.unsupported, "renumber parameter sets")

  private static func identifier(of unit: [UInt8]) -> Int? {
    var reader = BitReader(NALStream.unescaped(unit.prefix(512)), atByte: 2)
    switch HEVCJoint.type(of: unit) {
    case 32: return reader.bits(4)
    case 33:
      reader.skip(4)
      let layers = reader.bits(3)
      reader.skip(1 + 96)
      if layers > 0 {
        var present: [(Bool, Bool)] = []
        for _ in 0..<8 { present.append((reader.flag(), reader.flag())) }
        for (profile, level) in present.prefix(layers) {
          reader.skip((profile ? 88 : 0) + (level ? 8 : 0))
        }
      }
      return reader.unsigned()
    case 34: return reader.unsigned()
    default: return nil
    }
  }
}
