// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import MediaCore
import TrimModel

/// A file on another computer or on a device that the desktop reaches and that has no path here.
struct RemoteFile: Equatable {
  /// Its address, by which the rest of the program reads it as if it were a path.
  let path: FilePath

  /// Makes a `GFile` readable by its address.
  init(file: OpaquePointer) {
    let shared = SharedFile(file)
    let address = g_file_get_parse_name(file)
    defer { g_free(address) }
    path = StreamedFiles.register(address: address.map { String(cString: $0) } ?? "") {
      () throws(MediaError) in try GIOByteStream(file: shared.file)
    }
  }

  /// Keeps a `GFile`, which any thread may use.
  private nonisolated final class SharedFile: @unchecked Sendable {
    let file: OpaquePointer

    init(_ file: OpaquePointer) {
      self.file = file
      g_object_ref(file.raw)
    }

    deinit { g_object_unref(file.raw) }
  }
}

extension FilePath {
  /// The `GFile` of a path or of a remote file's address; the caller's to unref.
  func makeFile() -> OpaquePointer? {
    withCString { isAbsolute ? g_file_new_for_path($0) : g_file_parse_name($0) }
  }
}
