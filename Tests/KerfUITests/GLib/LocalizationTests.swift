// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Foundation
import XCTest

@testable import KerfUI

@MainActor final class LocalizationTests: XCTestCase {
  func testTextWithoutATranslationStaysAsItIs() async throws {
    XCTAssertEqual(_t("No such text of ours"), "No such text of ours")
    XCTAssertEqual(_n("{count} such text", "{count} such texts", 1), "{count} such text")
    XCTAssertEqual(_n("{count} such text", "{count} such texts", 0), "{count} such texts")
  }

  func testFillPutsValuesWhereTheTranslatorWantsThem() async throws {
    // Where text runs from right to left, each value keeps a direction of its own.
    let isMirrored = gtk_get_locale_direction() == GTK_TEXT_DIR_RTL
    func value(_ text: String) -> String { isMirrored ? "\u{2068}\(text)\u{2069}" : text }
    XCTAssertEqual(
      fill("{b} before {a}", ["a": "1", "b": "2"]), "\(value("2")) before \(value("1"))")
    XCTAssertEqual(
      fill("{a}{a}", ["a": "{b}", "b": "x"]), value("{b}") + value("{b}"),
      "values are not templates")
    XCTAssertEqual(fill("{unknown} } {", [:]), "{unknown} } {")
  }
}
