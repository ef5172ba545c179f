// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct TimelineSnappingTests {
  private func geometry(_ state: EditorState, scale: Double) -> TimelineGeometry {
    var geometry = TimelineGeometry(
      extent: state.extent, viewWidth: 400, margin: 24, tileWidth: 100, frameSeconds: 1.0 / 30)
    geometry.zoom(to: scale, about: 0)
    return geometry
  }

  private func stretch(_ start: Int64, _ end: Int64) throws -> TrimRange {
    try #require(TrimRange(inPoint: frames(start), outPoint: frames(end)))
  }

  /// One keyframe, so that nothing but what a test sets draws.
  private func plain(_ count: Int = 900) -> EditorState {
    var state = EditorState(
      clip: MadeClip.info(
        timebase: MadeClip.thirtieths, duration: Int64(count),
        rate: FrameRate(numerator: 30, denominator: 1)))
    state.apply(
      .indexGrew(
        MadeClip.index(
          timebase: MadeClip.thirtieths, pts: (0..<Int64(count)).map { $0 }, end: Int64(count),
          gop: 100_000)))
    return state
  }

  @Test func onePixelAroundTheReach() {
    var state = plain()
    state.apply(.seek(to: frames(300)))
    // 30 pixels a second: a pixel a frame.
    let snapping = TimelineSnapping(state: state, geometry: geometry(state, scale: 30))
    let reach = Int64(TimelineSnapping.reach)
    for distance in -12...12 as ClosedRange<Int64> {
      let found = snapping.point(near: frames(300 + distance), for: .inPoint)
      let expected = abs(distance) <= reach
      #expect((found != nil) == expected, "\(distance)")
      if expected { #expect(found == SnapPoint(time: frames(300), kind: .playhead)) }
    }
  }

  @Test func theOutEdgeKeepsTheFrameUnderThePlayhead() {
    var state = plain()
    state.apply(.seek(to: frames(300)))
    let snapping = TimelineSnapping(state: state, geometry: geometry(state, scale: 30))
    #expect(snapping.point(near: frames(303), for: .outPoint)?.time == frames(301))
  }

  @Test func theNearestDrawsAndOfTwoTheMoreImportant() throws {
    var state = plain()
    state.apply(.seek(to: frames(300)))
    state.apply(
      .marksGrew(
        ClipMarks(
          sceneChanges: [frames(306)], silences: [try stretch(500, 560)],
          blacks: [try stretch(500, 530)])))
    let snapping = TimelineSnapping(state: state, geometry: geometry(state, scale: 30))
    func found(_ number: Int64) -> SnapPoint? {
      snapping.point(near: frames(number), for: .inPoint)
    }
    #expect(found(302) == SnapPoint(time: frames(300), kind: .playhead))
    #expect(found(305) == SnapPoint(time: frames(306), kind: .sceneChange))
    #expect(found(303) == SnapPoint(time: frames(300), kind: .playhead))
    #expect(found(498) == SnapPoint(time: frames(500), kind: .black))
    #expect(found(532) == SnapPoint(time: frames(530), kind: .black))
    #expect(found(563) == SnapPoint(time: frames(560), kind: .silence))
    #expect(found(400) == nil)
  }

  @Test func keyframesDrawOnlyWhereThereIsAWayBetweenThem() {
    let state = MadeClip.constant(900)  // A keyframe each tenth frame.
    for (scale, draws) in [(20.0, false), (62.0, false), (64.0, true), (300.0, true)] {
      let snapping = TimelineSnapping(state: state, geometry: geometry(state, scale: scale))
      let found = snapping.point(near: frames(451), for: .inPoint)
      let isInReach = scale / 30 <= TimelineSnapping.reach
      #expect((found?.kind == .keyframe) == (draws && isInReach), "\(scale)")
    }
  }

  @Test func everyFrameCanBeHadZoomedIn() {
    let state = MadeClip.constant(300)
    let snapping = TimelineSnapping(state: state, geometry: geometry(state, scale: 3000))
    for number in 1..<299 as Range<Int64> where number % 10 != 0 {
      #expect(snapping.point(near: frames(number), for: .inPoint) == nil, "\(number)")
    }
  }

  @Test func edgesOfOtherRangesDraw() throws {
    var state = plain()
    state.apply(.setRange(try stretch(100, 200)))
    state.apply(all: .addRange(at: frames(400), length: frames(50)), .seek(to: frames(800)))
    let snapping = TimelineSnapping(state: state, geometry: geometry(state, scale: 30))
    let found = snapping.point(near: frames(204), for: .inPoint)
    #expect(found == SnapPoint(time: frames(200), kind: .rangeEdge))
    #expect(snapping.point(near: frames(404), for: .inPoint) == nil)
  }
}
