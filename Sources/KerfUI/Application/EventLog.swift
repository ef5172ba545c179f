// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Appends a line for whatever happens in the window to the file that `KERF_EVENT_LOG` names.
///
/// Desktop tests wait for these lines instead of for time to pass. Without the variable nothing is
/// written.
enum EventLog {
  private static let file: UnsafeMutablePointer<FILE>? = {
    guard let path = getenv("KERF_EVENT_LOG") else { return nil }
    return fopen(path, "ae")
  }()

  /// Whether anybody listens: building a line may cost more than writing it.
  static var isOn: Bool { file != nil }

  static func note(_ line: @autoclosure () -> String) {
    guard let file else { return }
    fputs(line() + "\n", file)
    fflush(file)
  }
}
