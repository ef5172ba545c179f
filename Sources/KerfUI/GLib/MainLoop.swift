// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import Dispatch  // Links libdispatch, whose main queue the shim attaches.

/// The GLib loop that runs the program.
public enum MainLoop {
  private static var isAttached = false

  /// Starts GTK and libadwaita for a program of its own that shows this library's widgets.
  ///
  /// Takes the user's locale for all but numbers, which libav needs as they are. Call it first.
  public static func start() {
    Localization.start()
    attach()
    adw_init()
  }

  /// Lets `Task`, `Task.sleep` and everything else of the main actor run inside the GLib loop.
  ///
  /// Later calls do nothing. Tests do not call it: there XCTest's own loop serves the main actor.
  static func attach() {
    guard !isAttached else { return }
    isAttached = true
    precondition(kerf_main_queue_attach(), "libdispatch has a handle for its main queue")
  }
}
