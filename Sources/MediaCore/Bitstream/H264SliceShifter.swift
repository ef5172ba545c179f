// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes an I picture in the middle of a sequence one that a stream can begin with.
///
/// The picture becomes an IDR picture; frame numbers and picture order counts of all that follows,
/// up to the next IDR picture, count from it; marks on pictures from before it are left out
/// (ITU-T H.264, 7.3.3). Slice data stays as it is. A value that packets go through in decode order.
struct H264SliceShifter {
  private var sequences: [Int: H264ParameterSet.Sequence] = [:]
  private var pictures: [Int: H264ParameterSet.Picture] = [:]
  private let hasGap: Bool

  /// Of the first picture, in the source's count.
  private var firstFrameNumber: Int?
  private var firstOrder = 0
  private var isFirstFieldBottom = false
  /// Frames since the first picture, without wrapping.
  private var frameNumber = 0

  /// - Parameters:
  ///   - parameterSets: The source's.
  ///   - hasGap: Whether pictures behind the first are left out.
  init(parameterSets: [[UInt8]], hasGap: Bool) {
    self.hasGap = hasGap
    for set in parameterSets { note(set) }
  }

  /// The units of the next packet as they are in the clip.
  ///
  /// - Throws: `.unsupported` for streams whose slices are made in a way that is not known here.
  mutating func shift(_ units: [[UInt8]], isFirst: Bool) throws(MediaError) -> [[UInt8]] {
    var result: [[UInt8]] = []
    for unit in units {
      switch unit[0] & 31 {
      case 7:
        note(unit)
        result.append(hasGap ? H264ParameterSet.allowingGaps(unit, unless: -1) : unit)
      case 8:
        note(unit)
        result.append(unit)
      case 1: result.append(try shift(slice: unit, isFirst: isFirst))
      case 2, 3, 4, 20, 21: throw Self.unknown
      default: result.append(unit)
      }
    }
    return result
  }

  private mutating func note(_ unit: [UInt8]) {
    if let set = H264ParameterSet.sequence(unit) { sequences[set.identifier] = set }
    if let set = H264ParameterSet.picture(unit) { pictures[set.identifier] = set }
  }

  private static let unknown = MediaError(.unsupported, "renumber slices")

  // MARK: - Slices

  private mutating func shift(slice unit: [UInt8], isFirst: Bool) throws(MediaError) -> [UInt8] {
    // The header is in the first bytes; behind two bytes that are not zero escaping starts afresh.
    var headBytes = min(unit.count, Self.headBytes)
    while headBytes > 2, headBytes < unit.count,
      unit[headBytes - 1] == 0 || unit[headBytes - 2] == 0 || unit[headBytes - 1] == 3
    {
      headBytes += 1
    }
    let payload = NALStream.unescaped(unit[..<headBytes])
    var header = try readHeader(BitReader(payload, atByte: 1), isReference: unit[0] & 0x60 != 0)
    if firstFrameNumber == nil {
      guard isFirst else { throw Self.unknown }
      firstFrameNumber = header.frameNumber
      // The earlier field of an IDR picture has the count 0.
      firstOrder = header.order + min(0, header.orderDelta)
      isFirstFieldBottom = header.isBottomField
    }
    let isRefresh =
      isFirst && header.isIntra && (!header.isField || header.isBottomField == isFirstFieldBottom)
    let size = 1 << header.sequence.frameNumberBits
    let number = (header.frameNumber - (firstFrameNumber ?? 0)) & (size - 1)
    frameNumber += (number - frameNumber % size + size) % size
    header.dropMarks(at: frameNumber)
    let order = (header.order - firstOrder) & ((1 << header.sequence.orderBits) - 1)
    if !isRefresh, !header.hasDroppedMarks {
      // Fields of fixed width: everything else stays where it is.
      var writer = BitPatch(payload)
      writer.write(number, at: header.frameNumberPosition, count: header.sequence.frameNumberBits)
      if header.sequence.orderType == 0 {
        writer.write(order, at: header.orderPosition, count: header.sequence.orderBits)
      }
      return NALStream.escaped(writer.bytes) + unit[headBytes...]
    }
    var writer = BitWriter()
    writer.bits(isRefresh ? Int(unit[0] & 0xE0) | 5 : Int(unit[0]), 8)
    header.write(
      to: &writer, payload: payload, frameNumber: isRefresh ? 0 : number, order: order,
      isRefresh: isRefresh)
    var reader = BitReader(payload)
    reader.skip(header.endPosition)
    guard header.picture.isArithmetic else {
      // Bits of slice data move: all of it is written anew.
      var whole = BitReader(NALStream.unescaped(unit))
      whole.skip(header.endPosition)
      writer.copyRest(of: &whole)
      return NALStream.escaped(writer.bytes)
    }
    if !header.isIntra { writer.unsigned(reader.unsigned()) }
    writer.signed(reader.signed())
    if header.picture.hasDeblockingControl {
      let kind = reader.unsigned()
      writer.unsigned(kind)
      if kind != 1 {
        writer.signed(reader.signed())
        writer.signed(reader.signed())
      }
    }
    while !writer.isByteAligned { writer.bit(1) }
    while !reader.isByteAligned { reader.skip(1) }
    guard !reader.isBeyondEnd else { throw Self.unknown }
    writer.append(payload[(reader.position / 8)...])
    return NALStream.escaped(writer.bytes) + unit[headBytes...]
  }

  private func readHeader(
    _ start: BitReader, isReference: Bool
  ) throws(MediaError) -> H264SliceHeader {
    var reader = start
    _ = reader.unsigned()
    _ = reader.unsigned()
    guard let picture = pictures[reader.unsigned()], let sequence = sequences[picture.sequence],
      sequence.orderType != 1,
      let header = H264SliceHeader(
        start, picture: picture, sequence: sequence, isReference: isReference)
    else { throw Self.unknown }
    return header
  }

  /// More than any slice header has, but for the longest tables of weights.
  private static let headBytes = 1024
}

/// Bits written over others in place.
private struct BitPatch {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func write(_ value: Int, at position: Int, count: Int) {
    for offset in 0..<count {
      let place = position + offset
      let mask: UInt8 = 1 << (7 - place % 8)
      let isSet = value >> (count - 1 - offset) & 1 == 1
      bytes[place / 8] = isSet ? bytes[place / 8] | mask : bytes[place / 8] & ~mask
    }
  }
}
