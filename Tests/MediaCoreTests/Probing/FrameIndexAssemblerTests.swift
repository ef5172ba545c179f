// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

@testable import MediaCore

struct FrameIndexAssemblerTests {
  private let timebase = Timebase(numerator: 1, denominator: 30)

  private func assembler(
    _ ordering: FrameIndexAssembler.Ordering = .timestamps
  ) -> FrameIndexAssembler {
    FrameIndexAssembler(timebase: timebase, ordering: ordering, typicalFrameTicks: 1)
  }

  private func packet(
    _ pts: Int64?, dts: Int64? = nil, key: Bool = false, order: Int? = nil,
    afresh: Bool = false, shown: Bool = true, hidden: Bool = false, b: Bool = false,
    second: Bool = false
  ) -> FrameIndexAssembler.Packet {
    var facts = PictureCoding.Facts(isKeyframe: key, isShown: shown)
    facts.startsAfresh = afresh
    return FrameIndexAssembler.Packet(
      pts: pts, dts: dts, duration: 1, bytes: 10, isHidden: hidden, facts: facts,
      displayOrder: order, isBidirectional: b, isSecondField: second)
  }

  private func expect(
    _ packet: FrameIndexAssembler.Packet, goesInto assembler: inout FrameIndexAssembler,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isOrdered = assembler.add(packet)
    #expect(isOrdered, sourceLocation: sourceLocation)
  }

  private func expect(
    not packet: FrameIndexAssembler.Packet, goesInto assembler: inout FrameIndexAssembler,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isOrdered = assembler.add(packet)
    #expect(!isOrdered, sourceLocation: sourceLocation)
  }

  @Test func framesComeInDisplayOrder() {
    var assembler = assembler()
    for (dts, pts) in [0, 3, 1, 2, 6, 4, 5].enumerated() {
      expect(packet(Int64(pts), dts: Int64(dts) - 1, key: dts == 0), goesInto: &assembler)
    }
    assembler.finish()
    let index = assembler.makeIndex(isComplete: true)
    #expect(index.frames.map(\.pts) == [0, 1, 2, 3, 4, 5, 6])
    #expect(index.frames.map(\.decodePosition) == [0, 2, 3, 1, 5, 6, 4])
    #expect(index.endPTS == 7)
    #expect(index.hasReordering)
  }

  @Test func prefixHoldsOnlyFramesWhosePlaceIsCertain() {
    var assembler = assembler()
    var seen: [Int64] = []
    for (dts, pts) in [2, 5, 3, 4, 8, 6, 7, 11, 9, 10].enumerated() {
      expect(packet(Int64(pts), dts: Int64(dts), key: dts == 0), goesInto: &assembler)
      let prefix = assembler.makeIndex(isComplete: false).frames.map(\.pts)
      #expect(Array(prefix.prefix(seen.count)) == seen)
      seen = prefix
    }
    assembler.finish()
    #expect(assembler.makeIndex(isComplete: true).frames.map(\.pts) == Array(2...11))
  }

  @Test func leadingPicturesMakeAGOPOpen() {
    var assembler = assembler()
    for (pts, key) in [(0, true), (1, false), (4, true), (2, false), (3, false), (5, false)] {
      expect(packet(Int64(pts), key: key), goesInto: &assembler)
    }
    assembler.finish()
    let index = assembler.makeIndex(isComplete: true)
    #expect(index.keyframes == [0, 4])
    #expect(index.frames.map(\.isOpenGOP) == [false, false, false, false, true, false])
    #expect(!assembler.hasDoubtfulStart)
  }

  @Test func hiddenAndInvisiblePacketsKeepTheirDecodePosition() {
    var assembler = assembler()
    expect(packet(-2, key: true, hidden: true), goesInto: &assembler)
    expect(packet(0), goesInto: &assembler)
    expect(packet(1, shown: false), goesInto: &assembler)
    expect(packet(2), goesInto: &assembler)
    expect(packet(2, second: true), goesInto: &assembler)
    expect(packet(3), goesInto: &assembler)
    assembler.finish()
    let index = assembler.makeIndex(isComplete: true)
    #expect(index.frames.map(\.pts) == [0, 2, 3])
    #expect(index.frames.map(\.decodePosition) == [1, 3, 5])
  }

  @Test func equalTimesCountUp() {
    var assembler = assembler()
    for pts in [0, 2, 2, 2, 5] as [Int64] { expect(packet(pts, key: true), goesInto: &assembler) }
    assembler.finish()
    #expect(assembler.makeIndex(isComplete: true).frames.map(\.pts) == [0, 2, 3, 4, 5])
  }

  @Test func timesThatGoBackOrAreMissingAreNoOrder() {
    var back = assembler()
    expect(packet(100, dts: 100, key: true), goesInto: &back)
    expect(packet(101, dts: 101), goesInto: &back)
    expect(packet(102, dts: 102), goesInto: &back)
    expect(not: packet(3, dts: 3, key: true), goesInto: &back)
    var missing = assembler()
    expect(not: packet(nil, dts: 0, key: true), goesInto: &missing)
  }

  @Test func orderOfTheBitstreamGivesFramesTheirDecodingTimes() {
    var assembler = assembler(.bitstream)
    let orders = [0, 8, 4, 2, 6, 0, 2]
    for (dts, order) in orders.enumerated() {
      let isFresh = order == 0
      expect(
        packet(nil, dts: Int64(dts), key: isFresh, order: order, afresh: isFresh),
        goesInto: &assembler)
    }
    assembler.finish()
    let index = assembler.makeIndex(isComplete: true)
    #expect(index.frames.map(\.decodePosition) == [0, 3, 2, 4, 1, 5, 6])
    #expect(index.frames.map(\.pts) == Array(0...6))
    #expect(index.keyframes == [0, 5])
    #expect(!index.hasStoredPTS)
  }

  @Test func referencesWaitForTheFramesShownBeforeThem() {
    var assembler = assembler(.bitstream)
    // As AVI and MXF have it: only frames that are shown at once carry a time.
    let packets: [(pts: Int64?, b: Bool)] = [
      (nil, false), (nil, false), (2, true), (3, true), (nil, false), (5, true), (6, true),
    ]
    for (dts, one) in packets.enumerated() {
      expect(packet(one.pts, dts: Int64(dts), key: dts == 0, b: one.b), goesInto: &assembler)
    }
    assembler.finish()
    let index = assembler.makeIndex(isComplete: true)
    #expect(index.frames.map(\.decodePosition) == [0, 2, 3, 1, 5, 6, 4])
    #expect(index.frames.map(\.pts) == Array(1...7))
  }

  @Test func startInTheMiddleOfAGOPIsDoubtful() {
    var assembler = assembler()
    for (pts, key) in [(0, false), (1, false), (4, true), (3, false), (5, false)] {
      expect(packet(Int64(pts), key: key), goesInto: &assembler)
    }
    assembler.finish()
    #expect(assembler.hasDoubtfulStart)
    assembler.startDisplay(atPacket: 2)
    let index = assembler.makeIndex(isComplete: true)
    #expect(index.frames.map(\.pts) == [4, 5])
    #expect(index.keyframes == [0])
  }
}
