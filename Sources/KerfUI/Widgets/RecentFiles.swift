// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import TrimModel

/// The videos that this program opened last, in the desktop's own list.
enum RecentFiles {
  struct Entry: Equatable {
    let name: String
    let uri: String
  }

  /// Remembers a file that was opened.
  static func add(_ path: FilePath) {
    guard let file = path.makeFile() else { return }
    defer { g_object_unref(file.raw) }
    guard let uri = g_file_get_uri(file) else { return }
    defer { g_free(uri) }
    gtk_recent_manager_add_item(gtk_recent_manager_get_default(), uri)
  }

  /// Those that still exist, newest first; local files only, so that nothing is waited for.
  static func newest(_ limit: Int) -> [Entry] {
    let items = gtk_recent_manager_get_items(gtk_recent_manager_get_default())
    defer { g_list_free_full(items, { gtk_recent_info_unref(OpaquePointer($0)) }) }
    var found: [(entry: Entry, visited: Int64)] = []
    var next = items
    while let link = next {
      next = link.pointee.next
      guard let data = link.pointee.data else { continue }
      let info = OpaquePointer(data)
      guard gtk_recent_info_is_local(info) != 0,
        gtk_recent_info_has_application(info, g_get_application_name()) != 0,
        gtk_recent_info_exists(info) != 0,
        let name = gtk_recent_info_get_display_name(info), let uri = gtk_recent_info_get_uri(info),
        let time = gtk_recent_info_get_modified(info)
      else { continue }
      found.append(
        (
          Entry(name: String(cString: name), uri: String(cString: uri)),
          Int64(g_date_time_to_unix(time))
        ))
    }
    return found.sorted { $0.visited > $1.visited }.prefix(limit).map(\.entry)
  }
}
