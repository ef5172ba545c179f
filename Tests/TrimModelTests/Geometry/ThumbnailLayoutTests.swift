// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct ThumbnailLayoutTests {
  private func view(_ state: EditorState, width: Double = 1000) -> TimelineGeometry {
    TimelineGeometry(
      extent: state.extent, viewWidth: width, margin: 24, tileWidth: 100,
      frameSeconds: state.nominalFrameDuration.seconds)
  }

  @Test func longClipHasAPictureASecond() {
    let state = MadeClip.constant(3000, start: 60)
    let layout = ThumbnailLayout(geometry: view(state), index: state.index)
    #expect(layout.step == .milliseconds(1000))
    let tiles = layout.visible
    #expect(tiles.count == 10)
    #expect(tiles[0].x == 24)
    #expect(tiles.allSatisfy { abs($0.width - 100) < 1e-6 })
    #expect(tiles.map(\.time) == (0..<10).map { frames(60 + $0 * 30) })
  }

  @Test(arguments: [(15, 1000.0), (19, 1000.0), (9, 600.0)])
  func clipThatFitsAtHalfAPictureASecondHasAPictureASecond(seconds: Int, width: Double) {
    let state = MadeClip.constant(seconds * 30)
    let view = view(state, width: width)
    #expect(view.isFitted)
    let layout = ThumbnailLayout(geometry: view, index: state.index)
    #expect(layout.visible.map(\.time) == (0..<seconds).map { frames(Int64($0) * 30) })
  }

  @Test(arguments: [1, 3, 30, 299, 3000, 108_000])
  func tilesCoverTheVisibleStripWithoutGapsAtAnyZoom(frameCount: Int) {
    let state = MadeClip.constant(frameCount, start: 17)
    check(state, seed: UInt64(frameCount), largestShrink: 0.5)
  }

  @Test(arguments: 0..<6)
  func tilesOfAVariableRateCoverTheVisibleStrip(seed: UInt64) {
    check(MadeClip.variable(500, seed: seed), seed: seed, largestShrink: 0)
  }

  private func check(_ state: EditorState, seed: UInt64, largestShrink: Double) {
    var view = view(state)
    view.zoomToFit()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let layout = ThumbnailLayout(geometry: view, index: state.index)
      let tiles = layout.visible
      let start = max(0, view.stripX.lowerBound)
      let end = min(view.viewWidth, view.stripX.upperBound)
      if let first = tiles.first, let last = tiles.last, start < end {
        #expect(first.x <= start + 1e-6)
        #expect(last.x + last.width >= end - 1e-6)
        #expect(last.x + last.width <= view.stripX.upperBound + 1e-6)
      } else {
        #expect(start >= end, "nothing to show")
      }
      for (tile, next) in zip(tiles, tiles.dropFirst()) {
        #expect(abs(tile.x + tile.width - next.x) < 1e-6)
        #expect(tile.time < next.time)
        #expect(tile.width >= 100 * largestShrink - 1e-6)
      }
      #expect(tiles.count <= 24, "never more than the view needs")
      let wanted = layout.wantedTimes
      #expect(wanted.count <= 72)
      #expect(Set(wanted).count == wanted.count)
      #expect(Array(wanted.prefix(tiles.count)) == tiles.map(\.time), "what is in view comes first")
      #expect(wanted.allSatisfy { state.extent.contains($0) })
      view.zoom(
        by: .random(in: 0.9...1.3, using: &random), about: .random(in: 0...1000, using: &random))
      view.scroll(by: .random(in: -700...700, using: &random))
    }
  }

  @Test(arguments: [false, true])
  func timesDoNotDependOnTheScroll(zoomedToFrames: Bool) {
    for state in [MadeClip.constant(3000), MadeClip.variable(2000, seed: 4)] {
      var view = view(state)
      if zoomedToFrames { view.zoom(by: 1e9, about: 0) }
      view.scroll(to: 20_000)
      let layout = ThumbnailLayout(geometry: view, index: state.index)
      let before = layout.tiles(from: 200, to: 800).map(\.time)
      for distance in [-0.3, 1, 33, 150, 199.9] {
        var moved = view
        moved.scroll(by: distance)
        let after = ThumbnailLayout(geometry: moved, index: state.index).tiles(
          from: -500, to: 1500
        ).map(\.time)
        #expect(Set(before).isSubset(of: after), "scrolled by \(distance)")
      }
    }
  }

  @Test func closestZoomShowsEachFrame() {
    let state = MadeClip.constant(300, start: 5)
    var view = view(state)
    view.zoom(by: 1e9, about: 24)
    let layout = ThumbnailLayout(geometry: view, index: state.index)
    #expect(layout.step == .frame)
    #expect(layout.visible.map(\.time) == (5..<15).map { frames($0) })
  }

  @Test func frameThatIsNotIndexedYetIsAskedForByTime() {
    let state = EditorState(
      clip: MadeClip.info(
        timebase: MadeClip.thirtieths, duration: 300, rate: FrameRate(numerator: 30, denominator: 1)
      ))
    var view = view(state)
    view.zoom(by: 1e9, about: 24)
    let layout = ThumbnailLayout(geometry: view, index: state.index)
    #expect(layout.step == .milliseconds(30))
  }

  @Test func recordingOfDaysHasFewTiles() {
    let state = EditorState(
      clip: MadeClip.info(timebase: MadeClip.milliseconds, duration: 400_000_000))
    var view = view(state)
    view.zoomToFit()
    let layout = ThumbnailLayout(geometry: view, index: state.index)
    #expect(layout.visible.count <= 22)
    #expect(layout.visible.count >= 9)
  }
}
