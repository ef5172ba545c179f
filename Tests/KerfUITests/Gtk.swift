// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import XCTest

@testable import KerfUI

/// GTK in the test process.
@MainActor enum Gtk {
  private static var isStarted: Bool?

  /// Whether there is a display; starts GTK the first time.
  static func start() -> Bool {
    if let isStarted { return isStarted }
    Localization.start()
    let isReady = gtk_init_check() != 0
    if isReady { adw_init() }
    isStarted = isReady
    return isReady
  }

  /// Runs what GLib has ready; main-actor tasks run at the caller's awaits.
  static func spin() { while g_main_context_iteration(nil, 0) != 0 {} }

  /// Runs both loops until `isDone` holds.
  static func wait(
    for what: String, isDone: () -> Bool, file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while true {
      spin()
      if isDone() { return }
      guard ContinuousClock.now < end else {
        XCTFail("timed out waiting for \(what)", file: file, line: line)
        throw CancellationError()
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}
