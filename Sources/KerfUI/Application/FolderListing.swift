// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import MediaCore
import TrimModel

/// Looks into folders that were dropped on the window.
nonisolated enum FolderListing {
  /// The video whose name comes first in a folder, not in folders below it.
  ///
  /// Goes by the names' extensions and reads no file. Runs on a thread of its own, since a folder
  /// may be on a slow network.
  ///
  /// - Returns: nil when the path is not a folder; `.some(nil)` when the folder has no video.
  static func firstVideo(in folder: FilePath) async -> FilePath?? {
    await withCheckedContinuation { found in
      WorkerThread.start(name: "folder-listing") { found.resume(returning: search(folder)) }
    }
  }

  private static func search(_ folder: FilePath) -> FilePath?? {
    let opened = folder.withCString { g_dir_open($0, 0, nil) }
    guard let directory = opened else { return nil }
    defer { g_dir_close(directory) }
    var videos: [FilePath] = []
    while let name = g_dir_read_name(directory) {
      let path = folder.appending(FilePath(cString: name).bytes)
      let isHidden = name.pointee == CChar(bitPattern: UInt8(ascii: "."))
      if !isHidden, extensions.contains(path.lowercaseExtension) { videos.append(path) }
    }
    return .some(videos.min { $0.bytes.lexicographicallyPrecedes($1.bytes) })
  }

  private static let extensions: Set<String> = [
    "mp4", "m4v", "mov", "qt", "mkv", "webm", "avi", "divx", "ts", "m2ts", "mts", "mpg", "mpeg",
    "vob", "mod", "tod", "flv", "f4v", "wmv", "asf", "ogv", "ogm", "ogg", "3gp", "3g2", "mxf",
    "gif", "rm", "rmvb", "dv", "y4m",
  ]
}
