// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

/// The few widgets that this program is made of, each made in one call; their parent owns them.
enum Make {
  static func box(
    _ orientation: GtkOrientation, spacing: Int32 = 0, _ children: [Widget] = []
  ) -> Widget {
    let box = made(gtk_box_new(orientation, spacing))
    for child in children { gtk_box_append(box.cast(), child) }
    return box
  }

  static func label(_ text: String = "", classes: String...) -> Widget {
    let label = made(gtk_label_new(text))
    for name in classes { gtk_widget_add_css_class(label, name) }
    return label
  }

  /// A button with a symbolic icon; `name` is its tooltip and its accessible name.
  static func iconButton(_ icon: String, name: String, action: String? = nil) -> Widget {
    let button = made(gtk_button_new_from_icon_name(icon))
    button.describe(name)
    if let action { gtk_actionable_set_action_name(button.opaque, action) }
    // A click leaves the keys to the clip: the space bar plays, and does not click again.
    gtk_widget_set_focus_on_click(button, 0)
    return button
  }

  static func textButton(_ label: String, action: String? = nil) -> Widget {
    let button = made(gtk_button_new_with_label(label))
    if let action { gtk_actionable_set_action_name(button.opaque, action) }
    return button
  }

  /// A menu of sections; each item is a label and a detailed action name.
  static func menu(_ sections: [[(label: String, action: String)]]) -> GObjectRef {
    let menu = GObjectRef(sinking: made(g_menu_new()).raw)
    for items in sections {
      let section = GObjectRef(sinking: made(g_menu_new()).raw)
      for item in items { g_menu_append(section.opaque, item.label, item.action) }
      g_menu_append_section(menu.opaque, nil, section.cast())
    }
    return menu
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Gives a widget without text a tooltip and the same accessible name: the icon's own name, which
  /// GTK would tell, means nothing to anybody.
  func describe(_ name: String) {
    gtk_widget_set_tooltip_text(self, name)
    kerf_accessible_set_label(self, name)
  }

  func setMargins(_ margin: Int32) {
    gtk_widget_set_margin_top(self, margin)
    gtk_widget_set_margin_bottom(self, margin)
    gtk_widget_set_margin_start(self, margin)
    gtk_widget_set_margin_end(self, margin)
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Keeps the widget and all inside it from being mirrored where text runs from right to left.
  func runLeftToRight() {
    gtk_widget_set_direction(self, GTK_TEXT_DIR_LTR)
    for child in children { child.runLeftToRight() }
  }

  /// The children, in order.
  var children: [Widget] {
    var children: [Widget] = []
    var next = gtk_widget_get_first_child(self)
    while let child = next {
      children.append(child)
      next = gtk_widget_get_next_sibling(child)
    }
    return children
  }
}
