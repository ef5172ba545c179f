// SPDX-License-Identifier: GPL-3.0-or-later
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
    XCTAssertEqual(fill("{b} before {a}", ["a": "1", "b": "2"]), "2 before 1")
    XCTAssertEqual(fill("{a}{a}", ["a": "{b}", "b": "x"]), "{b}{b}", "values are not templates")
    XCTAssertEqual(fill("{unknown} } {", [:]), "{unknown} } {")
  }
}
