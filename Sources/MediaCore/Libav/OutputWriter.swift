// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import Glibc

/// Hands libavformat's bytes to a file in large blocks, or to nobody.
///
/// Belongs to the thread of its ``Muxer``, which must not outlive it.
final class OutputWriter {
  /// One system call for this many bytes: large enough that calls do not count beside the copy.
  private static let bufferBytes: Int32 = 1 << 20

  /// Nil: the bytes are only counted, for trials.
  private let descriptor: Int32?
  private let cancellation: Cancellation
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  /// The first failure of the system: libavformat does not pass it on everywhere.
  private(set) var failure: MediaError?
  private var position: Int64 = 0
  private var end: Int64 = 0

  init(descriptor: Int32?, cancellation: Cancellation) throws(MediaError) {
    self.descriptor = descriptor
    self.cancellation = cancellation
    context = kerf_avio_new(
      descriptor == nil ? 4096 : Self.bufferBytes, Unmanaged.passUnretained(self).toOpaque(), nil,
      Self.write, Self.seek)
    guard context != nil else { throw MediaError(.outOfMemory, "allocate output buffer") }
  }

  deinit { kerf_avio_free(context) }

  private static let write: KerfWriteFunction = { opaque, buffer, size in
    guard let opaque, let buffer else { return kerf_AVERROR_EINVAL }
    let writer = Unmanaged<OutputWriter>.fromOpaque(opaque).takeUnretainedValue()
    return writer.write(UnsafeRawBufferPointer(start: buffer, count: Int(size)))
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    if cancellation.isCancelled { return kerf_AVERROR_EXIT }
    position += Int64(bytes.count)
    end = max(end, position)
    guard let descriptor else { return Int32(bytes.count) }
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(
        descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count > 0 {
        done += count
      } else if errno != EINTR {
        if failure == nil { failure = MediaError(writing: errno, operation: "write clip") }
        return kerf_averror(errno)
      }
    }
    return Int32(bytes.count)
  }

  private static let seek: KerfSeekFunction = { opaque, offset, whence in
    guard let opaque else { return Int64(kerf_AVERROR_EINVAL) }
    let writer = Unmanaged<OutputWriter>.fromOpaque(opaque).takeUnretainedValue()
    if whence & AVSEEK_SIZE != 0 { return writer.end }
    let target =
      switch whence & ~AVSEEK_FORCE {
      case SEEK_CUR: writer.position + offset
      case SEEK_END: writer.end + offset
      default: offset
      }
    if let descriptor = writer.descriptor, lseek(descriptor, off_t(target), SEEK_SET) < 0 {
      return Int64(kerf_averror(errno))
    }
    writer.position = target
    return target
  }
}
