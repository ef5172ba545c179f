// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct TimelineHitTestTests {
  private let layout = TimelineLayout(height: 108)

  private func hits(
    in inX: Double = 200, out outX: Double = 600, playhead: Double = 400,
    stuck: Set<RangeEdge> = [], hasOverview: Bool = true
  ) -> TimelineHitTest {
    TimelineHitTest(
      layout: layout, inX: inX, outX: outX, playheadX: playhead, stripX: 24...976,
      stuckEdges: stuck, hasOverview: hasOverview)
  }

  private var middleY: Double { (layout.strip.lowerBound + layout.strip.upperBound) / 2 }

  @Test func handleIsHitInTwentyFourPixelsAroundItsMiddle() {
    // The in handle is drawn at 186...200, so its middle is 193.
    let hits = hits()
    #expect(hits.target(x: 180.9, y: middleY) == .strip)
    #expect(hits.target(x: 181, y: middleY) == .handle(.inPoint))
    #expect(hits.target(x: 205, y: middleY) == .handle(.inPoint))
    #expect(hits.target(x: 205.1, y: middleY) == .range)
    #expect(hits.target(x: 594.9, y: middleY) == .range)
    #expect(hits.target(x: 595, y: middleY) == .handle(.outPoint))
    #expect(hits.target(x: 619, y: middleY) == .handle(.outPoint))
    #expect(hits.target(x: 619.1, y: middleY) == .strip)
  }

  @Test func fingersHaveFortyFourPixels() {
    let hits = hits()
    #expect(hits.target(x: 171, y: middleY, pointer: .touch) == .handle(.inPoint))
    #expect(hits.target(x: 215, y: middleY, pointer: .touch) == .handle(.inPoint))
    #expect(hits.target(x: 170.9, y: middleY, pointer: .touch) == .strip)
    #expect(hits.target(x: 215.1, y: middleY, pointer: .touch) == .range)
  }

  @Test func handleBeatsThePlayhead() {
    let hits = hits(playhead: 200)
    #expect(hits.target(x: 200, y: middleY) == .handle(.inPoint))
    #expect(hits.target(x: 206, y: middleY) == .playhead)
  }

  @Test(arguments: [0.0, 1, 5, 9, 12])
  func nearerOfTwoHandlesWins(width: Double) {
    let hits = hits(in: 300, out: 300 + width, playhead: 0)
    let middle = 300 + width / 2
    #expect(hits.target(x: middle - 0.1, y: middleY) != .handle(.outPoint))
    #expect(hits.target(x: middle + 0.1, y: middleY) != .handle(.inPoint))
    if width < 10 {
      #expect(hits.target(x: middle - 0.1, y: middleY) == .handle(.inPoint))
      #expect(hits.target(x: middle + 0.1, y: middleY) == .handle(.outPoint))
    }
  }

  @Test func atEqualDistanceTheOneThatCanMoveWins() {
    #expect(hits(in: 300, out: 304).target(x: 302, y: middleY) == .handle(.outPoint))
    #expect(
      hits(in: 300, out: 304, stuck: [.outPoint]).target(x: 302, y: middleY)
        == .handle(.inPoint))
    #expect(
      hits(in: 300, out: 304, stuck: [.inPoint]).target(x: 302, y: middleY)
        == .handle(.outPoint))
  }

  @Test func rowsAreToldApart() {
    let hits = hits()
    #expect(hits.target(x: 300, y: 0) == .ruler)
    #expect(hits.target(x: 300, y: layout.strip.lowerBound - 0.1) == .ruler)
    #expect(hits.target(x: 193, y: 10) == .ruler, "handles stand in the strip only")
    #expect(hits.target(x: 300, y: layout.strip.lowerBound) == .rangeBar)
    #expect(hits.target(x: 300, y: layout.strip.lowerBound + 7.9) == .rangeBar)
    #expect(hits.target(x: 300, y: layout.strip.lowerBound + 8) == .range)
    #expect(hits.target(x: 300, y: layout.strip.upperBound - 7.9) == .rangeBar)
    #expect(hits.target(x: 100, y: layout.strip.lowerBound + 1) == .strip)
    #expect(hits.target(x: 10, y: middleY) == .nothing)
    #expect(hits.target(x: 990, y: middleY) == .nothing)
    #expect(hits.target(x: 300, y: layout.overview.lowerBound) == .overview)
    #expect(hits.target(x: 300, y: layout.strip.upperBound + 1) == .overview)
    #expect(hits.target(x: 300, y: 200) == .nothing)
    #expect(hits.target(x: 300, y: -1) == .nothing)
    let fitted = self.hits(hasOverview: false)
    #expect(fitted.target(x: 300, y: layout.overview.lowerBound) == .nothing)
  }

  @Test func playheadIsHitSixPixelsAround() {
    let hits = hits()
    #expect(hits.target(x: 394, y: middleY) == .playhead)
    #expect(hits.target(x: 406, y: middleY) == .playhead)
    #expect(hits.target(x: 406.1, y: middleY) == .range)
  }

  @Test(arguments: [0.0, 40, 76, 108, 150, 400])
  func rowsNeverOverlap(height: Double) {
    let layout = TimelineLayout(height: height)
    #expect(layout.ruler.upperBound <= layout.strip.lowerBound)
    #expect(layout.strip.upperBound < layout.overview.lowerBound)
    #expect(layout.overview.upperBound <= max(height, TimelineLayout.minimumHeight))
    #expect(layout.pictureHeight > 24)
    #expect(TimelineLayout.margin >= layout.handleWidth)
  }

  @Test func aWaveformTakesOfThePicturesWhereThereIsRoom() throws {
    for height in stride(from: 60.0, through: 400, by: 1) {
      let layout = TimelineLayout(height: height, hasWaveform: true)
      let bare = TimelineLayout(height: height)
      #expect(layout.strip == bare.strip)
      #expect(bare.waveform == nil)
      guard let lane = layout.waveform else {
        #expect(height < TimelineLayout.naturalHeight + 10)
        #expect(layout.pictures == bare.pictures)
        continue
      }
      #expect(layout.pictures.upperBound < lane.lowerBound)
      #expect(lane.upperBound == layout.strip.upperBound - layout.barThickness)
      #expect(layout.pictureHeight > lane.upperBound - lane.lowerBound)
    }
  }
}
