// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import XCTest

@testable import KerfUI

@MainActor final class SignalsTests: XCTestCase {
  private final class Probe {}

  override func setUp() async throws { try XCTSkipUnless(Gtk.start(), "no display") }

  func testHandlersGetTypedArgumentsAndAnswer() async throws {
    let adjustment = GObjectRef(sinking: made(gtk_adjustment_new(0, 0, 10, 1, 1, 0)).raw)
    var changes = 0
    connect(adjustment.raw, "value-changed") { changes += 1 }
    gtk_adjustment_set_value(adjustment.cast(), 3)
    XCTAssertEqual(changes, 1)

    let scale = GObjectRef(sinking: made(gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, nil)).raw)
    var seen: Double?
    connect(scale.raw, "change-value") { (scroll: UInt32, value: Double) -> Bool in
      seen = value
      return true
    }
    gtk_range_set_adjustment(scale.cast(), adjustment.cast())
    var arguments = [GValue(), GValue(), GValue()]
    g_value_init(&arguments[0], gtk_scale_get_type())
    g_value_set_object(&arguments[0], scale.raw)
    g_value_init(&arguments[1], gtk_scroll_type_get_type())
    g_value_set_enum(&arguments[1], Int32(GTK_SCROLL_JUMP.rawValue))
    g_value_init(&arguments[2], g_type_from_name("gdouble"))
    g_value_set_double(&arguments[2], 7.5)
    var answer = GValue()
    g_value_init(&answer, g_type_from_name("gboolean"))
    g_signal_emitv(
      arguments, g_signal_lookup("change-value", gtk_range_get_type()), 0, &answer)
    XCTAssertEqual(seen, 7.5)
    XCTAssertEqual(g_value_get_boolean(&answer), 1)
    g_value_unset(&arguments[0])
  }

  func testTheInstanceReleasesItsHandlers() async throws {
    weak var probe: Probe?
    do {
      let kept = Probe()
      probe = kept
      let button = GObjectRef(sinking: made(gtk_button_new()).raw)
      connect(button.raw, "clicked") { _ = kept }
      XCTAssertNotNil(probe)
    }
    try await Gtk.wait(for: "the release", isDone: { probe == nil })
  }

  func testDisconnectingReleasesTheHandler() async throws {
    weak var probe: Probe?
    let button = GObjectRef(sinking: made(gtk_button_new()).raw)
    do {
      let kept = Probe()
      probe = kept
      let connection = connect(button.raw, "clicked") { _ = kept }
      disconnect(button.raw, connection)
    }
    XCTAssertNil(probe)
  }
}
