// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// A plain entry for a time, in the place of one that marks mistakes.
final class PlainTimeEntry {
  let widget: Widget

  init(
    name: String, resolve: @escaping (TimeExpression) -> MediaTime?,
    commit: @escaping (MediaTime) -> Void
  ) {
    widget = made(gtk_entry_new())
    gtk_editable_set_width_chars(widget.opaque, 10)
    gtk_editable_set_max_width_chars(widget.opaque, 12)
    kerf_accessible_set_label(widget, name)
    let raw = widget.raw
    connect(widget, "activate") { () -> Void in
      let text = String(cString: gtk_editable_get_text(OpaquePointer(raw)))
      guard let time = Timecode.parse(text).flatMap(resolve) else { return }
      commit(time)
    }
  }

  func show(_ time: MediaTime) { gtk_editable_set_text(widget.opaque, Timecode.string(time)) }
}
