// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import Glibc

extension EditorApplication {
  /// Answers the options that need no window of their own.
  ///
  /// - Returns: The status to end with; nil to go on.
  func answerOptions() -> Int32? {
    let options = CommandLine.arguments.dropFirst()
    if options.contains("--help") || options.contains("-h") {
      print(Self.help)
      return 0
    }
    guard options.contains("--new-window") else { return nil }
    guard g_application_register(application.cast(), nil, nil) != 0 else { return 1 }
    guard g_application_get_is_remote(application.cast()) != 0 else { return nil }
    g_action_group_activate_action(application.opaque, "new-window", nil)
    // The call leaves with the next turn of a loop, which is not to come.
    let bus = g_application_get_dbus_connection(application.cast())
    g_dbus_connection_flush_sync(bus, nil, nil)
    return 0
  }

  /// Has the system's signals end the program in good order.
  func addSignals() {
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      kerf_on_unix_signal(
        signal,
        { data in
          guard let data else { return }
          Unmanaged<EditorApplication>.fromOpaque(data).takeUnretainedValue().terminate()
        }, Unmanaged.passUnretained(self).toOpaque())
    }
  }

  private static let help = """
    Usage: kerf [--new-window] [FILE…]

    Trims videos exactly and without loss.

      --new-window   open an empty window, also when Kerf runs already
      --self-check   tell what this system is like for Kerf
      --version      tell the version
      -h, --help     tell the options

    kerf-cli trims without a window.
    """
}
