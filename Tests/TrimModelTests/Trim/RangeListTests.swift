// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import TrimModel

struct RangeListTests {
  private func list(of state: EditorState) -> [[Int64]] {
    state.ranges.ranges.map { [$0.inPoint.ticks, $0.outPoint.ticks] }
  }

  private func kept(_ state: EditorState) -> [[Int64]] {
    state.keptRanges.map { [$0.inPoint.ticks, $0.outPoint.ticks] }
  }

  @Test func overlappingEmptyAndUnselectedListsAreRefused() throws {
    let first = try #require(TrimRange(inPoint: frames(0), outPoint: frames(10)))
    let second = try #require(TrimRange(inPoint: frames(10), outPoint: frames(20)))
    let across = try #require(TrimRange(inPoint: frames(9), outPoint: frames(12)))
    #expect(RangeList([first, second], selection: 1)?.selected == second)
    #expect(RangeList([second, first], selection: 0) == nil)
    #expect(RangeList([first, across], selection: 0) == nil)
    #expect(RangeList([], selection: 0) == nil)
    #expect(RangeList([first], selection: 1) == nil)
  }

  @Test func plusInsideARangeDividesItAndPlusInAGapMarks() {
    var state = MadeClip.constant(100)
    state.apply(.addRange(at: frames(40), length: frames(20)))
    #expect(list(of: state) == [[0, 40], [40, 100]])
    #expect(state.ranges.selection == 1)
    state.apply(.setEdge(.inPoint, to: frames(80)))
    #expect(list(of: state) == [[0, 40], [80, 100]])
    state.apply(.addRange(at: frames(50), length: frames(10)))
    #expect(list(of: state) == [[0, 40], [50, 60], [80, 100]])
    #expect(state.ranges.selection == 1)
    state.apply(.addRange(at: frames(70), length: frames(50)))
    #expect(list(of: state) == [[0, 40], [50, 60], [70, 80], [80, 100]])
    // The first frame of a range has nothing before it to divide.
    let before = state
    state.apply(.addRange(at: frames(50), length: frames(5)))
    #expect(state == before)
  }

  @Test func keptIsWhatIsMarkedOrAllBesideIt() {
    var state = MadeClip.constant(100)
    state.apply(all: .setRange(range(20, 40)), .addRange(at: frames(60), length: frames(10)))
    #expect(kept(state) == [[20, 40], [60, 70]])
    state.apply(.setPurpose(.remove))
    #expect(kept(state) == [[0, 20], [40, 60], [70, 100]])
    state.apply(.selectAll)
    #expect(kept(state) == [[0, 100]])
    #expect(state.isWholeClip)
  }

  @Test func rangesNeverOverlapWhateverIsDone() {
    var random = SeededGenerator(seed: 7)
    for round in 0..<30 {
      var state = round % 2 == 0 ? MadeClip.constant(300) : MadeClip.variable(120, seed: 3)
      for _ in 0..<200 {
        let extent = state.extent
        let tick = Int64.random(
          in: (extent.inPoint.ticks - 5)...(extent.outPoint.ticks + 5), using: &random)
        let time = MediaTime(ticks: tick, timebase: extent.inPoint.timebase)
        let edge = RangeEdge.allCases.randomElement(using: &random) ?? .inPoint
        let intents: [TrimIntent] = [
          .addRange(at: time, length: MediaTime(ticks: 9, timebase: time.timebase)), .removeRange,
          .setEdge(edge, to: time), .keepThrough(time),
          .nudge(edge, frames: tick % 2 == 0 ? 5 : -5),
          .beginDrag(edge), .dragEdge(to: time), .endDrag, .cancelDrag, .beginRangeDrag,
          .moveRange(inPoint: time), .undo, .redo, .selectNextRange(direction: 1),
          .selectRange(Int(tick % 4)), .moveEdgeToFreeCut(edge, direction: tick % 2 == 0 ? 1 : -1),
          .stepMark(direction: tick % 2 == 0 ? 1 : -1),
          .setPurpose(tick % 2 == 0 ? .keep : .remove),
        ]
        guard let intent = intents.randomElement(using: &random) else { continue }
        state.apply(intent)
        let ranges = state.ranges
        #expect(
          RangeList(ranges.ranges, selection: ranges.selection, purpose: ranges.purpose) == ranges)
        for range in ranges.ranges {
          for time in [range.inPoint, range.outPoint] {
            let number = state.index.nearestBoundary(to: time)
            #expect(state.index.time(ofFrame: number) == time, "\(intent)")
          }
        }
        #expect(extent.inPoint <= ranges.ranges[0].inPoint)
        #expect((ranges.ranges.last?.outPoint ?? .zero) <= extent.outPoint)
      }
    }
  }

  @Test func aDraggedEdgeStopsAtTheNeighbour() {
    var state = MadeClip.constant(100)
    state.apply(all: .setRange(range(20, 40)), .addRange(at: frames(60), length: frames(10)))
    state.apply(all: .beginDrag(.inPoint), .dragEdge(to: frames(5)), .endDrag)
    #expect(list(of: state) == [[20, 40], [40, 70]])
    state.apply(all: .beginRangeDrag, .moveRange(inPoint: frames(0)), .endDrag)
    #expect(list(of: state) == [[20, 40], [40, 70]])
    state.apply(all: .beginRangeDrag, .moveRange(inPoint: frames(90)), .endDrag)
    #expect(list(of: state) == [[20, 40], [70, 100]])
  }

  @Test func anEdgeSetInAnotherRangeBelongsToThatOne() {
    var state = MadeClip.constant(100)
    state.apply(all: .setRange(range(20, 40)), .addRange(at: frames(60), length: frames(10)))
    #expect(state.ranges.selection == 1)
    state.apply(.setEdge(.inPoint, to: frames(30)))
    #expect(list(of: state) == [[30, 40], [60, 70]])
    #expect(state.ranges.selection == 0)
    state.apply(.keepThrough(frames(64)))
    #expect(list(of: state) == [[30, 40], [60, 65]])
    // In the gap between them both could be meant: the selected one is.
    state.apply(.setEdge(.inPoint, to: frames(50)))
    #expect(list(of: state) == [[30, 40], [50, 65]])
  }

  @Test func everyChangeOfTheListIsOneStep() {
    var state = MadeClip.constant(100)
    var seen = [state.ranges]
    let intents: [TrimIntent] = [
      .addRange(at: frames(30), length: frames(10)), .setEdge(.inPoint, to: frames(50)),
      .setPurpose(.remove), .removeRange, .removeRange, .selectAll,
    ]
    for intent in intents {
      let before = state.ranges
      state.apply(intent)
      if state.ranges != before { seen.append(state.ranges) }
    }
    for expected in seen.dropLast().reversed() {
      state.apply(.undo)
      #expect(state.ranges == expected)
    }
    #expect(!state.history.canUndo)
    for expected in seen.dropFirst() {
      state.apply(.redo)
      #expect(state.ranges == expected)
    }
  }

  @Test func rememberedRangesLandOnFramesAndAreNoStep() throws {
    let list = try #require(
      RangeList([range(10, 20), range(50, 400)], selection: 1, purpose: .remove))
    var state = MadeClip.constant(100)
    state.apply(.restore(list))
    #expect(self.list(of: state) == [[10, 20], [50, 100]])
    #expect(state.ranges.purpose == .remove)
    #expect(!state.history.canUndo)
    // Of another clip nothing is left: the whole clip stays.
    var short = MadeClip.constant(5)
    short.apply(.restore(list))
    #expect(short.isWholeClip)
  }

  @Test func rangesOnAGrowingIndexStayWhereTheyAre() {
    var state = EditorState(
      clip: MadeClip.info(
        timebase: MadeClip.thirtieths, duration: 300, rate: FrameRate(numerator: 30, denominator: 1)
      ))
    state.apply(.addRange(at: frames(100), length: frames(10)))
    state.apply(.setEdge(.inPoint, to: frames(200)))
    for count in [50, 120, 250] {
      state.apply(.indexGrew(MadeClip.constantIndex(count, isComplete: false)))
      #expect(list(of: state) == [[0, 100], [200, 300]])
    }
    state.apply(.indexGrew(MadeClip.constantIndex(290)))
    #expect(list(of: state) == [[0, 100], [200, 290]])
  }

  private func range(_ start: Int64, _ end: Int64) -> TrimRange {
    guard let range = TrimRange(inPoint: frames(start), outPoint: frames(end)) else {
      preconditionFailure("rising")
    }
    return range
  }
}
