// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import MediaCore
import TrimModel

/// Reads small files that people write.
enum TextFile {
  /// The bytes of a file, or of standard input for `-`; 64 MB at most.
  static func contents(of path: FilePath) throws(MediaError) -> [UInt8] {
    let place = path.bytes == Array("-".utf8) ? FilePath("/dev/stdin") : path
    guard let file = place.withCString({ fopen($0, "re") }) else {
      throw MediaError(errno == ENOENT ? .notFound : .notReadable, "open list")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { break }
      bytes += block[..<count]
      guard bytes.count <= 64 << 20 else { throw MediaError(.unsupported, "read list") }
    }
    guard ferror(file) == 0 else {
      throw MediaError(errno == EISDIR ? .isFolder : .readFailed, "read list")
    }
    return bytes
  }
}
