// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct EditorStateTests {
  // MARK: Opening and indexing

  @Test func wholeClipIsChosenBeforeAnythingIsIndexed() {
    let state = EditorState(
      clip: MadeClip.info(timebase: MadeClip.thirtieths, start: 7, duration: 100))
    #expect(state.edges == [7, 107])
    #expect(state.isWholeClip)
    #expect(state.playhead == frames(7))
    #expect(state.rangeFrameCount == nil)
  }

  @Test func clipOfUnknownLengthHasATickUntilItIsIndexed() {
    var state = EditorState(clip: MadeClip.info(timebase: MadeClip.thirtieths, duration: nil))
    #expect(state.edges == [0, 1])
    state.apply(.indexGrew(MadeClip.constantIndex(40, isComplete: false)))
    #expect(state.edges == [0, 40])
    state.apply(.indexGrew(MadeClip.constantIndex(90)))
    #expect(state.edges == [0, 90])
    #expect(state.isWholeClip)
    #expect(!state.history.canUndo)
  }

  @Test func wholeRangeAndFirstPlayheadFollowTheTrueExtent() {
    var state = EditorState(
      clip: MadeClip.info(timebase: MadeClip.thirtieths, start: 0, duration: 100))
    state.apply(.indexGrew(MadeClip.constantIndex(97, start: 2)))
    #expect(state.edges == [2, 99])
    #expect(state.playhead == frames(2))
    #expect(state.interfaceTime(of: frames(2)) == .zero)
    #expect(state.clipTime(ofInterfaceTime: .zero) == frames(2))
  }

  @Test func edgeSetAheadOfTheIndexLandsOnAFrameWhenItArrives() {
    let base = MadeClip.milliseconds
    var state = EditorState(clip: MadeClip.info(timebase: base, duration: 10_000))
    let pts = (0..<100).map { Int64($0 * 100) }
    state.apply(
      .indexGrew(
        MadeClip.index(timebase: base, pts: Array(pts[..<20]), end: 2000, isComplete: false)))
    state.apply(all: .setEdge(.inPoint, to: milliseconds(5033)), .seek(to: milliseconds(6077)))
    #expect(state.range.inPoint == milliseconds(5033))
    #expect(state.range.outPoint == milliseconds(10_000))
    #expect(state.playhead == milliseconds(6077))
    state.apply(.indexGrew(MadeClip.index(timebase: base, pts: pts, end: 9990)))
    #expect(state.range.inPoint == milliseconds(5000))
    #expect(state.range.outPoint == milliseconds(9990))
    #expect(state.playhead == milliseconds(6000))
    state.apply(.undo)
    #expect(state.isWholeClip, "undo gives the whole clip as it is known now")
  }

  @Test func rangeBehindTheTrueEndBecomesTheLastFrame() {
    var state = EditorState(
      clip: MadeClip.info(timebase: MadeClip.thirtieths, duration: 1000))
    state.apply(
      all: .setEdge(.inPoint, to: frames(800)), .setEdge(.outPoint, to: frames(900)),
      .seek(to: frames(850)), .indexGrew(MadeClip.constantIndex(500)))
    #expect(state.edges == [499, 500])
    #expect(state.playhead == frames(499))
  }

  @Test func handlesMoveFreelyBehindAPartialIndex() {
    var state = EditorState(
      clip: MadeClip.info(
        timebase: MadeClip.thirtieths, duration: 1000,
        rate: FrameRate(numerator: 30, denominator: 1)))
    state.apply(.indexGrew(MadeClip.constantIndex(100, isComplete: false)))
    state.apply(all: .beginDrag(.inPoint), .dragEdge(to: frames(700)), .endDrag)
    #expect(state.edges == [700, 1000])
    state.apply(all: .beginDrag(.outPoint), .dragEdge(to: frames(0)), .endDrag)
    #expect(state.edges == [700, 701], "a frame as long as the container says")
    state.apply(.nudge(.outPoint, frames: 5))
    #expect(state.edges == [700, 706])
    #expect(state.lastKeptFrame == frames(705))
    #expect(state.rangeFrameCount == nil)
    state.apply(.nudge(.inPoint, frames: -650))
    #expect(state.edges == [50, 706])
    state.apply(.moveRange(inPoint: frames(2000)))
    #expect(state.edges == [344, 1000])
  }

  // MARK: Frames

  @Test(arguments: [Int64(0), 1000, -40])
  func lastKeptFrameIsTheOneBeforeTheOutPoint(start: Int64) {
    var state = MadeClip.constant(100, start: start)
    #expect(state.lastKeptFrame == frames(start + 99))
    state.apply(.setEdge(.outPoint, to: frames(start + 40)))
    #expect(state.lastKeptFrame == frames(start + 39))
    #expect(state.rangeFrameCount == 40)
    state.apply(.setEdge(.inPoint, to: frames(start + 39)))
    #expect(state.rangeFrameCount == 1)
    #expect(state.lastKeptFrame == state.range.inPoint)
  }

  @Test func shownFrameIsTheDraggedEdges() {
    var state = MadeClip.constant(100)
    state.apply(.seek(to: frames(50)))
    #expect(state.shownTime == frames(50))
    state.apply(all: .beginDrag(.inPoint), .dragEdge(to: frames(10)))
    #expect(state.shownTime == frames(10))
    state.apply(all: .beginDrag(.outPoint), .dragEdge(to: frames(60)))
    #expect(state.shownTime == frames(59), "the last frame kept, not the first one not kept")
    state.apply(all: .beginRangeDrag, .moveRange(inPoint: frames(20)))
    #expect(state.shownTime == frames(20))
  }

  @Test func outPointIsPutBehindTheFrameThatIsKept() {
    var state = MadeClip.constant(100)
    state.apply(.keepThrough(frames(49)))
    #expect(state.edges == [0, 50])
    #expect(state.lastKeptFrame == frames(49))
    state.apply(.keepThrough(frames(99)))
    #expect(state.edges == [0, 100])
    state.apply(.keepThrough(frames(5000)))
    #expect(state.edges == [0, 100])
    state.apply(all: .setEdge(.inPoint, to: frames(60)), .keepThrough(frames(20)))
    #expect(state.edges == [0, 21], "the other edge gives way")
  }

  // MARK: Playhead

  @Test func playheadLandsOnTheFrameOnScreen() {
    var state = MadeClip.constant(100, start: 10)
    state.apply(.seek(to: MediaTime(seconds: 0.999, timebase: .microseconds)))
    #expect(state.playhead == frames(29))
    state.apply(.seek(to: frames(-5)))
    #expect(state.playhead == frames(10))
    state.apply(.seek(to: frames(110)))
    #expect(state.playhead == frames(109), "there is no frame at the end of the clip")
  }

  @Test func playheadStepsByFramesAndStopsAtTheEnds() {
    var state = MadeClip.constant(10)
    state.apply(.step(frames: 1))
    #expect(state.playhead == frames(1))
    state.apply(.step(frames: -1))
    state.apply(.step(frames: -1))
    #expect(state.playhead == frames(0))
    state.apply(.step(frames: 1000))
    #expect(state.playhead == frames(9))
    state.apply(.step(frames: .max))
    #expect(state.playhead == frames(9))
    state.apply(.step(frames: .min))
    #expect(state.playhead == frames(0))
  }

  @Test func playheadStepsByKeyframes() {
    var state = MadeClip.constant(35)
    state.apply(.seek(to: frames(15)))
    state.apply(.stepKeyframe(direction: -1))
    #expect(state.playhead == frames(10))
    state.apply(.stepKeyframe(direction: -1))
    #expect(state.playhead == frames(0))
    state.apply(.stepKeyframe(direction: -1))
    #expect(state.playhead == frames(0))
    state.apply(.seek(to: frames(20)))
    state.apply(.stepKeyframe(direction: 1))
    #expect(state.playhead == frames(30))
    state.apply(.stepKeyframe(direction: 1))
    #expect(state.playhead == frames(30))
  }

  @Test func playbackDoesNotMoveThePlayheadDuringADrag() {
    var state = MadeClip.constant(100)
    state.apply(.playbackReached(frames(5)))
    #expect(state.playhead == frames(5))
    state.apply(all: .beginDrag(.outPoint), .playbackReached(frames(7)))
    #expect(state.playhead == frames(5))
    state.apply(all: .setEdge(.inPoint, to: frames(3)), .endDrag)
    #expect(state.playhead == frames(3), "the loop starts over at the in point")
  }

  // MARK: Typed times

  @Test func typedTimesAreResolved() {
    let state = MadeClip.constant(100, start: 60)
    func resolved(_ text: String, from reference: Int64 = 90) -> MediaTime? {
      Timecode.parse(text).map { state.time(of: $0, from: frames(reference)) }
    }
    #expect(resolved("0") == frames(60))
    #expect(resolved("1") == frames(90))
    #expect(resolved("0.033") == frames(61), "as 1/30 is printed")
    #expect(resolved("0.067") == frames(62))
    #expect(resolved("f0") == frames(60))
    #expect(resolved("f99") == frames(159))
    #expect(resolved("f5000") == frames(160))
    #expect(resolved("+12f") == frames(102))
    #expect(resolved("-12f") == frames(78))
    #expect(resolved("-500f") == frames(60))
    #expect(resolved("-1s") == frames(60))
    #expect(resolved("+0.5s") == frames(105))
    #expect(resolved("end") == frames(160))
    #expect(resolved("1:00:00") == frames(160))
    #expect(resolved("f9223372036854775807") == frames(160))
  }

  @Test func everyPrintedFrameTimeFindsItsFrame() {
    for state in [MadeClip.constant(300), MadeClip.variable(300, seed: 3, start: 250)] {
      for number in 0..<300 {
        let time = state.index.time(ofFrame: number)
        let text = Timecode.string(state.interfaceTime(of: time))
        #expect(Timecode.parse(text).map { state.time(of: $0, from: .zero) } == time)
      }
    }
  }

  // MARK: Switches

  @Test func switchesAreKept() {
    var state = MadeClip.constant(10)
    state.apply(all: .setLooping(false), .setFollowing(true))
    #expect(!state.isLooping)
    #expect(state.isFollowing)
  }
}
