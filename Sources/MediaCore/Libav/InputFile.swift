// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import CSystemShim
import Glibc
import TrimModel

/// The bytes of one regular file, handed to libavformat through callbacks.
///
/// libavformat never sees the name: no name can be taken for a protocol, an option or a pattern,
/// and a file that asks for other files gets none. Belongs to the thread of its ``Demuxer``.
final class InputFile {
  /// Large enough that system calls do not count, small enough that a seek wastes little.
  private static let bufferBytes: Int32 = 128 * 1024

  private let descriptor: Int32
  private let cancellation: Cancellation
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  /// Opens `path` for reading.
  ///
  /// - Throws: `.notFound`, `.notReadable`, `.isFolder`, `.notRegularFile`, `.isEmpty`.
  init(path: FilePath, cancellation: Cancellation) throws(MediaError) {
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    let descriptor = path.withCString { kerf_file_open($0, O_RDONLY | O_NONBLOCK, 0) }
    guard descriptor >= 0 else { throw MediaError(errno: errno, operation: "open file") }
    self.descriptor = descriptor
    self.cancellation = cancellation
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = MediaError(errno: errno, operation: "examine file")
      close(descriptor)
      throw error
    }
    let refusal: MediaError.Reason? =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: .isFolder
      case S_IFREG: status.st_size == 0 ? .isEmpty : nil
      default: .notRegularFile
      }
    if let refusal {
      close(descriptor)
      throw MediaError(refusal, "open file")
    }
    context = kerf_avio_new(
      Self.bufferBytes, Unmanaged.passUnretained(self).toOpaque(), Self.read, nil, Self.seek)
    guard context != nil else {
      close(descriptor)
      throw MediaError(.outOfMemory, "allocate input buffer")
    }
  }

  deinit {
    kerf_avio_free(context)
    close(descriptor)
  }

  /// Size of the file now: it may still grow.
  var byteCount: Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  private static let read: KerfReadFunction = { opaque, buffer, size in
    guard let opaque, let buffer else { return kerf_AVERROR_EINVAL }
    let file = Unmanaged<InputFile>.fromOpaque(opaque).takeUnretainedValue()
    if file.cancellation.isCancelled { return kerf_AVERROR_EXIT }
    while true {
      let count = Glibc.read(file.descriptor, buffer, Int(size))
      if count > 0 { return Int32(count) }
      if count == 0 { return kerf_AVERROR_EOF }
      if errno != EINTR { return kerf_averror(errno) }
    }
  }

  private static let seek: KerfSeekFunction = { opaque, offset, whence in
    guard let opaque else { return Int64(kerf_AVERROR_EINVAL) }
    let file = Unmanaged<InputFile>.fromOpaque(opaque).takeUnretainedValue()
    if whence & AVSEEK_SIZE != 0 { return file.byteCount }
    let position = lseek(file.descriptor, off_t(offset), whence & ~AVSEEK_FORCE)
    return position >= 0 ? Int64(position) : Int64(kerf_averror(errno))
  }
}
