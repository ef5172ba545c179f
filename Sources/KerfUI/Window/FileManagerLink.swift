// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// Shows files in the desktop's file manager.
enum FileManagerLink {
  /// Opens the folder with the file selected, or just the folder where the file manager cannot.
  static func show(_ path: FilePath, over window: GObjectRef?) {
    guard let file = path.withCString({ g_file_new_for_path($0) }) else { return }
    defer { g_object_unref(file.raw) }
    guard let uri = g_file_get_uri(file) else { return }
    defer { g_free(uri) }
    let call = Call(path: path, window: window)
    guard
      let bus = g_application_get_dbus_connection(g_application_get_default())
    else { return call.showFolder() }
    var uris = [UnsafePointer<CChar>?(UnsafePointer(uri))]
    let list = g_variant_new_strv(&uris, 1)
    var items: [OpaquePointer?] = [list, g_variant_new_string("")]
    g_dbus_connection_call(
      bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
      "org.freedesktop.FileManager1", "ShowItems", g_variant_new_tuple(&items, 2), nil,
      kerf_G_DBUS_CALL_FLAGS_NONE, 5000, nil, Call.finish, Retained.pointer(to: call))
  }

  private final class Call {
    private let path: FilePath
    private let window: GObjectRef?

    init(path: FilePath, window: GObjectRef?) {
      self.path = path
      self.window = window
    }

    func showFolder() {
      guard let folder = path.parent.withCString({ g_file_new_for_path($0) }) else { return }
      defer { g_object_unref(folder.raw) }
      guard let uri = g_file_get_uri(folder) else { return }
      defer { g_free(uri) }
      kerf_compat_show_uri(window?.cast(), uri)
    }

    static let finish: GAsyncReadyCallback = { bus, result, data in
      guard let bus, let data else { return }
      let call = Unmanaged<Call>.fromOpaque(data).takeRetainedValue()
      guard let answer = g_dbus_connection_call_finish(bus.opaque, result, nil) else {
        return call.showFolder()
      }
      g_variant_unref(answer)
    }
  }
}
