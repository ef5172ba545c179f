// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import Glibc
import TrimModel

/// The bytes of one file, handed to libavformat through callbacks.
///
/// libavformat never sees the name: no name can be taken for a protocol, an option or a pattern,
/// and a file that asks for other files gets none. Belongs to whoever has the turn at its
/// ``OpenContainer``.
final class InputFile {
  /// Large enough that system calls do not count, small enough that a seek wastes little.
  private static let bufferBytes: Int32 = 128 * 1024

  private let stream: any ByteStream
  /// Of whoever reads now.
  var cancellation: Cancellation
  private var position: Int64 = 0
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  /// Opens `path` for reading.
  ///
  /// - Throws: What opening a ``LocalFile`` throws; for one of ``StreamedFiles``, what its opener
  ///   throws.
  init(path: FilePath, cancellation: Cancellation) throws(MediaError) {
    stream =
      if let remote = try StreamedFiles.reader(of: path) { remote } else {
        try LocalFile(path: path)
      }
    self.cancellation = cancellation
    context = kerf_avio_new(
      Self.bufferBytes, Unmanaged.passUnretained(self).toOpaque(), Self.read, nil, Self.seek)
    guard context != nil else { throw MediaError(.outOfMemory, "allocate input buffer") }
  }

  deinit { kerf_avio_free(context) }

  /// Size of the file now, as it may still grow; 0 when its place does not tell.
  var byteCount: Int64 { stream.byteCount ?? 0 }

  private static let read: KerfReadFunction = { opaque, buffer, size in
    guard let opaque, let buffer else { return kerf_AVERROR_EINVAL }
    let file = Unmanaged<InputFile>.fromOpaque(opaque).takeUnretainedValue()
    if file.cancellation.isCancelled { return kerf_AVERROR_EXIT }
    do throws(MediaError) {
      let count = try file.stream.read(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
      file.position += Int64(count)
      return count > 0 ? Int32(count) : kerf_AVERROR_EOF
    } catch {
      return error.code
    }
  }

  private static let seek: KerfSeekFunction = { opaque, offset, whence in
    guard let opaque else { return Int64(kerf_AVERROR_EINVAL) }
    let file = Unmanaged<InputFile>.fromOpaque(opaque).takeUnretainedValue()
    let count = file.stream.byteCount
    if whence & AVSEEK_SIZE != 0 { return count ?? Int64(kerf_AVERROR_EINVAL) }
    let origin: Int64? =
      switch whence & ~AVSEEK_FORCE {
      case SEEK_SET: 0
      case SEEK_CUR: file.position
      case SEEK_END: count
      default: nil
      }
    guard let origin else { return Int64(kerf_AVERROR_EINVAL) }
    do throws(MediaError) {
      try file.stream.seek(to: origin + offset)
      file.position = origin + offset
      return file.position
    } catch {
      return Int64(error.code)
    }
  }
}
