// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import MediaCore
import TrimModel
import XCTest

@testable import KerfUI

@MainActor final class TimelineDrawingTests: XCTestCase {
  override func setUp() async throws { try XCTSkipUnless(Gtk.start(), "no display") }

  private func accent(_ desk: TimelineDesk) -> [Int] {
    let color = TimelinePalette(widget: desk.view.widget).accent
    return [color.red, color.green, color.blue, color.alpha].map { Int(($0 * 255).rounded()) }
  }

  func testFrameJoinsBothHandles() async throws {
    let desk = TimelineDesk(frames: 240)
    desk.send(.setEdge(.inPoint, to: desk.time(60)))
    desk.send(.setEdge(.outPoint, to: desk.time(180)))
    let accent = accent(desk)
    let strip = desk.view.layout.strip
    let (top, bottom) = (Int(strip.lowerBound) + 1, Int(strip.upperBound) - 2)
    for edge in RangeEdge.allCases {
      XCTAssertEqual(desk.drawnColor(x: Int(desk.handle(edge)) - 5, y: Int(desk.y)), accent)
    }
    for frame in [Int64(70), 120, 170] {
      XCTAssertEqual(desk.drawnColor(x: Int(desk.x(frame)), y: top), accent)
      XCTAssertEqual(desk.drawnColor(x: Int(desk.x(frame)), y: bottom), accent)
    }
    XCTAssertNotEqual(desk.drawnColor(x: Int(desk.x(30)), y: top), accent)
  }

  func testPicturesAreBrightInTheRangeAndRecedeOutside() async throws {
    let desk = TimelineDesk(frames: 3000)
    desk.send(.setEdge(.inPoint, to: desk.time(60)))
    for second in 0..<9 { desk.view.show(desk.thumbnail(at: desk.time(Int64(second) * 30))) }
    XCTAssertEqual(desk.drawnColor(x: Int(desk.x(135)), y: Int(desk.y)), [200, 200, 200, 255])
    XCTAssertNotEqual(desk.drawnColor(x: Int(desk.x(20)), y: Int(desk.y)), [200, 200, 200, 255])
  }

  func testBlankStaysBlankUntilItsPictureComes() async throws {
    let desk = TimelineDesk(frames: 3000)
    let (x, y) = (Int(desk.x(45)), Int(desk.y))
    let blank = desk.drawnColor(x: x, y: y)
    XCTAssertNotEqual(blank, [200, 200, 200, 255])
    desk.view.show(desk.thumbnail(at: desk.time(30)))
    XCTAssertEqual(desk.drawnColor(x: x, y: y), [200, 200, 200, 255])
  }

  func testHighestZoomAndNarrowestViewAreDrawn() async throws {
    for (frames, width) in [(1, Int32(120)), (1, 3000), (100_000, 120), (100_000, 3000)] {
      let desk = TimelineDesk(frames: frames, width: width)
      for factor in [1, 1e9, 1e-9] {
        desk.view.zoom(by: factor, about: 50)
        XCTAssertFalse(desk.drawnColor(x: 60, y: 50).isEmpty)
      }
    }
  }

  // MARK: Thumbnails

  func testAsksForWhatIsMissingOnceAndForOthersWhenScrolled() async throws {
    let desk = TimelineDesk(frames: 30_000)
    let first = try XCTUnwrap(desk.asked.last)
    XCTAssertEqual(first.times.prefix(3), [desk.time(0), desk.time(30), desk.time(60)])
    XCTAssertLessThan(first.times.count, 40, "what is visible and a screen around")
    let tile = desk.view.tileSize
    let scale = Int(gtk_widget_get_scale_factor(desk.view.widget))
    XCTAssertEqual(
      first.bounds, PixelSize(width: Int(tile.width) * scale, height: Int(tile.height) * scale))
    let count = desk.asked.count
    for time in first.times { desk.view.show(desk.thumbnail(at: time)) }
    desk.send(.seek(to: desk.time(100)))
    XCTAssertEqual(desk.asked.count, count, "nothing else is wanted")
    desk.view.scroll(by: 5000)
    let next = try XCTUnwrap(desk.asked.last)
    XCTAssertTrue(Set(next.times).isDisjoint(with: first.times))
    desk.view.scroll(by: -5000)
    XCTAssertEqual(desk.asked.last?.times, [], "all of these are there already")
  }

  func testKeyframeInAFramesPlaceIsAskedForAgain() async throws {
    let desk = TimelineDesk(frames: 30_000)
    let wanted = try XCTUnwrap(desk.asked.last).times
    for time in wanted { desk.view.show(desk.thumbnail(at: time)) }
    desk.view.show(desk.thumbnail(at: desk.time(60), of: desk.time(45)))
    desk.view.scroll(by: 1)
    desk.view.updateThumbnails(isForced: true)
    let asked = try XCTUnwrap(desk.asked.last).times
    XCTAssertTrue(asked.contains(desk.time(60)))
    XCTAssertFalse(asked.contains(desk.time(30)))
  }

  func testMemoryOfPicturesIsBounded() async throws {
    let cache = ThumbnailCache(byteLimit: 10_000)
    let desk = TimelineDesk(frames: 10)
    for second in 0..<200 {
      let time = desk.time(Int64(second) * 30)
      cache.insert(desk.thumbnail(at: time, width: 10, height: 10), near: desk.time(100 * 30))
      XCTAssertLessThanOrEqual(cache.byteCount, 10_000)
    }
    XCTAssertEqual(cache.count, 33)
    XCTAssertTrue(cache.contains(desk.time(100 * 30)), "what is near stays")
    XCTAssertFalse(cache.contains(desk.time(0)))
    XCTAssertNotNil(cache.nearest(to: desk.time(100 * 30 + 10), within: 1))
    XCTAssertNil(cache.nearest(to: desk.time(0), within: 1))
    cache.removeAll()
    XCTAssertEqual(cache.byteCount, 0)
  }
}
