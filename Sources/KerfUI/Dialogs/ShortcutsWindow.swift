// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

/// Lists all keys.
enum ShortcutsWindow {
  static func show(over window: GObjectRef) {
    let shortcuts = made(kerf_shortcuts_new())
    for group in Shortcuts.groups {
      kerf_shortcuts_add_group(shortcuts, group.title)
      for item in group.items { kerf_shortcuts_add_item(shortcuts, item.title, item.keys) }
    }
    kerf_shortcuts_present(shortcuts, window.cast())
  }
}
