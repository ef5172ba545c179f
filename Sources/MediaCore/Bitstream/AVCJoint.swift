// SPDX-License-Identifier: GPL-3.0-or-later

/// H.264 pieces of two encoders as one stream: parameter sets with identifiers of their own.
///
/// Decoders that know a stream by its description alone get both sets there; where packets carry
/// them, they go before each encoded keyframe and before the first copied one.
final class AVCJoint: StreamJoint {
  let parameterSetID: Int
  private let stream: NALStream
  private let record: AVCRecord?
  /// The source's parameter sets, as far as its description has them.
  private let sourceSets: [[UInt8]]
  private var encoderSets: [[UInt8]] = []
  /// Makes the first copied picture one that decoders may start at, where it is none.
  private var shifter: H264SliceShifter?

  /// Whether pictures that count as references are missing behind the joint.
  private let hasGap: Bool

  /// - Parameters:
  ///   - extradata: The source's description.
  ///   - hasGap: Whether pictures behind the first copied one are left out.
  /// - Throws: `.unsupported` when it leaves no number free.
  init(extradata: [UInt8], hasGap: Bool) throws(MediaError) {
    self.hasGap = hasGap
    record = AVCRecord(extradata)
    stream = NALStream(lengthBytes: record?.lengthBytes)
    sourceSets =
      record.map { $0.sequenceSets + $0.pictureSets }
      ?? stream.units(of: extradata).map { Array($0) }
    let taken = Set(sourceSets.compactMap(H264ParameterSet.identifier))
    // Numbers that encoders hardly use, in case the stream changes its sets later on.
    guard let free = [23, 19, 29, 27, 13, 11, 31, 7].first(where: { !taken.contains($0) }) else {
      throw MediaError(.unsupported, "find free parameter set identifier")
    }
    parameterSetID = free
  }

  func describe(encoderHeaders: [UInt8]) throws(MediaError) -> [UInt8] {
    encoderSets = NALStream(lengthBytes: nil).units(of: encoderHeaders).map { Array($0) }
      .filter { H264ParameterSet.identifier(of: $0) != nil }
    guard encoderSets.count >= 2 else {
      throw MediaError(.unsupported, "read encoder's headers")
    }
    guard var record else {
      return try stream.pack(sourceSets + encoderSets)
    }
    for set in encoderSets { record.add(set) }
    if hasGap {
      record.replaceSequenceSets { H264ParameterSet.allowingGaps($0, unless: parameterSetID) }
    }
    return record.bytes
  }

  /// The description of copied packets alone; nil where the source's own does.
  var descriptionOfCopy: [UInt8]? {
    guard hasGap, var record else { return nil }
    record.replaceSequenceSets { H264ParameterSet.allowingGaps($0, unless: -1) }
    return record.bytes
  }

  func encoded(_ bytes: [UInt8], isKeyframe: Bool) throws(MediaError) -> [UInt8] {
    // Without the encoder's message about itself: decoders work around errors of old encoders that
    // the source, not this piece, may have.
    var units = NALStream(lengthBytes: nil).units(of: bytes).map { Array($0) }
      .filter { !Self.isDispensable($0) }
    if isKeyframe, stream.lengthBytes == nil { units = encoderSets + units }
    return try stream.pack(units)
  }

  func copied(
    _ bytes: UnsafeBufferPointer<UInt8>, isFirst: Bool
  ) throws(MediaError) -> [UInt8]? {
    if !isFirst, shifter == nil { return nil }
    var units = stream.units(of: bytes).map { Array($0) }
    for unit in units where H264ParameterSet.identifier(of: unit) == parameterSetID {
      throw MediaError(.unsupported, "join parameter sets of the same number")
    }
    let isRefresh = units.contains { $0[0] & 31 == 5 }
    if isFirst {
      let sets = units.filter { H264ParameterSet.identifier(of: $0) != nil }
      shifter =
        isRefresh ? nil : H264SliceShifter(parameterSets: sourceSets + sets, hasGap: hasGap)
      if stream.lengthBytes == nil, sets.isEmpty { units = sourceSets + units }
    } else if isRefresh {
      // From here on the stream counts as it did.
      shifter = nil
      return nil
    }
    if shifter != nil {
      units = try shifter?.shift(units, isFirst: isFirst) ?? units
    } else if stream.lengthBytes != nil {
      return nil
    }
    return try stream.pack(units)
  }

  /// Delimiters and messages of the encoder.
  private static func isDispensable(_ unit: [UInt8]) -> Bool {
    switch unit[0] & 31 {
    case 7, 8, 9: true
    // Unregistered user data alone, which is where x264 names itself.
    case 6: unit.count > 1 && unit[1] == 5
    default: false
    }
  }
}
