// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

/// Lists all keys.
enum ShortcutsWindow {
  static func show(over window: GObjectRef) {
    let builder = GObjectRef(sinking: made(gtk_builder_new()).raw)
    gtk_builder_set_translation_domain(builder.opaque, Localization.domain)
    let isParsed = PackageResources.shortcuts_ui.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        gtk_builder_add_from_string(builder.opaque, $0.baseAddress, gssize($0.count), nil)
      }
    }
    guard isParsed != 0, let shortcuts = gtk_builder_get_object(builder.opaque, "shortcuts") else {
      preconditionFailure("the embedded description of the shortcuts is valid")
    }
    gtk_window_set_transient_for(shortcuts.cast(), window.cast())
    gtk_window_present(shortcuts.cast())
  }
}
