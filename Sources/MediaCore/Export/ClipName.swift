// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Names for clips that are made from the source's name.
enum ClipName {
  /// What file systems hold, in bytes.
  private static let longest = 255

  /// `stem (trimmed).ext`, then `stem (trimmed 2).ext` and so on.
  ///
  /// The stem's bytes are kept as they are, valid UTF-8 or not; a name that would be too long for a
  /// file system loses the end of its stem, between two characters.
  ///
  /// - Parameters:
  ///   - source: Whose name it is made from.
  ///   - container: Decides the extension.
  ///   - attempt: Which name in the row, from 1.
  /// - Returns: The name without a folder.
  static func name(for source: FilePath, in container: ExportContainer, attempt: Int) -> [UInt8] {
    let suffix = attempt == 1 ? " (trimmed)" : " (trimmed \(attempt))"
    let ending = Array(suffix.utf8) + [UInt8(ascii: ".")] + fileExtension(of: source, in: container)
    let room = longest - ending.count
    // A dot file without an extension would stay hidden; that is what its owner wanted.
    return shortened(stem(of: source, in: container), to: room) + ending
  }

  /// The source's own spelling of its extension where it fits the container, else the usual one.
  private static func fileExtension(of source: FilePath, in container: ExportContainer) -> [UInt8] {
    let name = source.lastComponent
    if container.fileExtensions.contains(source.lowercaseExtension),
      let dot = name.lastIndex(of: UInt8(ascii: "."))
    {
      return Array(name[(dot + 1)...])
    }
    return Array((container.fileExtensions.first ?? "mkv").utf8)
  }

  /// The name without what looks like an extension of a film.
  private static func stem(of source: FilePath, in container: ExportContainer) -> [UInt8] {
    let isFilmExtension = ExportContainer.allCases.contains {
      $0.fileExtensions.contains(source.lowercaseExtension)
    }
    let isShort = (1...4).contains(source.lowercaseExtension.utf8.count)
    return Array(isFilmExtension || isShort ? source.stem : source.lastComponent)
  }

  private static func shortened(_ name: [UInt8], to room: Int) -> [UInt8] {
    guard name.count > room else { return name }
    var end = room
    // Not inside a character: continuation bytes begin with the bits 10.
    while end > 0, name[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(name[..<(end > 0 ? end : room)])
  }
}
