// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import XCTest

@testable import KerfUI

@MainActor final class CanvasTests: XCTestCase {
  private final class Probe {}

  override func setUp() async throws { try XCTSkipUnless(Gtk.start(), "no display") }

  func testMeasuresAndAllocatesThroughItsClosures() async throws {
    var allocated: [Int] = []
    let canvas = Canvas(
      cssName: "probe",
      handlers: Canvas.Handlers(
        measure: { orientation, _ in orientation == GTK_ORIENTATION_HORIZONTAL ? (30, 40) : (7, 5)
        },
        allocate: { width, height in allocated = [width, height] }))
    var (minimum, natural) = (Int32(0), Int32(0))
    gtk_widget_measure(canvas.widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
    XCTAssertEqual([minimum, natural], [30, 40])
    gtk_widget_measure(canvas.widget, GTK_ORIENTATION_VERTICAL, -1, &minimum, &natural, nil, nil)
    XCTAssertEqual([minimum, natural], [7, 7], "natural is at least minimum")
    gtk_widget_allocate(canvas.widget, 50, 20, -1, nil)
    XCTAssertEqual(allocated, [50, 20])
  }

  func testReleasesItsClosuresWhenTheWidgetGoes() async throws {
    weak var probe: Probe?
    do {
      let kept = Probe()
      probe = kept
      let canvas = Canvas(cssName: "probe", handlers: .init(draw: { _, _, _ in _ = kept }))
      gtk_widget_set_parent(made(gtk_label_new("child")), canvas.widget)
      XCTAssertNotNil(probe)
    }
    try await Gtk.wait(for: "the release", isDone: { probe == nil })
  }
}
