// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import Foundation
import TestSupport
import XCTest

@testable import KerfUI

/// GTK takes the user's locale, and with a decimal comma libav would misread every number.
@MainActor final class LocaleTests: XCTestCase {
  override func setUp() async throws { try XCTSkipUnless(Gtk.start(), "no display") }

  func testDecimalsAreReadWithAPointWhileAWindowIsUp() async throws {
    let window = made(gtk_window_new())
    gtk_window_present(window.cast())
    Gtk.spin()
    XCTAssertEqual(strtod("1.5", nil), 1.5)
    XCTAssertEqual(setlocale(LC_NUMERIC, nil).map { String(cString: $0) }, "C")
    gtk_window_destroy(window.cast())
  }

  /// Does the same in a process of its own that begins with a decimal comma.
  func testTheProgramReadsDecimalsUnderACommaLocale() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("kerf-locale-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let locale = folder.appendingPathComponent("de_DE.UTF-8").path
    _ = try ChildProcess.run("localedef", ["-i", "de_DE", "-f", "UTF-8", locale])
    try XCTSkipUnless(FileManager.default.fileExists(atPath: locale), "no locale sources here")
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("kerf").path
    let run = try ChildProcess.run(
      program, ["--self-check"],
      environment: [
        "LOCPATH": folder.path, "LC_ALL": "de_DE.UTF-8", "KERF_NON_UNIQUE": "1", "LANGUAGE": "",
      ], timeoutSeconds: 60)
    XCTAssertEqual(run.status, 0, run.messages)
    XCTAssertTrue(run.lines.contains("decimal separator: ,"), run.text)
    XCTAssertTrue(run.lines.contains("1.5 is read as: 1.5"), run.text)
  }
}
