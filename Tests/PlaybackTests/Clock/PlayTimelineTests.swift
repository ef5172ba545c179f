// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing
import TrimModel

@testable import Playback

struct PlayTimelineTests {
  private let base = Timebase(numerator: 1, denominator: 90_000)

  private func time(_ ticks: Int64) -> MediaTime { MediaTime(ticks: ticks, timebase: base) }

  private func range(_ start: Int64, _ end: Int64) throws -> TrimRange {
    try #require(TrimRange(inPoint: time(start), outPoint: time(end)))
  }

  private func route(_ range: TrimRange, repeats: Bool = true) -> PlayRoute {
    PlayRoute(range, repeats: repeats, timebase: base)
  }

  private func timeline(_ start: Int64, _ loop: TrimRange?) -> PlayTimeline {
    PlayTimeline(start: time(start), loop: loop, timebase: base)
  }

  @Test func withoutALoopItGoesOnForEver() {
    let line = timeline(3_000, nil)
    #expect(line.place(at: 0) == .init(turn: 0, clipTicks: 3_000))
    #expect(line.place(at: 1 << 40) == .init(turn: 0, clipTicks: 3_000 + 1 << 40))
  }

  @Test func seamIsBetweenTwoTicks() throws {
    let line = timeline(150, try range(100, 200))
    #expect(line.place(at: 49) == .init(turn: 0, clipTicks: 199))
    #expect(line.place(at: 50) == .init(turn: 1, clipTicks: 100))
    #expect(line.place(at: 149) == .init(turn: 1, clipTicks: 199))
    #expect(line.place(at: 150) == .init(turn: 2, clipTicks: 100))
  }

  @Test func millionTurnsAddUpExactly() throws {
    let line = timeline(3_003, try range(3_003, 3_003 * 8))
    let ticks = line.startTicks(ofTurn: 1_000_000)
    #expect(ticks == 1_000_000 * 3_003 * 7)
    #expect(line.place(at: ticks) == .init(turn: 1_000_000, clipTicks: 3_003))
    #expect(line.place(at: ticks - 1) == .init(turn: 999_999, clipTicks: 3_003 * 8 - 1))
  }

  @Test func placesAndTimesAreInverse() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let start = Int64.random(in: -1_000...1_000, using: &random)
      let end = start + Int64.random(in: 1...500, using: &random)
      let begin = Int64.random(in: (start - 300)..<end, using: &random)
      let line = timeline(begin, try range(start, end))
      let ticks = Int64.random(in: 0...10_000, using: &random)
      let place = line.place(at: ticks)
      #expect(line.ticks(of: place) == ticks)
      #expect(place.clipTicks < end)
      #expect(place.turn == 0 || place.clipTicks >= start)
      let next = line.place(at: ticks + 1)
      let isSeam = next.turn == place.turn + 1
      #expect(
        isSeam
          ? place.clipTicks == end - 1 && next.clipTicks == start
          : next == .init(turn: place.turn, clipTicks: place.clipTicks + 1))
    }
  }

  @Test func changedLoopKeepsTheTurnUnderWay() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<2_000 {
      let line = timeline(120, try range(100, 200))
      let ticks = Int64.random(in: 0...1_000, using: &random)
      let place = line.place(at: ticks)
      let start = Int64.random(in: 0...99, using: &random)
      let end = Int64.random(in: (place.clipTicks + 1)...400, using: &random)
      let changed = try #require(
        line.changing(to: route(try range(min(start, end - 1), end)), inTurn: place.turn))
      #expect(changed.place(at: ticks) == place)
      let left = end - place.clipTicks
      #expect(
        changed.place(at: ticks + left)
          == .init(turn: place.turn + 1, clipTicks: min(start, end - 1)))
    }
  }

  @Test func loopThatTheTurnHasLeftBehindIsRefused() throws {
    let line = timeline(150, try range(100, 200))
    #expect(line.changing(to: route(try range(100, 150)), inTurn: 0) == nil)
    #expect(line.changing(to: route(try range(100, 151)), inTurn: 0) != nil)
    #expect(
      line.changing(to: .toTheEnd, inTurn: 5)?.place(at: 50 + 400) == .init(turn: 5, clipTicks: 100)
    )
  }

  @Test func loopOfOtherTimebaseIsTakenToTheNearestTick() throws {
    let thousandths = Timebase(numerator: 1, denominator: 1_000)
    let loop = try #require(
      TrimRange(
        inPoint: MediaTime(ticks: 33, timebase: thousandths),
        outPoint: MediaTime(ticks: 67, timebase: thousandths)))
    #expect(timeline(3_000, loop).stretch(ofTurn: 3) == 2_970..<6_030)
  }

  @Test func stretchesFollowEachOtherAndRepeat() throws {
    var random = SeededGenerator(seed: 11)
    let stretches: [Range<Int64>] = [100..<130, 200..<250, 260..<261]
    for repeats in [true, false] {
      let line = PlayTimeline(
        start: time(110), route: PlayRoute(stretches: stretches, repeats: repeats), timebase: base)
      let ticks = stretches.flatMap { Array($0) }
      let expected = Array(ticks.dropFirst(10)) + (repeats ? ticks + ticks : [])
      for (position, tick) in expected.enumerated() {
        #expect(line.place(at: Int64(position)).clipTicks == tick)
      }
      #expect(line.isLast(turn: 2) == !repeats)
      for _ in 0..<200 {
        let position = Int64.random(in: 0..<Int64(expected.count), using: &random)
        #expect(line.ticks(of: line.place(at: position)) == position)
      }
    }
  }

  @Test func edgesOfARangeAreItsFirstAndLastSeconds() throws {
    let long = try range(0, 90_000 * 20)
    let edges = PlayRoute(edgesOf: long, seconds: 3, repeats: true, timebase: base)
    #expect(edges.stretches == [0..<270_000, 1_530_000..<1_800_000])
    let short = try range(0, 90_000 * 6)
    let whole = PlayRoute(edgesOf: short, seconds: 3, repeats: true, timebase: base)
    #expect(whole.stretches == [0..<540_000])
  }

  @Test func roundOnceEndsWithItsLastTurn() throws {
    let line = PlayTimeline(
      start: time(120), route: route(try range(100, 200), repeats: false), timebase: base)
    #expect(line.isLast(turn: 0))
    #expect(line.place(at: 79) == .init(turn: 0, clipTicks: 199))
    #expect(line.place(at: 500) == .init(turn: 0, clipTicks: 620))
  }
}
