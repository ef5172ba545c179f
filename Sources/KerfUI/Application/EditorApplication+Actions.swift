// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

extension EditorApplication {
  /// Adds what belongs to no window, and the keys of the windows' actions.
  func addActions() {
    addAction("quit") { [weak self] in self?.quit() }
    addAction("new-window") { [weak self] in self?.makeWindow().present() }
    addAction("show-window", type: "u") { [weak self] in
      self?.showWindow(g_variant_get_uint32($0))
    }
    addAction("show-in-files", type: "s") { uri in
      let text = g_variant_get_string(uri, nil).map { String(cString: $0) } ?? ""
      guard case .file(let path)? = OpenTarget.targets(ofText: text).first else { return }
      FileManagerLink.show(path, over: nil)
    }
    for (action, keys) in Self.accelerators {
      var list: [UnsafePointer<CChar>?] = []
      let copies = keys.map { g_strdup($0) }
      list = copies.map { UnsafePointer($0) } + [nil]
      gtk_application_set_accels_for_action(application.cast(), action, list)
      for copy in copies { g_free(copy) }
    }
  }

  private func addAction(_ name: String, _ handler: @escaping () -> Void) {
    let action = GObjectRef(sinking: made(g_simple_action_new(name, nil)).raw)
    connect(action.raw, "activate") { (_: OpaquePointer?) in handler() }
    g_action_map_add_action(application.opaque, action.opaque)
  }

  private func addAction(
    _ name: String, type: String, _ handler: @escaping (OpaquePointer) -> Void
  ) {
    let variantType = g_variant_type_new(type)
    defer { g_variant_type_free(variantType) }
    let action = GObjectRef(sinking: made(g_simple_action_new(name, variantType)).raw)
    connect(action.raw, "activate") { (value: OpaquePointer?) -> Void in
      if let value { handler(value) }
    }
    g_action_map_add_action(application.opaque, action.opaque)
  }

  /// Closes each window in its own way: one that is saving asks.
  private func quit() {
    var windows: [Widget] = []
    var next = gtk_application_get_windows(application.cast())
    while let link = next {
      if let window = link.pointee.data {
        windows.append(window.assumingMemoryBound(to: GtkWidget.self))
      }
      next = link.pointee.next
    }
    for window in windows { gtk_window_close(window.cast()) }
  }

  /// Keys that mean the same while somebody types; single letters are in `EditorWindow+Keys`.
  static let accelerators: [(action: String, keys: [String])] = [
    ("app.quit", ["<Control>q"]),
    ("app.new-window", ["<Control>n"]),
    ("win.open", ["<Control>o"]),
    ("win.save", ["<Control>s"]),
    ("win.save-as", ["<Control><Shift>s"]),
    ("win.preferences", ["<Control>comma"]),
    ("win.show-help-overlay", ["<Control>question", "<Control><Shift>question"]),
    ("win.full-screen", ["F11"]),
    ("win.help", ["F1"]),
    ("window.close", ["<Control>w"]),
  ]
}
