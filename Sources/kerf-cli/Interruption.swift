// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import MediaCore

/// Ctrl+C and the signals that end services: the clip under way is given up and cleaned away.
enum Interruption {
  /// Set by the signals.
  static let cancellation = Cancellation()

  /// Takes the signals over from the system.
  static func watch() {
    // Made now: a handler may only set what is there.
    _ = cancellation
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        Interruption.cancellation.cancel()
        // The second one ends the program at once.
        signal(number, SIG_DFL)
      }
    }
  }
}
