// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// Covers the window while something is dragged over it, to say that it may be dropped anywhere.
final class DropHint {
  let widget: Widget
  private let revealer: GObjectRef

  init() {
    let icon = made(gtk_image_new_from_icon_name("document-open-symbolic"))
    gtk_image_set_pixel_size(icon.opaque, 64)
    let content = Make.box(
      GTK_ORIENTATION_VERTICAL, spacing: 18,
      [icon, Make.label(_t("Drop to Open"), classes: "title-1")])
    gtk_widget_set_halign(content, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(content, GTK_ALIGN_CENTER)
    gtk_widget_set_vexpand(content, 1)
    let frame = Make.box(GTK_ORIENTATION_VERTICAL, [content])
    gtk_widget_add_css_class(frame, "drop-hint")
    revealer = GObjectRef(sinking: made(gtk_revealer_new()).raw)
    gtk_revealer_set_child(revealer.opaque, frame)
    gtk_revealer_set_transition_type(revealer.opaque, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
    widget = revealer.widget
    // The drop goes to the window below.
    gtk_widget_set_can_target(widget, 0)
  }

  func setShown(_ isShown: Bool) {
    gtk_revealer_set_reveal_child(revealer.opaque, isShown ? 1 : 0)
  }
}
