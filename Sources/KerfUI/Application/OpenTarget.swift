// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// One thing that somebody handed over to be opened.
enum OpenTarget: Equatable {
  case file(FilePath)
  /// Something without a path on this computer.
  case remote(RemoteFile)

  /// What a `GFile` stands for.
  init(file: OpaquePointer) {
    if let path = g_file_get_path(file) {
      self = .file(FilePath(cString: path))
      g_free(path)
      return
    }
    self = .remote(RemoteFile(file: file))
  }

  /// The files of a `GdkFileList`.
  static func targets(ofFileList list: OpaquePointer) -> [OpenTarget] {
    let files = gdk_file_list_get_files(list)
    defer { g_slist_free(files) }
    var targets: [OpenTarget] = []
    var next = files
    while let link = next {
      if let file = link.pointee.data { targets.append(OpenTarget(file: OpaquePointer(file))) }
      next = link.pointee.next
    }
    return targets
  }

  /// The files that a text names: URIs or absolute paths, one a line, as terminals and browsers do.
  ///
  /// Empty when it is any other text.
  static func targets(ofText text: String) -> [OpenTarget] {
    var targets: [OpenTarget] = []
    for line in text.split(whereSeparator: \.isNewline) {
      var entry = line.drop(while: \.isWhitespace)
      while entry.last?.isWhitespace == true { entry.removeLast() }
      // Comments of text/uri-list.
      if entry.isEmpty || entry.hasPrefix("#") { continue }
      if entry.count > 1, let quote = entry.first, quote == "'" || quote == "\"",
        entry.last == quote
      {
        entry = entry.dropFirst().dropLast()
      }
      if entry.hasPrefix("/") {
        targets.append(.file(FilePath(String(entry))))
      } else if entry.hasPrefix("~/"), let home = g_get_home_dir() {
        targets.append(.file(FilePath(cString: home).appending(entry.dropFirst(2).utf8)))
      } else if isURI(entry) {
        guard let file = g_file_new_for_uri(String(entry)) else { continue }
        targets.append(OpenTarget(file: file))
        g_object_unref(file.raw)
      } else {
        return []
      }
    }
    return targets
  }

  /// The files in a value that was dropped or pasted: a file list or text.
  static func targets(ofValue value: UnsafePointer<GValue>) -> [OpenTarget] {
    if value.pointee.g_type == kerf_GDK_TYPE_FILE_LIST() {
      return g_value_get_boxed(value).map { targets(ofFileList: OpaquePointer($0)) } ?? []
    }
    guard value.pointee.g_type == kerf_G_TYPE_STRING(), let text = g_value_get_string(value) else {
      return []
    }
    return targets(ofText: String(cString: text))
  }

  private static func isURI(_ text: Substring) -> Bool {
    guard let colon = text.range(of: "://") else { return false }
    let scheme = text[..<colon]
    return !scheme.isEmpty
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}

extension Substring {
  /// Start of the first occurrence of a short text; nil for none.
  fileprivate func range(of text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}
