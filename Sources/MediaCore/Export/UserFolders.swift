// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Reads the lines of `user-dirs.dirs`, such as `XDG_VIDEOS_DIR="$HOME/Vidéos"`.
enum UserFolders {
  /// The folder of a key; the last line counts, as in a shell.
  ///
  /// Nil without one, or for a path that is neither absolute nor below the home folder.
  static func folder(_ key: String, in text: [UInt8], home: FilePath) -> FilePath? {
    var found: FilePath?
    for line in text.split(separator: UInt8(ascii: "\n")) {
      if let folder = folder(key, inLine: line, home: home) { found = folder }
    }
    return found
  }

  private static func folder(_ key: String, inLine line: ArraySlice<UInt8>, home: FilePath)
    -> FilePath?
  {
    var rest = line.drop(while: isBlank)
    guard rest.starts(with: key.utf8) else { return nil }
    rest = rest.dropFirst(key.utf8.count).drop(while: isBlank)
    guard rest.first == UInt8(ascii: "=") else { return nil }
    rest = rest.dropFirst().drop(while: isBlank)
    guard rest.first == UInt8(ascii: "\"") else { return nil }
    rest = rest.dropFirst()
    var value: [UInt8] = []
    while let byte = rest.first, byte != UInt8(ascii: "\"") {
      rest = rest.dropFirst()
      guard byte == UInt8(ascii: "\\"), let escaped = rest.first else {
        value.append(byte)
        continue
      }
      value.append(escaped)
      rest = rest.dropFirst()
    }
    let homePrefix = Array("$HOME".utf8)
    if value.starts(with: homePrefix) {
      let below = value.dropFirst(homePrefix.count).drop { $0 == UInt8(ascii: "/") }
      guard value.count == homePrefix.count || value[homePrefix.count] == UInt8(ascii: "/") else {
        return nil
      }
      return below.isEmpty ? home : home.appending(trimmed(below))
    }
    guard value.first == UInt8(ascii: "/") else { return nil }
    return FilePath(bytes: value.count == 1 ? value : trimmed(value[...]))
  }

  private static func trimmed(_ path: ArraySlice<UInt8>) -> [UInt8] {
    var path = path
    while path.count > 1, path.last == UInt8(ascii: "/") { path = path.dropLast() }
    return Array(path)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
