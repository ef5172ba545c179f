// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

@testable import MediaCore

struct FilmTimingTests {
  /// Packets in decode order by presentation time; the first is a keyframe.
  private func index(_ stored: [Int64], end: Int64) -> FrameIndex {
    let frames = stored.enumerated().map { position, pts in
      FrameIndex.Frame(
        pts: pts, decodePosition: Int32(position), bytes: 1, isKeyframe: position == 0)
    }
    return FrameIndex(
      timebase: Timebase(numerator: 1, denominator: 1000),
      frames: frames.sorted { $0.pts < $1.pts }, endPTS: end, isComplete: true)
  }

  private func timing(
    _ index: FrameIndex, shown: Range<Int>, packets: Range<Int>, leading: Set<Int> = [],
    storesOnlyOrder: Bool = false
  ) -> FilmTiming {
    FilmTiming(
      piece: ExportPlan.CopiedPiece(
        packets: packets, shownFrames: shown, leadingPackets: leading), index: index,
      storesOnlyOrder: storesOnlyOrder)
  }

  @Test func withoutReorderingBothTimesAreEqual() {
    let index = index([0, 40, 85, 120], end: 160)
    let timing = timing(index, shown: 0..<4, packets: 0..<4)
    #expect((0..<4).map { timing[$0]?.dts } == [0, 40, 85, 120])
    #expect((0..<4).map { timing[$0]?.pts } == [0, 40, 85, 120])
    #expect((0..<4).map { timing[$0]?.duration } == [40, 45, 35, 40])
  }

  @Test func decodingIsEarlyEnoughAndRises() throws {
    let index = index([0, 90, 30, 60, 180, 120, 150], end: 210)
    let timing = timing(index, shown: 0..<7, packets: 0..<7)
    let times = try (0..<7).map { try #require(timing[$0]) }
    #expect(times.map(\.pts) == [0, 90, 30, 60, 180, 120, 150])
    #expect(times.map(\.dts) == [-30, 0, 30, 60, 90, 120, 150])
    #expect(times.allSatisfy { $0.dts <= $0.pts })
  }

  @Test func leadingPacketsLeaveNoHole() throws {
    // 60 and 90 are shown before the keyframe at 120 and stored after it.
    let index = index([120, 60, 90, 210, 150, 180], end: 240)
    let timing = timing(index, shown: 2..<6, packets: 0..<6, leading: [1, 2])
    #expect(timing.packetCount == 4)
    #expect(timing.isComplete)
    #expect(timing[1] == nil)
    #expect([0, 3, 4, 5].map { timing[$0]?.dts } == [90, 120, 150, 180])
  }

  @Test func hiddenFramesAreTimedAndNotShown() throws {
    let index = index([0, 90, 30, 60, 180, 120, 150], end: 210)
    let timing = timing(index, shown: 2..<4, packets: 0..<4)
    #expect((0..<4).map { timing[$0]?.isShown } == [false, true, false, true])
  }

  @Test func packetsWithoutAFrameHaveNoTimes() {
    let frames = [1, 2].map {
      FrameIndex.Frame(
        pts: Int64($0 * 40), decodePosition: Int32($0), bytes: 1, isKeyframe: false)
    }
    let index = FrameIndex(
      timebase: Timebase(numerator: 1, denominator: 1000), frames: frames, endPTS: 120,
      isComplete: true)
    let timing = timing(index, shown: 0..<2, packets: 0..<3)
    #expect(!timing.isComplete)
    #expect(timing[0] == nil)
    #expect(timing[1]?.pts == 40)
  }

  @Test func aContainerOfOrderAloneGetsRisingTimes() {
    let index = index([0, 90, 30, 60], end: 120)
    let timing = timing(index, shown: 0..<4, packets: 0..<4, storesOnlyOrder: true)
    #expect((0..<4).map { timing[$0]?.pts } == [0, 30, 60, 90])
    #expect((0..<4).map { timing[$0]?.dts } == [0, 30, 60, 90])
  }
}
