// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import XCTest

@testable import KerfUI

@MainActor final class ShortcutsTests: XCTestCase {
  /// Keys that mean what another key means, for other keyboards.
  private let twins: Set<String> = [
    "<Control>equal", "<Control>KP_Add", "<Control>KP_Subtract", "<Control>KP_0",
    "<Control><Shift>question", "KP_Add", "KP_Subtract",
  ]
  /// GTK's own.
  private let foreign: Set<String> = ["F10"]

  func testTheListHasEveryKeyAndNoOther() async throws {
    try XCTSkipUnless(Gtk.start(), "no display")
    let listed = Shortcuts.groups.flatMap(\.items).flatMap { $0.keys.split(separator: " ") }
      .map(String.init)
    XCTAssertEqual(listed.count, Set(listed).count, "a key is listed once")
    let bound =
      EditorWindow.keys.map(\.key) + EditorApplication.accelerators.flatMap(\.keys)
    XCTAssertEqual(Set(bound).subtracting(twins).subtracting(listed), [], "not listed")
    XCTAssertEqual(Set(listed).subtracting(bound).subtracting(foreign), [], "not bound")
  }

  func testEveryListedKeyIsOne() async throws {
    try XCTSkipUnless(Gtk.start(), "no display")
    for item in Shortcuts.groups.flatMap(\.items) {
      for key in item.keys.split(separator: " ") {
        XCTAssertNotNil(gtk_shortcut_trigger_parse_string(String(key)), "\(key)")
      }
    }
  }
}
