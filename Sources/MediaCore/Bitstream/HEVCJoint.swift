// SPDX-License-Identifier: GPL-3.0-or-later

/// HEVC pieces of two encoders as one stream.
///
/// Encoders number their parameter sets from 0 as sources do, so those of the encoded pieces get
/// other numbers, and the slices that name them as well. Both sets are in the stream's description
/// and before the pictures at the joints, since some players look in only one of these places.
final class HEVCJoint: StreamJoint {
  let parameterSetID = 0
  private let stream: NALStream
  private let record: HEVCRecord?
  private let sourceSets: [[UInt8]]
  private let numbers: HEVCRenumbering
  private var encoderSets: [[UInt8]] = []

  /// - Parameter extradata: The source's description.
  /// - Throws: `.unsupported` when it leaves no numbers free.
  init(extradata: [UInt8]) throws(MediaError) {
    record = HEVCRecord(extradata)
    stream = NALStream(lengthBytes: record?.lengthBytes)
    sourceSets =
      record?.units.filter(Self.isParameterSet)
      ?? stream.units(of: extradata).map { Array($0) }.filter(Self.isParameterSet)
    numbers = try HEVCRenumbering(besides: sourceSets)
  }

  func describe(encoderHeaders: [UInt8]) throws(MediaError) -> [UInt8] {
    encoderSets = []
    for unit in NALStream(lengthBytes: nil).units(of: encoderHeaders).map({ Array($0) })
    where Self.isParameterSet(unit) {
      encoderSets.append(try numbers.renumbered(unit))
    }
    guard encoderSets.count >= 3 else {
      throw MediaError(.unsupported, "read encoder's headers")
    }
    guard var record else { return try stream.pack(sourceSets + encoderSets) }
    for set in encoderSets { record.add(set) }
    return record.bytes
  }

  func encoded(_ bytes: [UInt8], isKeyframe: Bool) throws(MediaError) -> [UInt8] {
    var units: [[UInt8]] = isKeyframe ? encoderSets : []
    for unit in NALStream(lengthBytes: nil).units(of: bytes).map({ Array($0) })
    where !Self.isParameterSet(unit) && Self.type(of: unit) != 35 {
      units.append(try numbers.renumbered(unit))
    }
    return try stream.pack(units)
  }

  func copied(
    _ bytes: UnsafeBufferPointer<UInt8>, isFirst: Bool
  ) throws(MediaError) -> [UInt8]? {
    guard isFirst else { return nil }
    var units = stream.units(of: bytes).map { Array($0) }
    let sets = units.filter(Self.isParameterSet)
    if try numbers.collide(with: sets) {
      throw MediaError(.unsupported, "join parameter sets of the same number")
    }
    for place in units.indices where Self.type(of: units[place]) == Self.cleanRandomAccess {
      // What is shown before it and stored after it is not in the clip.
      units[place][0] = units[place][0] & 0x81 | Self.brokenLinkWithoutLeading << 1
    }
    if sets.isEmpty {
      // Behind the delimiter, which comes first where there is one.
      let place = units.first.map { Self.type(of: $0) == 35 } ?? false ? 1 : 0
      units.insert(contentsOf: sourceSets, at: place)
    }
    return try stream.pack(units)
  }

  private static let cleanRandomAccess: UInt8 = 21
  private static let brokenLinkWithoutLeading: UInt8 = 18

  static func type(of unit: [UInt8]) -> UInt8 { unit[0] >> 1 & 63 }

  private static func isParameterSet(_ unit: [UInt8]) -> Bool {
    unit.count > 2 && (32...34).contains(type(of: unit))
  }
}
