// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import Glibc

/// The manual that F1 opens: the installed page, which needs no network, else the one on the web.
enum Manual {
  static func show(over window: GObjectRef?) {
    let address = address
    EventLog.note("manual \(address)")
    kerf_compat_show_uri(window?.cast(), address)
  }

  /// Where the manual is.
  static var address: String {
    for folder in folders {
      let path = folder + "/kerf/manual.html"
      guard access(path, R_OK) == 0, let uri = g_filename_to_uri(path, nil, nil) else { continue }
      defer { g_free(uri) }
      return String(cString: uri)
    }
    return AppInfo.website + "/blob/main/docs/manual/README.md"
  }

  /// Beside the program first, then wherever the desktop looks.
  private static var folders: [String] {
    var folders = [InstallPrefix.share]
    guard var next = g_get_system_data_dirs() else { return folders }
    while let folder = next.pointee {
      folders.append(String(cString: folder))
      next += 1
    }
    return folders
  }
}
