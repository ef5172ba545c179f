// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct RangeEditingTests {
  // MARK: Dragging an edge

  @Test func draggedEdgeLandsOnTheNearestFrame() {
    var state = MadeClip.constant(100)
    state.apply(.beginDrag(.inPoint))
    let base = Timebase(numerator: 1, denominator: 3000)
    for (ticks, expected) in [(0, 0), (49, 0), (51, 1), (149, 1), (150, 2), (151, 2), (5000, 50)] {
      state.apply(.dragEdge(to: MediaTime(ticks: Int64(ticks), timebase: base)))
      #expect(state.range.inPoint == frames(Int64(expected)), "at \(ticks)/3000")
    }
  }

  @Test func draggedEdgeStopsAtTheClipAndAFrameFromTheOther() {
    var state = MadeClip.constant(100)
    state.apply(.beginDrag(.inPoint))
    state.apply(.dragEdge(to: frames(-1)))
    #expect(state.edges == [0, 100])
    state.apply(.dragEdge(to: frames(99)))
    #expect(state.edges == [99, 100])
    state.apply(.dragEdge(to: frames(100)))
    #expect(state.edges == [99, 100])
    state.apply(.dragEdge(to: frames(5000)))
    #expect(state.edges == [99, 100])
    state.apply(all: .dragEdge(to: frames(40)), .beginDrag(.outPoint))
    state.apply(.dragEdge(to: frames(40)))
    #expect(state.edges == [40, 41])
    state.apply(.dragEdge(to: frames(-5)))
    #expect(state.edges == [40, 41])
    state.apply(.dragEdge(to: frames(101)))
    #expect(state.edges == [40, 100])
  }

  @Test func moveWithoutAPressChangesNothing() {
    var state = MadeClip.constant(100)
    let before = state
    state.apply(all: .dragEdge(to: frames(50)), .endDrag, .cancelDrag)
    #expect(state == before)
  }

  @Test func clipOfOneFrameCannotBeTrimmed() {
    var state = MadeClip.constant(1)
    for edge in RangeEdge.allCases {
      state.apply(
        all: .beginDrag(edge), .dragEdge(to: frames(0)), .dragEdge(to: frames(1)), .endDrag)
      state.apply(all: .nudge(edge, frames: 1), .nudge(edge, frames: -1))
      state.apply(.setEdge(edge, to: frames(1)))
      state.apply(.setEdge(edge, to: frames(0)))
    }
    #expect(state.edges == [0, 1])
    #expect(!state.history.canUndo)
  }

  // MARK: Limits

  @Test(arguments: [
    (1.999, 60), (2.0, 60), (2.001, 61), (0.0, 1), (0.01, 1), (1.0 / 30, 1), (-3, 1),
  ])
  func minimumStopsBothEdges(seconds: Double, expected: Int64) {
    var state = MadeClip.constant(300)
    state.apply(.setLimits(RangeLimits(minimumSeconds: seconds)))
    state.apply(all: .beginDrag(.inPoint), .dragEdge(to: frames(299)), .endDrag)
    #expect(state.edges == [300 - expected, 300])
    state.apply(all: .selectAll, .beginDrag(.outPoint), .dragEdge(to: frames(1)), .endDrag)
    #expect(state.edges == [0, expected])
    // One frame more than the minimum can be given up, no other.
    state.apply(.nudge(.outPoint, frames: 1))
    #expect(state.edges == [0, expected + 1])
    state.apply(.nudge(.inPoint, frames: 1))
    #expect(state.edges == [1, expected + 1])
    state.apply(.nudge(.inPoint, frames: 1))
    #expect(state.edges == [1, expected + 1])
  }

  @Test func minimumLongerThanTheClipKeepsItWhole() {
    var state = MadeClip.constant(30)
    state.apply(.setLimits(RangeLimits(minimumSeconds: 2)))
    state.apply(all: .beginDrag(.inPoint), .dragEdge(to: frames(20)), .endDrag)
    state.apply(all: .beginDrag(.outPoint), .dragEdge(to: frames(10)), .endDrag)
    #expect(state.isWholeClip)
  }

  @Test func maximumStopsBothEdges() {
    var state = MadeClip.constant(3000)
    state.apply(.setLimits(RangeLimits(maximumSeconds: 15)))
    #expect(state.edges == [0, 450], "what is chosen obeys at once")
    state.apply(.undo)
    state.apply(.redo)
    state.apply(all: .beginDrag(.outPoint), .dragEdge(to: frames(2000)), .endDrag)
    #expect(state.edges == [0, 450])
    state.apply(.setRange(range(1000, 1100)))
    state.apply(all: .beginDrag(.inPoint), .dragEdge(to: frames(0)), .endDrag)
    #expect(state.edges == [650, 1100])
    state.apply(.selectAll)
    #expect(state.edges == [0, 450])
    state.apply(.setEdge(.inPoint, to: frames(2900)))
    #expect(state.edges == [2900, 3000])
    state.apply(.setEdge(.outPoint, to: frames(700)))
    #expect(state.edges == [250, 700], "the in point comes as near as it must")
  }

  @Test func maximumIsNeverExceededByAFraction() {
    // 450 frames of 1001/30000 s are 15.015 s.
    let base = Timebase(numerator: 1001, denominator: 30_000)
    var state = EditorState(clip: MadeClip.info(timebase: base, duration: 3000))
    state.apply(
      .indexGrew(MadeClip.index(timebase: base, pts: (0..<3000).map { $0 }, end: 3000)))
    state.apply(.setLimits(RangeLimits(minimumSeconds: 2, maximumSeconds: 15)))
    #expect(state.rangeFrameCount == 449)
    state.apply(all: .beginDrag(.outPoint), .dragEdge(to: .zero), .endDrag)
    #expect(state.rangeFrameCount == 60)
  }

  @Test func minimumWinsOverASmallerMaximum() {
    var state = MadeClip.constant(300)
    state.apply(.setLimits(RangeLimits(minimumSeconds: 3, maximumSeconds: 1)))
    #expect(state.edges == [0, 90])
    state.apply(all: .beginDrag(.inPoint), .dragEdge(to: frames(80)), .endDrag)
    #expect(state.edges == [0, 90])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func senselessLimitsDoNoHarm(seconds: Double) {
    var state = MadeClip.constant(300)
    state.apply(.setLimits(RangeLimits(minimumSeconds: seconds, maximumSeconds: seconds)))
    state.apply(all: .setEdge(.inPoint, to: frames(10)), .setEdge(.outPoint, to: frames(20)))
    #expect(state.range.inPoint >= state.extent.inPoint)
    #expect(state.range.outPoint <= state.extent.outPoint)
  }

  // MARK: Setting

  @Test func edgeSetBehindTheOtherSendsThatToTheEnd() {
    var state = MadeClip.constant(100)
    state.apply(.setRange(range(20, 40)))
    state.apply(.setEdge(.inPoint, to: frames(60)))
    #expect(state.edges == [60, 100])
    state.apply(.setEdge(.outPoint, to: frames(50)))
    #expect(state.edges == [0, 50])
    state.apply(.setEdge(.inPoint, to: frames(100)))
    #expect(state.edges == [99, 100])
    state.apply(.setEdge(.outPoint, to: frames(0)))
    #expect(state.edges == [0, 1])
  }

  @Test func setRangeIsSnappedAndLimited() {
    var state = MadeClip.constant(100)
    state.apply(.setRange(range(-10, 500)))
    #expect(state.isWholeClip)
    state.apply(.setRange(range(99, 100)))
    #expect(state.edges == [99, 100])
    state.apply(.setRange(range(200, 300)))
    #expect(state.edges == [99, 100])
    state.apply(.setRange(range(-300, -200)))
    #expect(state.edges == [0, 1])
    guard
      let fine = TrimRange(
        inPoint: MediaTime(ticks: 10_001, timebase: .microseconds),
        outPoint: MediaTime(ticks: 10_002, timebase: .microseconds))
    else { return }
    state.apply(.setRange(fine))
    #expect(state.edges == [0, 1])
  }

  // MARK: Moving the whole

  @Test func wholeRangeMovesAndKeepsItsLength() {
    var state = MadeClip.constant(100)
    state.apply(.setRange(range(20, 50)))
    for (target, expected) in [(25, 25), (0, 0), (-9, 0), (70, 70), (71, 70), (500, 70)] {
      state.apply(.moveRange(inPoint: frames(Int64(target))))
      #expect(state.edges == [Int64(expected), Int64(expected) + 30])
    }
  }

  @Test func movedRangeOfVariableRateComesBackToItsLength() {
    var state = MadeClip.variable(400, seed: 11)
    let start = state.index.time(ofFrame: 100)
    state.apply(.setEdge(.inPoint, to: start))
    state.apply(.setEdge(.outPoint, to: state.index.time(ofFrame: 180)))
    let before = state.range
    state.apply(.beginRangeDrag)
    for number in [0, 390, 17, 250, 399, 3] {
      state.apply(.moveRange(inPoint: state.index.time(ofFrame: number)))
      #expect(isOnFrames(state))
    }
    state.apply(.moveRange(inPoint: start))
    state.apply(.endDrag)
    #expect(state.range == before, "nothing drifts on the way")
  }

  // MARK: History

  @Test func dragIsOneStep() {
    var state = MadeClip.constant(100)
    state.apply(.beginDrag(.inPoint))
    for frame in 1...40 { state.apply(.dragEdge(to: frames(Int64(frame)))) }
    #expect(!state.history.canUndo)
    state.apply(.endDrag)
    state.apply(.undo)
    #expect(state.edges == [0, 100])
    #expect(!state.history.canUndo)
    state.apply(.redo)
    #expect(state.edges == [40, 100])
    #expect(!state.history.canRedo)
  }

  @Test func followedScrollIsOneStep() {
    var state = MadeClip.constant(100)
    state.apply(.setRange(range(10, 20)))
    state.apply(.beginRangeDrag)
    for frame in 11...60 { state.apply(.moveRange(inPoint: frames(Int64(frame)))) }
    state.apply(.endDrag)
    #expect(state.edges == [60, 70])
    state.apply(.undo)
    #expect(state.edges == [10, 20])
    state.apply(.undo)
    #expect(state.edges == [0, 100])
  }

  @Test func dragBackToWhereItBeganIsNoStep() {
    var state = MadeClip.constant(100)
    state.apply(
      all: .beginDrag(.inPoint), .dragEdge(to: frames(9)), .dragEdge(to: frames(0)), .endDrag)
    #expect(!state.history.canUndo)
  }

  @Test func cancelledDragLeavesNoTrace() {
    var state = MadeClip.constant(100)
    state.apply(all: .seek(to: frames(50)), .beginDrag(.inPoint), .dragEdge(to: frames(9)))
    state.apply(.cancelDrag)
    #expect(state.edges == [0, 100])
    #expect(state.playhead == frames(50))
    #expect(state.drag == nil)
    #expect(!state.history.canUndo)
  }

  @Test func undoDuringADragTakesTheDragBack() {
    var state = MadeClip.constant(100)
    state.apply(.setEdge(.outPoint, to: frames(80)))
    state.apply(all: .beginDrag(.inPoint), .dragEdge(to: frames(9)), .undo)
    #expect(state.edges == [0, 80])
    #expect(state.drag == nil)
    state.apply(.dragEdge(to: frames(30)))
    #expect(state.edges == [0, 80], "the pointer's further moves do nothing")
  }

  @Test func pressingTheOtherHandleEndsTheFirstDrag() {
    var state = MadeClip.constant(100)
    state.apply(all: .beginDrag(.inPoint), .dragEdge(to: frames(9)))
    state.apply(all: .beginDrag(.outPoint), .dragEdge(to: frames(50)), .endDrag)
    #expect(state.edges == [9, 50])
    state.apply(.undo)
    #expect(state.edges == [9, 100])
    state.apply(.undo)
    #expect(state.edges == [0, 100])
  }

  @Test func newEditForgetsWhatWasUndone() {
    var state = MadeClip.constant(100)
    state.apply(all: .setEdge(.inPoint, to: frames(5)), .undo, .setEdge(.inPoint, to: frames(6)))
    #expect(!state.history.canRedo)
    state.apply(.redo)
    #expect(state.edges == [6, 100])
  }

  @Test func editWithoutEffectIsNoStep() {
    var state = MadeClip.constant(100)
    state.apply(all: .nudge(.inPoint, frames: -1), .selectAll, .setEdge(.outPoint, to: frames(100)))
    #expect(!state.history.canUndo)
  }

  @Test func historyIsBounded() {
    var state = MadeClip.constant(5000)
    for frame in 1...1500 { state.apply(.setEdge(.inPoint, to: frames(Int64(frame)))) }
    var steps = 0
    while state.history.canUndo {
      state.apply(.undo)
      steps += 1
    }
    #expect(steps == 1000)
    #expect(state.edges == [500, 5000])
  }

  // MARK: Properties

  @Test(arguments: 0..<24)
  func rangeIsAlwaysOnFramesInsideTheClipAndWithinLimits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let start = Int64.random(in: -500...500, using: &random)
    var state =
      seed % 3 == 0
      ? MadeClip.constant(200, start: start) : MadeClip.variable(200, seed: seed, start: start)
    let minimum = seed % 4 == 0 ? 2.0 : 0
    state.apply(.setLimits(RangeLimits(minimumSeconds: minimum)))
    let span = state.extent.duration.seconds
    func anyTime() -> MediaTime {
      state.extent.inPoint
        + MediaTime(
          seconds: .random(in: -1...(span + 1), using: &random), timebase: .microseconds)
    }
    for _ in 0..<400 {
      let edge: RangeEdge = Bool.random(using: &random) ? .inPoint : .outPoint
      let intent: TrimIntent =
        switch Int.random(in: 0..<13, using: &random) {
        case 0: .beginDrag(edge)
        case 1, 2: .dragEdge(to: anyTime())
        case 3: .endDrag
        case 4: .setEdge(edge, to: anyTime())
        case 5: .nudge(edge, frames: .random(in: -30...30, using: &random))
        case 6: .moveRange(inPoint: anyTime())
        case 7: .setRange(rangeFrom(anyTime(), anyTime()) ?? state.range)
        case 8: .beginRangeDrag
        case 9: .undo
        case 10: .redo
        case 11: .keepThrough(anyTime())
        default: .cancelDrag
        }
      state.apply(intent)
      #expect(isOnFrames(state), "\(intent)")
      #expect(state.range.inPoint >= state.extent.inPoint)
      #expect(state.range.outPoint <= state.extent.outPoint)
      if case .moveRange = intent { continue }
      let slack = seed % 3 == 0 ? 0 : 2.0  // moving keeps the length as near as frames allow
      #expect(state.range.duration.seconds >= min(minimum, span) - slack)
    }
  }

  private func isOnFrames(_ state: EditorState) -> Bool {
    [state.range.inPoint, state.range.outPoint].allSatisfy { time in
      state.index.time(ofFrame: state.index.nearestBoundary(to: time)) == time
    }
  }

  private func rangeFrom(_ a: MediaTime, _ b: MediaTime) -> TrimRange? {
    TrimRange(inPoint: min(a, b), outPoint: max(a, b))
  }

  private func range(_ start: Int64, _ end: Int64) -> TrimRange {
    guard let range = TrimRange(inPoint: frames(start), outPoint: frames(end)) else {
      preconditionFailure("rising")
    }
    return range
  }
}
