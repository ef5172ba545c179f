// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct FreeCutsTests {
  /// I0 P3 B1 B2 | I6 (open GOP: B4 B5 are stored behind I6) P9 B7 B8, in display order.
  private var openGOP: FrameIndex {
    let positions: [Int32] = [0, 2, 3, 1, 5, 6, 4, 8, 9, 7]
    return FrameIndex(
      timebase: MadeClip.thirtieths,
      frames: positions.enumerated().map { number, position in
        FrameIndex.Frame(
          pts: Int64(number), decodePosition: position, bytes: 10,
          isKeyframe: number == 0 || number == 6, isOpenGOP: number == 6)
      }, endPTS: 10, isComplete: true)
  }

  @Test func anEndIsFreeWhereNothingKeptIsStoredBehindWhatIsNot() {
    let cuts = FreeCuts(index: openGOP)
    // By hand: after 0; after 0–3; after 0–6; all. In between a frame shown earlier is stored later.
    #expect((1...10).filter(cuts.isFreeEnd) == [1, 4, 7, 10])
    #expect((0..<10).filter(cuts.isFreeStart) == [0, 6])
    #expect(!cuts.isFreeEnd(0))
  }

  @Test func nextFreeCutInBothDirections() {
    let cuts = FreeCuts(index: openGOP)
    #expect(cuts.next(from: 3, for: .inPoint, direction: 1) == 6)
    #expect(cuts.next(from: 6, for: .inPoint, direction: -1) == 0)
    #expect(cuts.next(from: 6, for: .inPoint, direction: 1) == nil)
    #expect(cuts.next(from: 0, for: .inPoint, direction: -1) == nil)
    #expect(cuts.next(from: 4, for: .outPoint, direction: 1) == 7)
    #expect(cuts.next(from: 4, for: .outPoint, direction: -1) == 1)
    #expect(cuts.next(from: 1, for: .outPoint, direction: -1) == nil)
    #expect(cuts.next(from: 10, for: .outPoint, direction: 1) == nil)
  }

  @Test func edgesJumpToFreeCutsAsOneStepEach() {
    var state = MadeClip.constant(100)  // A keyframe each tenth frame, no reordering.
    state.apply(.setEdge(.inPoint, to: frames(25)))
    state.apply(.moveEdgeToFreeCut(.inPoint, direction: 1))
    #expect(state.edges == [30, 100])
    state.apply(all: .moveEdgeToFreeCut(.inPoint, direction: -1), .undo)
    #expect(state.edges == [30, 100])
    state.apply(
      all: .setEdge(.outPoint, to: frames(35)), .moveEdgeToFreeCut(.inPoint, direction: 1))
    // Not past the other edge.
    #expect(state.edges == [30, 35])
    state.apply(.moveEdgeToFreeCut(.outPoint, direction: -1))
    #expect(state.edges == [30, 34])
  }

  @Test func playheadJumpsToTheNearestMark() throws {
    var state = MadeClip.constant(100)
    let silence = try #require(TrimRange(inPoint: frames(33), outPoint: frames(36)))
    state.apply(.setRange(try #require(TrimRange(inPoint: frames(12), outPoint: frames(77)))))
    state.apply(.marksGrew(ClipMarks(sceneChanges: [frames(44)], silences: [silence])))
    var visited: [Int64] = []
    for _ in 0..<9 {
      state.apply(.stepMark(direction: 1))
      visited.append(state.playhead.ticks)
    }
    #expect(visited == [10, 12, 20, 30, 33, 36, 40, 44, 50])
    state.apply(.stepMark(direction: -1))
    #expect(state.playhead.ticks == 44)
  }
}
