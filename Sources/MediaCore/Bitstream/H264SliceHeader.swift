// SPDX-License-Identifier: GPL-3.0-or-later

/// The header of an H.264 slice up to the marking of reference pictures (ITU-T H.264, 7.3.3).
struct H264SliceHeader {
  /// A command that marks reference pictures.
  private struct Mark {
    let operation: Int
    var numbers: [Int] = []
  }

  let picture: H264ParameterSet.Picture
  let sequence: H264ParameterSet.Sequence
  let isIntra: Bool
  let frameNumber: Int
  /// In bits from the start of the unit, like all positions.
  let frameNumberPosition: Int
  let isField: Bool
  let isBottomField: Bool
  let order: Int
  let orderPosition: Int
  let orderDelta: Int
  /// Where the header goes on behind the marks.
  let endPosition: Int
  private(set) var hasDroppedMarks = false

  private let firstMacroblock: Int
  private let sliceType: Int
  private let colourPlane: Int
  private let orderDeltas: [Int]
  private let redundantCount: Int
  /// From behind the counts to the marks: lists of references and their weights.
  private let middle: Range<Int>
  private let isReference: Bool
  private let isAdaptive: Bool
  private var marks: [Mark] = []

  /// Fails where the header is longer than the bytes, or of a kind that is not read here.
  ///
  /// - Parameters:
  ///   - start: At the first byte behind the unit's own header.
  ///   - picture: The parameters that the slice names.
  ///   - sequence: Those that `picture` names.
  ///   - isReference: Whether other pictures may refer to this one.
  init?(
    _ start: BitReader, picture: H264ParameterSet.Picture, sequence: H264ParameterSet.Sequence,
    isReference: Bool
  ) {
    var reader = start
    self.picture = picture
    self.sequence = sequence
    self.isReference = isReference
    firstMacroblock = reader.unsigned()
    sliceType = reader.unsigned()
    let kind = sliceType % 5
    guard kind < 3 else { return nil }
    isIntra = kind == 2
    _ = reader.unsigned()
    colourPlane = sequence.hasSeparatePlanes ? reader.bits(2) : 0
    frameNumberPosition = reader.position
    frameNumber = reader.bits(sequence.frameNumberBits)
    isField = sequence.hasFramesOnly ? false : reader.flag()
    isBottomField = isField ? reader.flag() : false
    orderPosition = reader.position
    var deltas: [Int] = []
    if sequence.orderType == 0 {
      order = reader.bits(sequence.orderBits)
      if picture.hasFieldOrder, !isField { deltas.append(reader.signed()) }
    } else {
      order = 0
    }
    orderDeltas = deltas
    orderDelta = deltas.first ?? 0
    redundantCount = picture.hasRedundantPictures ? reader.unsigned() : 0
    let middleStart = reader.position
    Self.skipReferences(&reader, kind: kind, picture: picture, sequence: sequence)
    middle = middleStart..<reader.position
    if isReference {
      isAdaptive = reader.flag()
      while isAdaptive, !reader.isBeyondEnd {
        let operation = reader.unsigned()
        guard operation != 0 else { break }
        var mark = Mark(operation: operation)
        if operation != 5 { mark.numbers.append(reader.unsigned()) }
        if operation == 3 { mark.numbers.append(reader.unsigned()) }
        marks.append(mark)
      }
    } else {
      isAdaptive = false
    }
    endPosition = reader.position
    guard !reader.isBeyondEnd else { return nil }
  }

  private static func skipReferences(
    _ reader: inout BitReader, kind: Int, picture: H264ParameterSet.Picture,
    sequence: H264ParameterSet.Sequence
  ) {
    let isBidirectional = kind == 1
    var (first, second) = picture.references
    if isBidirectional { reader.skip(1) }
    guard kind != 2 else { return }
    if reader.flag() {
      first = reader.unsigned() + 1
      if isBidirectional { second = reader.unsigned() + 1 }
    }
    for _ in 0..<(isBidirectional ? 2 : 1) where reader.flag() {
      while !reader.isBeyondEnd, reader.unsigned() != 3 { _ = reader.unsigned() }
    }
    let isWeighted =
      isBidirectional ? picture.bidirectionalWeighting == 1 : picture.isWeighted
    guard isWeighted else { return }
    _ = reader.unsigned()
    if sequence.chromaArrayType != 0 { _ = reader.unsigned() }
    for count in isBidirectional ? [first, second] : [first] {
      for _ in 0..<min(32, count) {
        if reader.flag() { for _ in 0..<2 { _ = reader.signed() } }
        if sequence.chromaArrayType != 0, reader.flag() {
          for _ in 0..<4 { _ = reader.signed() }
        }
      }
    }
  }

  /// Leaves out marks on pictures from before the first one.
  ///
  /// - Parameter number: Frames from the first picture to this one.
  mutating func dropMarks(at number: Int) {
    let current = isField ? 2 * number + 1 : number
    let kept = marks.filter { mark in
      guard mark.operation == 1 || mark.operation == 3 else { return true }
      return current - (mark.numbers[0] + 1) >= 0
    }
    hasDroppedMarks = kept.count < marks.count
    marks = kept
  }

  /// Writes the header with other numbers.
  ///
  /// - Parameters:
  ///   - writer: Behind the unit's own header.
  ///   - payload: What the header was read from.
  ///   - frameNumber: As it is in the clip.
  ///   - order: The same, of the picture order count's low bits.
  ///   - isRefresh: Whether it becomes a slice of an IDR picture.
  func write(
    to writer: inout BitWriter, payload: [UInt8], frameNumber: Int, order: Int, isRefresh: Bool
  ) {
    writer.unsigned(firstMacroblock)
    writer.unsigned(sliceType)
    writer.unsigned(picture.identifier)
    if sequence.hasSeparatePlanes { writer.bits(colourPlane, 2) }
    writer.bits(frameNumber, sequence.frameNumberBits)
    if !sequence.hasFramesOnly {
      writer.flag(isField)
      if isField { writer.flag(isBottomField) }
    }
    if isRefresh { writer.unsigned(1) }
    if sequence.orderType == 0 {
      writer.bits(order, sequence.orderBits)
      for delta in orderDeltas { writer.signed(delta) }
    }
    if picture.hasRedundantPictures { writer.unsigned(redundantCount) }
    var reader = BitReader(payload)
    reader.skip(middle.lowerBound)
    for _ in middle { writer.bit(reader.bit()) }
    guard isReference else { return }
    if isRefresh {
      // Prior pictures are shown; this one is a short-term reference.
      return writer.bits(0, 2)
    }
    writer.flag(isAdaptive)
    guard isAdaptive else { return }
    for mark in marks {
      writer.unsigned(mark.operation)
      for number in mark.numbers { writer.unsigned(number) }
    }
    writer.unsigned(0)
  }
}
