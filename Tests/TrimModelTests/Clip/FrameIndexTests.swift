// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct FrameIndexTests {
  private let constant = MadeClip.constantIndex(100, start: 7)

  /// 0, 40, 1000, 1033, 1066 ms; ends at 1100.
  private let variable = MadeClip.index(
    timebase: MadeClip.milliseconds, pts: [0, 40, 1000, 1033, 1066], end: 1100, gop: 2)

  // MARK: Times and numbers

  @Test func numbersAndTimesConvertBothWays() {
    for number in 0..<100 {
      let time = constant.time(ofFrame: number)
      #expect(time == frames(7 + Int64(number)))
      #expect(constant.frame(at: time) == number)
      #expect(constant.firstFrame(atOrAfter: time) == number)
      #expect(constant.nearestBoundary(to: time) == number)
    }
    #expect(constant.time(ofFrame: 100) == frames(107))
    #expect(constant.startTime == frames(7))
    #expect(constant.endTime == frames(107))
    #expect(constant.duration == frames(100))
  }

  static let around: [(Int64, onScreen: Int, next: Int, nearest: Int)] = [
    (-5000, 0, 0, 0), (-1, 0, 0, 0), (0, 0, 0, 0), (1, 0, 1, 0), (19, 0, 1, 0), (20, 0, 1, 1),
    (21, 0, 1, 1), (39, 0, 1, 1), (40, 1, 1, 1), (41, 1, 2, 1), (519, 1, 2, 1), (520, 1, 2, 2),
    (999, 1, 2, 2), (1000, 2, 2, 2), (1065, 3, 4, 4), (1066, 4, 4, 4), (1067, 4, 5, 4),
    (1082, 4, 5, 4), (1083, 4, 5, 5), (1099, 4, 5, 5), (1100, 4, 5, 5), (1101, 4, 5, 5),
    (99_999, 4, 5, 5),
  ]

  @Test(arguments: around)
  func frameIsFoundOneTickAroundEachBorder(
    _ ticks: Int64, onScreen: Int, next: Int, nearest: Int
  ) {
    #expect(variable.frame(at: milliseconds(ticks)) == onScreen)
    #expect(variable.firstFrame(atOrAfter: milliseconds(ticks)) == next)
    #expect(variable.nearestBoundary(to: milliseconds(ticks)) == nearest)
  }

  @Test func timesOfOtherClocksAreComparedExactly() {
    let justBefore = MediaTime(
      ticks: 999_999_999, timebase: Timebase(numerator: 1, denominator: 1_000_000_000))
    #expect(variable.frame(at: justBefore) == 1)
    let exactly = MediaTime(ticks: 90_000, timebase: Timebase(numerator: 1, denominator: 90_000))
    #expect(variable.frame(at: exactly) == 2)
  }

  @Test func searchAgreesWithCounting() {
    var random = SeededGenerator(seed: 99)
    let index = MadeClip.variable(300, seed: 99).index
    for _ in 0..<2000 {
      let time = milliseconds(
        .random(in: index.startTime.ticks - 50...index.endTime.ticks + 50, using: &random))
      let before = index.frames.filter { $0.pts <= time.ticks }.count
      #expect(index.frame(at: time) == max(0, before - 1))
      #expect(
        index.firstFrame(atOrAfter: time) == index.frames.filter { $0.pts < time.ticks }.count)
    }
  }

  // MARK: Keyframes

  @Test func keyframesAreFoundOnBothSides() {
    #expect(variable.keyframes == [0, 2, 4])
    #expect((0..<5).map { variable.keyframe(atOrBefore: $0) } == [0, 0, 2, 2, 4])
    #expect((0..<5).map { variable.keyframe(atOrAfter: $0) } == [0, 2, 2, 4, 4])
    #expect(variable.keyframe(atOrBefore: -1) == nil)
    #expect(variable.keyframe(atOrAfter: 5) == nil)
    #expect(!variable.isIntraOnly)
    #expect(
      MadeClip.index(timebase: MadeClip.milliseconds, pts: [0, 1], end: 2, gop: 1).isIntraOnly)
  }

  @Test func clipThatBeginsWithoutAKeyframeHasNoneBefore() {
    let index = FrameIndex(
      timebase: MadeClip.milliseconds,
      frames: (0..<4).map {
        FrameIndex.Frame(
          pts: Int64($0), decodePosition: Int32($0), bytes: 1, isKeyframe: $0 == 2)
      }, endPTS: 4, isComplete: true)
    #expect(index.keyframe(atOrBefore: 1) == nil)
    #expect(index.keyframe(atOrBefore: 3) == 2)
  }

  // MARK: Edges

  @Test func emptyIndexAnswersNothing() {
    let empty = FrameIndex(
      timebase: MadeClip.milliseconds, frames: [], endPTS: 0, isComplete: false)
    #expect(empty.isEmpty)
    #expect(empty.frame(at: .zero) == nil)
    #expect(empty.firstFrame(atOrAfter: .zero) == 0)
    #expect(empty.nearestBoundary(to: .zero) == 0)
    #expect(empty.keyframe(atOrBefore: 0) == nil)
    #expect(empty.keyframe(atOrAfter: 0) == nil)
    #expect(empty.averageRate == nil)
    #expect(empty.duration == .zero)
  }

  @Test func averageRateIsOfFramesOverLength() throws {
    #expect(abs(try #require(constant.averageRate) - 30) < 1e-9)
    #expect(MadeClip.constantIndex(1).averageRate == nil)
  }
}
