// SPDX-License-Identifier: GPL-3.0-or-later
import CSystemShim
import Glibc
import TrimModel

/// A regular file of this computer.
final class LocalFile: ByteStream {
  private let descriptor: Int32

  /// Opens `path` for reading.
  ///
  /// - Throws: `.notFound`, `.notReadable`, `.isFolder`, `.notRegularFile`, `.isEmpty`.
  init(path: FilePath) throws(MediaError) {
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    descriptor = path.withCString { kerf_file_open($0, O_RDONLY | O_NONBLOCK, 0) }
    guard descriptor >= 0 else { throw MediaError(errno: errno, operation: "open file") }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw MediaError(errno: errno, operation: "examine file")
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw MediaError(.isFolder, "open file")
    case S_IFREG: if status.st_size == 0 { throw MediaError(.isEmpty, "open file") }
    default: throw MediaError(.notRegularFile, "open file")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var byteCount: Int64? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : nil
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw MediaError(errno: errno, operation: "read file") }
    }
  }

  func seek(to position: Int64) throws(MediaError) {
    guard lseek(descriptor, off_t(position), SEEK_SET) >= 0 else {
      throw MediaError(errno: errno, operation: "seek in file")
    }
  }
}
