// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel
import XCTest

@testable import KerfUI

@MainActor final class TimelineSlidersTests: XCTestCase {
  override func setUp() async throws { try XCTSkipUnless(Gtk.start(), "no display") }

  private func value(_ desk: TimelineDesk, _ kind: TimelineSliders.Kind) -> Double {
    gtk_range_get_value(desk.view.sliders.widget(kind).cast())
  }

  private func limits(_ desk: TimelineDesk, _ kind: TimelineSliders.Kind) -> [Double] {
    let adjustment = gtk_range_get_adjustment(desk.view.sliders.widget(kind).cast())
    return [gtk_adjustment_get_lower(adjustment), gtk_adjustment_get_upper(adjustment)]
  }

  func testSlidersTellSecondsAndTheirLimits() async throws {
    let desk = TimelineDesk(frames: 300)
    desk.send(.setEdge(.inPoint, to: desk.time(60)))
    desk.send(.setEdge(.outPoint, to: desk.time(151)))
    desk.send(.seek(to: desk.time(90)))
    XCTAssertEqual(value(desk, .inPoint), 2, accuracy: 1e-9)
    XCTAssertEqual(value(desk, .outPoint), 5, accuracy: 1e-9, "the last frame kept")
    XCTAssertEqual(value(desk, .playhead), 3, accuracy: 1e-9)
    XCTAssertEqual(limits(desk, .inPoint), [0, 5])
    XCTAssertEqual(limits(desk, .outPoint), [2, 10])
    XCTAssertEqual(limits(desk, .playhead), [0, 10])
  }

  func testValueThatIsSetMovesTheHandle() async throws {
    let desk = TimelineDesk(frames: 300)
    func set(_ kind: TimelineSliders.Kind, _ seconds: Double) {
      gtk_range_set_value(desk.view.sliders.widget(kind).cast(), seconds)
    }
    set(.inPoint, 2.01)
    XCTAssertEqual(desk.edges, [60, 300])
    XCTAssertEqual(value(desk, .inPoint), 2, accuracy: 1e-9, "it lands on a frame")
    set(.outPoint, 5.001)
    XCTAssertEqual(desk.edges, [60, 151], "frame 150 is the last one kept")
    set(.playhead, 3.0333)
    XCTAssertEqual(desk.playhead, 91)
    XCTAssertEqual(desk.intents.count, 3, "\(desk.intents)")
  }

  func testKeysMoveTheFocusedHandle() async throws {
    let desk = TimelineDesk(frames: 300)
    desk.send(.setEdge(.outPoint, to: desk.time(200)))
    func press(_ kind: TimelineSliders.Kind, _ key: Int32, _ modifiers: UInt32 = 0) -> Bool {
      desk.view.sliders.keyPressed(kind, Int(key), modifiers)
    }
    XCTAssertTrue(press(.inPoint, GDK_KEY_Right))
    XCTAssertEqual(desk.edges, [1, 200])
    XCTAssertTrue(press(.inPoint, GDK_KEY_Page_Up))
    XCTAssertEqual(desk.edges, [31, 200])
    XCTAssertTrue(press(.inPoint, GDK_KEY_Left, kerf_GDK_SHIFT_MASK.rawValue))
    XCTAssertEqual(desk.edges, [1, 200])
    XCTAssertTrue(press(.inPoint, GDK_KEY_End))
    XCTAssertEqual(desk.edges, [199, 200])
    XCTAssertTrue(press(.inPoint, GDK_KEY_Home))
    XCTAssertEqual(desk.edges, [0, 200])
    XCTAssertTrue(press(.outPoint, GDK_KEY_Page_Down))
    XCTAssertEqual(desk.edges, [0, 170])
    XCTAssertTrue(press(.outPoint, GDK_KEY_End))
    XCTAssertEqual(desk.edges, [0, 300])
    XCTAssertTrue(press(.playhead, GDK_KEY_Right))
    XCTAssertTrue(press(.playhead, GDK_KEY_Page_Up))
    XCTAssertEqual(desk.playhead, 31)
    XCTAssertTrue(press(.playhead, GDK_KEY_Home))
    XCTAssertEqual(desk.playhead, 0)
    XCTAssertTrue(press(.playhead, GDK_KEY_End))
    XCTAssertEqual(desk.playhead, 299)
    XCTAssertFalse(press(.inPoint, GDK_KEY_Left, kerf_GDK_ALT_MASK.rawValue), "others want these")
    XCTAssertFalse(press(.inPoint, GDK_KEY_space))
  }

  func testKeyBringsItsHandleIntoView() async throws {
    let desk = TimelineDesk(frames: 30_000)
    XCTAssertGreaterThan(desk.x(30_000), 1000)
    XCTAssertTrue(desk.view.sliders.keyPressed(.outPoint, Int(GDK_KEY_Left), 0))
    XCTAssertLessThan(desk.x(29_999), 1000)
  }

  func testSlidersLieOverTheirHandles() async throws {
    let desk = TimelineDesk(frames: 300)
    desk.send(.setEdge(.inPoint, to: desk.time(100)))
    desk.allocate(width: 1001)
    var bounds = graphene_rect_t()
    let slider = desk.view.sliders.widget(.inPoint)
    XCTAssertNotEqual(gtk_widget_compute_bounds(slider, desk.view.widget, &bounds), 0)
    XCTAssertEqual(
      Double(bounds.origin.x + bounds.size.width / 2), desk.handle(.inPoint), accuracy: 1)
    XCTAssertGreaterThanOrEqual(bounds.size.width, 24)
    XCTAssertEqual(gtk_widget_get_focusable(slider), 1)
    XCTAssertEqual(gtk_widget_get_can_target(slider), 0, "the canvas takes the pointer")
  }
}
