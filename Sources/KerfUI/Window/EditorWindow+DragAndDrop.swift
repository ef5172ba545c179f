// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

extension EditorWindow {
  /// Makes the whole window take files, whatever it shows.
  func addDropTarget() {
    let target = made(kerf_drop_target_new_for_files())
    // Before the entries, which would take a file for text.
    gtk_event_controller_set_propagation_phase(target, GTK_PHASE_CAPTURE)
    connect(target, "accept") { (drop: OpaquePointer?) -> Bool in
      guard let drop else { return false }
      // Text that is moved about inside the window is for its entries.
      return gdk_drop_get_drag(drop) == nil && Self.canOpen(gdk_drop_get_formats(drop))
    }
    let (raw, hint) = (target.raw, hint)
    connect(target, "notify::current-drop") { (_: OpaquePointer?) in
      hint.setShown(gtk_drop_target_get_current_drop(OpaquePointer(raw)) != nil)
    }
    connect(target, "drop") { [weak self] (value: UnsafePointer<GValue>, _: Double, _: Double) in
      hint.setShown(false)
      let targets = OpenTarget.targets(ofValue: value)
      EventLog.note("dropped \(targets.count)")
      guard let self, !targets.isEmpty else { return false }
      open(targets)
      return true
    }
    gtk_widget_add_controller(window.widget, target)
  }

  private static func canOpen(_ formats: OpaquePointer?) -> Bool {
    gdk_content_formats_contain_gtype(formats, kerf_GDK_TYPE_FILE_LIST()) != 0
      || gdk_content_formats_contain_mime_type(formats, "text/uri-list") != 0
      || gdk_content_formats_contain_gtype(formats, kerf_G_TYPE_STRING()) != 0
      || gdk_content_formats_contain_mime_type(formats, "text/plain") != 0
      || gdk_content_formats_contain_mime_type(formats, "text/plain;charset=utf-8") != 0
      || gdk_content_formats_contain_mime_type(
        formats, "application/vnd.portal.filetransfer") != 0
  }
}
