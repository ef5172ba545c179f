// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

extension EditorWindow {
  /// Adds the keys that a focused entry, handle or button may want for itself.
  ///
  /// Accelerators of the application come before the focused widget, which would make typing a time
  /// impossible; these come after it.
  func addKeys() {
    let controller = made(gtk_shortcut_controller_new())
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_BUBBLE)
    for (key, action) in Self.keys {
      guard let trigger = gtk_shortcut_trigger_parse_string(key) else {
        preconditionFailure("“\(key)” is no key")
      }
      gtk_shortcut_controller_add_shortcut(
        controller, gtk_shortcut_new(trigger, gtk_named_action_new("win.\(action)")))
    }
    gtk_widget_add_controller(window.widget, controller)
  }

  static let keys: [(key: String, action: String)] = [
    ("space", "play-pause"), ("k", "pause"), ("l", "play-faster"), ("j", "play-backwards"),
    ("p", "audition-edges"),
    ("i", "set-in"), ("o", "set-out"),
    ("Left", "previous-frame"), ("Right", "next-frame"),
    ("comma", "previous-frame"), ("period", "next-frame"),
    ("<Shift>Left", "second-back"), ("<Shift>Right", "second-forward"),
    ("<Alt>Left", "previous-keyframe"), ("<Alt>Right", "next-keyframe"),
    ("<Control>Left", "previous-mark"), ("<Control>Right", "next-mark"),
    ("plus", "add-range"), ("KP_Add", "add-range"), ("Delete", "remove-range"),
    ("KP_Subtract", "remove-range"), ("<Control>Page_Up", "previous-range"),
    ("<Control>Page_Down", "next-range"), ("n", "snap"),
    ("Home", "go-to-in"), ("End", "go-to-out"),
    ("<Control>Home", "go-to-start"), ("<Control>End", "go-to-end"),
    ("bracketleft", "in-earlier"), ("bracketright", "in-later"),
    ("braceleft", "out-earlier"), ("braceright", "out-later"),
    ("<Control>a", "select-all"), ("<Control>z", "undo"), ("<Control><Shift>z", "redo"),
    ("<Control>plus", "zoom-in"), ("<Control>equal", "zoom-in"), ("<Control>KP_Add", "zoom-in"),
    ("<Control>minus", "zoom-out"), ("<Control>KP_Subtract", "zoom-out"),
    ("<Control>0", "zoom-to-fit"), ("<Control>KP_0", "zoom-to-fit"),
    ("<Control>v", "paste"), ("m", "mute"), ("e", "export"), ("Escape", "leave-full-screen"),
  ]
}
