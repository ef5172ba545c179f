// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct TimelineGeometryTests {
  private func extent(_ ticks: Int64, start: Int64 = 0, perSecond: Int32 = 90_000) -> TrimRange {
    let base = Timebase(numerator: 1, denominator: perSecond)
    guard
      let extent = TrimRange(
        inPoint: MediaTime(ticks: start, timebase: base),
        outPoint: MediaTime(ticks: start + ticks, timebase: base))
    else { preconditionFailure("rising") }
    return extent
  }

  private func geometry(
    seconds: Int64, width: Double = 1000, tile: Double = 100, frame: Double = 1.0 / 30,
    start: Int64 = 0
  ) -> TimelineGeometry {
    TimelineGeometry(
      extent: extent(seconds * 90_000, start: start), viewWidth: width, margin: 24,
      tileWidth: tile, frameSeconds: frame)
  }

  // MARK: Zoom limits

  @Test func shortClipFitsAndLongClipHasAPictureASecond() {
    let short = geometry(seconds: 5)
    #expect(short.isFitted)
    #expect(!short.isScrollable)
    #expect(short.stripX.lowerBound == 24)
    #expect(abs(short.stripX.upperBound - 976) < 1e-9)
    #expect(geometry(seconds: 19).isFitted, "both handles are in view")
    #expect(geometry(seconds: 20).pixelsPerSecond == 100)
    let long = geometry(seconds: 60)
    #expect(long.pixelsPerSecond == 100)
    #expect(long.isScrollable)
    #expect(long.scrollX == 0)
    #expect(long.scrollLimits == 0...(60 * 100 + 48 - 1000))
  }

  @Test func clipFitsWhileASecondIsHalfAPictureWide() {
    #expect(geometry(seconds: 19).isFitted)
    #expect(geometry(seconds: 20).pixelsPerSecond == 100)
  }

  @Test func zoomEndsAtTheWholeClipAndAtAPictureAFrame() {
    var view = geometry(seconds: 60)
    view.zoom(by: 1e-9, about: 500)
    #expect(view.isFitted)
    #expect(abs(view.pixelsPerSecond - 952.0 / 60) < 1e-9)
    view.zoom(by: 1e9, about: 500)
    #expect(abs(view.pixelsPerSecond - 3000) < 1e-6)
    #expect(!view.isFitted)
    view.zoom(by: .nan, about: 500)
    #expect(view.isFitted)
  }

  @Test func whatIsBetweenWanderingFingersStaysBetweenThem() {
    var random = SeededGenerator(seed: 6)
    var view = geometry(seconds: 600)
    view.zoom(by: 10, about: 500)
    let seconds = view.seconds(at: 500)
    for _ in 0..<500 {
      let scale = Double.random(in: 20...400, using: &random)
      let x = Double.random(in: 300...700, using: &random)
      view.zoom(to: scale, bringing: seconds, to: x)
      let limits = view.scrollLimits
      if view.scrollX > limits.lowerBound, view.scrollX < limits.upperBound {
        #expect(abs(view.x(atSeconds: seconds) - x) < 1e-6)
      }
    }
  }

  @Test func whatIsUnderThePointerStaysThereWhileZooming() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      var view = geometry(seconds: 600)
      view.zoom(by: .random(in: 1...20, using: &random), about: 500)
      view.scroll(to: .random(in: 5000...20_000, using: &random))
      let x = Double.random(in: 0...1000, using: &random)
      let before = view.seconds(at: x)
      let factor = Double.random(in: 0.8...1.5, using: &random)
      view.zoom(by: factor, about: x)
      let limits = view.scrollLimits
      if view.scrollX > limits.lowerBound, view.scrollX < limits.upperBound {
        #expect(abs(view.seconds(at: x) - before) < 1e-6)
      }
    }
  }

  // MARK: Round trips

  @Test(arguments: [
    (Int64(1), Int32(30)), (300, 30), (900_000, 90_000), (3_240_000_000, 90_000),
    (36_000_000, 1000), (3_600_000_000_000, 100_000_000),
  ])
  func timeAndPlaceConvertBothWaysAtEveryZoom(_ ticks: Int64, _ perSecond: Int32) {
    var random = SeededGenerator(seed: UInt64(ticks))
    for start in [Int64(0), -12_345, 8_589_934_592] {
      var view = TimelineGeometry(
        extent: extent(ticks, start: start, perSecond: perSecond), viewWidth: 1234.5, margin: 24,
        tileWidth: 107, frameSeconds: 1.0 / 60)
      for _ in 0..<200 {
        view.zoom(by: .random(in: 0.3...4, using: &random), about: 600)
        view.scroll(by: .random(in: -5000...5000, using: &random))
        let time = MediaTime(
          ticks: start + .random(in: 0...ticks, using: &random),
          timebase: Timebase(numerator: 1, denominator: perSecond))
        #expect(view.time(at: view.x(of: time)) == time)
        #expect(
          view.x(of: time) < view.x(of: MediaTime(ticks: time.ticks + 1, timebase: time.timebase)))
      }
    }
  }

  @Test func scrollingStaysInsideTheClip() {
    var view = geometry(seconds: 60)
    view.scroll(by: -10)
    #expect(view.scrollX == 0)
    view.scroll(by: 1e9)
    #expect(view.scrollX == 5048)
    #expect(abs(view.x(of: view.extent.outPoint) - 976) < 1e-9)
    var fitted = geometry(seconds: 3)
    fitted.scroll(by: 100)
    #expect(fitted.scrollX == 0)
  }

  @Test func revealScrollsNoMoreThanNeeded() {
    var view = geometry(seconds: 60)
    view.reveal(view.extent.inPoint + MediaTime(seconds: 2, timebase: .microseconds), inset: 40)
    #expect(view.scrollX == 0)
    let late = view.extent.inPoint + MediaTime(seconds: 30, timebase: .microseconds)
    view.reveal(late, inset: 40)
    #expect(abs(view.x(of: late) - 960) < 1e-9)
    view.reveal(view.extent.inPoint, inset: 40)
    #expect(view.scrollX == 0, "40 pixels inside is before the clip's start")
  }

  // MARK: A changing view

  @Test func fittedClipGoesOnToFit() {
    var view = geometry(seconds: 5)
    view.resize(to: 500)
    #expect(view.isFitted || view.pixelsPerSecond > view.fittingPixelsPerSecond)
    #expect(abs(view.stripX.upperBound - 476) < 1e-9)
    view.resize(to: 2000)
    #expect(abs(view.stripX.upperBound - 1976) < 1e-9)
  }

  @Test func middleStaysWhenTheViewChangesItsWidth() {
    var view = geometry(seconds: 600)
    view.scroll(to: 20_000)
    let middle = view.seconds(at: 500)
    view.resize(to: 700)
    #expect(abs(view.seconds(at: 350) - middle) < 1e-9)
    view.resize(to: 0)
    view.resize(to: -5)
    #expect(view.viewWidth == 1)
    #expect(view.pixelsPerSecond.isFinite)
  }

  @Test func clipThatTurnsOutLongerGetsItsDefaultZoom() {
    var view = TimelineGeometry(
      extent: extent(1), viewWidth: 1000, margin: 24, tileWidth: 100, frameSeconds: 1.0 / 30)
    #expect(view.isFitted)
    view.update(extent: extent(90_000 * 5), tileWidth: 100, frameSeconds: 1.0 / 30)
    #expect(view.isFitted)
    view.update(extent: extent(90_000 * 50), tileWidth: 100, frameSeconds: 1.0 / 30)
    #expect(view.pixelsPerSecond == 100)
    view.zoom(by: 2, about: 0)
    view.update(extent: extent(90_000 * 51), tileWidth: 100, frameSeconds: 1.0 / 30)
    #expect(view.pixelsPerSecond == 200, "a zoom that was chosen stays")
  }

  @Test func rangeIsShownWithRoomOnBothSides() {
    var view = geometry(seconds: 600)
    let base = Timebase(numerator: 1, denominator: 90_000)
    guard
      let range = TrimRange(
        inPoint: MediaTime(ticks: 9_000_000, timebase: base),
        outPoint: MediaTime(ticks: 9_900_000, timebase: base))
    else { return }
    view.zoom(to: range)
    #expect(view.x(of: range.inPoint) > 50)
    #expect(view.x(of: range.outPoint) < 950)
    #expect(view.x(of: range.outPoint) - view.x(of: range.inPoint) > 700)
  }

  // MARK: Follow mode

  private func seconds(_ start: Double, _ end: Double) -> TrimRange {
    guard
      let range = TrimRange(
        inPoint: MediaTime(seconds: start, timebase: .microseconds),
        outPoint: MediaTime(seconds: end, timebase: .microseconds))
    else { preconditionFailure("rising") }
    return range
  }

  @Test func handlesStayWhileTheStripSlides() throws {
    var view = geometry(seconds: 60)
    view.startFollowing(seconds(2, 5))
    let follow = try #require(view.follow)
    #expect(abs(follow.inX - 224) < 1e-6)
    #expect(abs(follow.outX - 524) < 1e-6)
    view.scroll(by: 150)
    #expect(view.follow == follow)
    let range = try #require(view.followedRange)
    #expect(abs(range.inPoint.seconds - 3.5) < 1e-4)
    #expect(abs(range.outPoint.seconds - 6.5) < 1e-4)
  }

  @Test func stripSlidesUntilTheClipsEndsAreBelowTheHandles() throws {
    var view = geometry(seconds: 60, start: 900)
    view.startFollowing(seconds(2.01, 5.01))
    view.scroll(by: -1e6)
    var range = try #require(view.followedRange)
    #expect(abs(range.inPoint.seconds - 0.01) < 1e-4)
    view.scroll(by: 1e6)
    range = try #require(view.followedRange)
    #expect(abs(range.outPoint.seconds - 60.01) < 1e-4)
    view.stopFollowing()
    #expect(view.scrollLimits.contains(view.scrollX))
  }

  @Test func rangeOutOfViewComesToTheMiddle() throws {
    var view = geometry(seconds: 600)
    view.startFollowing(seconds(300, 304))
    let follow = try #require(view.follow)
    #expect(abs(follow.inX - 300) < 1e-6)
    #expect(abs(follow.outX - 700) < 1e-6)
    #expect(abs(view.x(of: seconds(300, 304).inPoint) - 300) < 1e-6)
  }

  @Test func rangeWiderThanTheViewIsZoomedToFit() throws {
    var view = geometry(seconds: 600)
    view.startFollowing(seconds(100, 400))
    let follow = try #require(view.follow)
    #expect(follow.inX >= 24 - 1e-6)
    #expect(follow.outX <= 976 + 1e-6)
    #expect(abs((follow.outX - follow.inX) / view.pixelsPerSecond - 300) < 1e-6)
  }

  @Test func zoomKeepsTheFollowedRangeInView() throws {
    var view = geometry(seconds: 600)
    view.startFollowing(seconds(100, 104))
    var random = SeededGenerator(seed: 8)
    for _ in 0..<200 {
      view.zoom(
        by: .random(in: 0.5...2, using: &random), about: .random(in: 0...1000, using: &random))
      let follow = try #require(view.follow)
      let range = try #require(view.followedRange)
      #expect(abs(range.inPoint.seconds - 100) < 1e-3)
      #expect(abs(range.outPoint.seconds - 104) < 1e-3)
      #expect(follow.inX >= 24 - 1e-6 && follow.outX <= 976 + 1e-6)
    }
  }

  @Test func handlesStayOnARangeThatWasChangedElsewhere() throws {
    var view = geometry(seconds: 600)
    view.startFollowing(seconds(2, 5))
    let follow = try #require(view.follow)
    view.keepHandles(on: seconds(300, 303))
    #expect(abs(try #require(view.follow).inX - follow.inX) < 1e-9)
    #expect(abs(view.x(of: seconds(300, 303).inPoint) - follow.inX) < 1e-6)
    view.keepHandles(on: seconds(0, 9))
    var moved = try #require(view.follow)
    #expect(abs(moved.outX - 976) < 1e-6, "the view's border moves both")
    #expect(abs(moved.inX - 76) < 1e-6)
    view.keepHandles(on: seconds(0, 100))
    moved = try #require(view.follow)
    #expect(moved.inX >= 24 - 1e-6 && moved.outX <= 976 + 1e-6)
    #expect(abs((moved.outX - moved.inX) / view.pixelsPerSecond - 100) < 1e-6)
  }

  @Test func wholeClipCannotBeSlid() throws {
    var view = geometry(seconds: 60)
    view.startFollowing(view.extent)
    let before = view.scrollX
    view.scroll(by: 50)
    #expect(abs(view.scrollX - before) < 1e-6)
    #expect(!view.isScrollable)
  }

  @Test func aLongClipThatWasZoomedOutStaysSoWhenItGrows() {
    var geometry = geometry(seconds: 36_000)
    #expect(!geometry.isFitted)
    geometry.zoomToFit()
    geometry.update(extent: extent(36_010 * 90_000), tileWidth: 100, frameSeconds: 1.0 / 30)
    #expect(geometry.isFitted && geometry.scrollX == 0)
    geometry.update(extent: extent(35_990 * 90_000), tileWidth: 120, frameSeconds: 1.0 / 25)
    #expect(geometry.isFitted && geometry.scrollX == 0)
  }
}
