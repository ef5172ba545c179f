// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import Glibc

/// `kerf --self-check`: shows a window for a moment and tells what this system is like for Kerf.
enum SelfCheck {
  /// - Returns: The status for the system: 1 when something would not work.
  static func run() -> Int32 {
    MainLoop.start()
    let window = made(adw_window_new())
    gtk_window_present(window.cast())
    while gtk_widget_get_mapped(window) == 0 { g_main_context_iteration(nil, 1) }
    let value = strtod("1.5", nil)
    print("\(AppInfo.name) \(AppInfo.version)")
    print("GTK \(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())")
    print("settings: \(Settings.isSchemaInstalled(AppInfo.id) ? "stored" : "for this run only")")
    print("decimal separator: \(String(cString: kerf_locale_decimal_separator()))")
    print("1.5 is read as: \(value)")
    gtk_window_destroy(window.cast())
    return value == 1.5 ? 0 : 1
  }
}
