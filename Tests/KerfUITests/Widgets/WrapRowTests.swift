// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import XCTest

@testable import KerfUI

@MainActor final class WrapRowTests: XCTestCase {
  override func setUp() async throws { try XCTSkipUnless(Gtk.start(), "no display") }

  private func makeRow() -> (WrapRow, [Widget]) {
    let groups = (0..<3).map { _ in
      let group = Make.label()
      gtk_widget_set_size_request(group, 100, 20)
      return group
    }
    return (WrapRow(spacing: 10, lineSpacing: 5, groups), groups)
  }

  private func height(of row: WrapRow, width: Int32) -> Int32 {
    var natural: Int32 = 0
    gtk_widget_measure(row.widget, GTK_ORIENTATION_VERTICAL, width, nil, &natural, nil, nil)
    return natural
  }

  func testGroupsWrapWhenTheRowIsNarrow() async throws {
    let (row, _) = makeRow()
    XCTAssertEqual(height(of: row, width: 320), 20)
    XCTAssertEqual(height(of: row, width: 310), 20, "half the space is better than a line")
    XCTAssertEqual(height(of: row, width: 309), 45)
    XCTAssertEqual(height(of: row, width: 204), 70)
    var minimum: Int32 = 0
    gtk_widget_measure(row.widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
    XCTAssertEqual(minimum, 100)
  }

  func testLinesAreCentred() async throws {
    let (row, groups) = makeRow()
    gtk_widget_allocate(row.widget, 250, 45, -1, nil)
    var bounds = graphene_rect_t()
    XCTAssertNotEqual(gtk_widget_compute_bounds(groups[0], row.widget, &bounds), 0)
    XCTAssertEqual(bounds.origin.x, 20)
    XCTAssertNotEqual(gtk_widget_compute_bounds(groups[2], row.widget, &bounds), 0)
    XCTAssertEqual([bounds.origin.x, bounds.origin.y], [75, 25])
  }
}
