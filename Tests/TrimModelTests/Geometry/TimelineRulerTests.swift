// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct TimelineRulerTests {
  private static func width(_ text: String) -> Double { Double(text.count) * 7 }

  private func view(_ state: EditorState, width: Double = 1000) -> TimelineGeometry {
    TimelineGeometry(
      extent: state.extent, viewWidth: width, margin: 24, tileWidth: 100,
      frameSeconds: state.nominalFrameDuration.seconds)
  }

  @Test(arguments: [1, 2, 30, 299, 3000, 108_000, 1_080_000, 30_000_000])
  func labelsNeverMeetAtAnyZoom(frameCount: Int) {
    // Huge clips are not indexed here: their labels do not need it.
    let state =
      frameCount > 200_000
      ? EditorState(
        clip: MadeClip.info(timebase: MadeClip.thirtieths, duration: Int64(frameCount)))
      : MadeClip.constant(frameCount, start: 17)
    var view = view(state)
    view.zoomToFit()
    var random = SeededGenerator(seed: UInt64(frameCount))
    for _ in 0..<120 {
      check(view, state)
      view.zoom(by: 1.15, about: .random(in: 0...1000, using: &random))
    }
  }

  @Test(arguments: 0..<8)
  func labelsOfAVariableRateNeverMeet(seed: UInt64) {
    let state = MadeClip.variable(400, seed: seed)
    var view = view(state)
    view.zoomToFit()
    for step in 0..<80 {
      check(view, state)
      view.zoom(by: 1.2, about: Double(step * 12))
    }
  }

  private func check(_ view: TimelineGeometry, _ state: EditorState) {
    let marks = TimelineRuler.marks(geometry: view, index: state.index, labelWidth: Self.width)
    #expect(!marks.isEmpty)
    #expect(marks.count < 1500, "only what is visible exists")
    #expect(zip(marks, marks.dropFirst()).allSatisfy { $0.x < $1.x })
    let labelled = marks.filter { $0.label != nil }
    for (mark, next) in zip(labelled, labelled.dropFirst()) {
      let end = mark.x + TimelineRuler.labelOffset + Self.width(mark.label ?? "")
      #expect(end < next.x, "\(mark) \(next)")
      #expect(mark.label != next.label)
    }
  }

  @Test func secondsAreLabelledRound() {
    let state = MadeClip.constant(300)
    let marks = TimelineRuler.marks(
      geometry: view(state), index: state.index, labelWidth: Self.width)
    #expect(
      marks.compactMap(\.label) == [
        "0:00", "0:01", "0:02", "0:03", "0:04", "0:05", "0:06", "0:07", "0:08", "0:09",
        "0:10",
      ])
    #expect(marks.first?.x == 24)
  }

  @Test func singleFramesHaveTheirTicks() {
    let state = MadeClip.constant(300, start: 50)
    var view = view(state)
    view.zoom(by: 1e9, about: 24)
    let marks = TimelineRuler.marks(
      geometry: view, index: state.index, labelWidth: Self.width)
    for (number, mark) in marks.enumerated().prefix(8) {
      #expect(abs(mark.x - view.x(of: frames(50 + Int64(number)))) < 1e-6)
    }
    #expect(marks[1].label == "0:00.033")
  }
}
