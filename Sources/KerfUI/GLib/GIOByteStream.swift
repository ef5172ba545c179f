// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import MediaCore

/// The bytes of a file that only GIO reaches, such as one on a phone, a share or a server.
///
/// One thread reads it at a time; each call blocks as long as the other side takes.
nonisolated final class GIOByteStream: ByteStream {
  private let stream: UnsafeMutablePointer<GFileInputStream>
  let byteCount: Int64?

  /// Opens a `GFile`.
  ///
  /// - Throws: ``MediaError``: `.notFound`, `.notReadable`, `.isFolder`, `.isEmpty`, `.notReachable`,
  ///   `.notSeekable`, `.readFailed`.
  init(file: OpaquePointer) throws(MediaError) {
    var problem: UnsafeMutablePointer<GError>?
    guard let stream = g_file_read(file, nil, &problem) else {
      throw Self.error(taking: problem, operation: "open stream")
    }
    self.stream = stream
    byteCount = Self.size(of: stream)
    if byteCount == 0 { throw MediaError(.isEmpty, "open stream") }
    guard g_seekable_can_seek(stream.opaque) != 0 else {
      throw MediaError(.notSeekable, "open stream")
    }
  }

  deinit { g_object_unref(stream.raw) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
    var problem: UnsafeMutablePointer<GError>?
    let count = g_input_stream_read(
      stream.raw.assumingMemoryBound(to: GInputStream.self), buffer.baseAddress,
      gsize(buffer.count), nil, &problem)
    guard count >= 0 else { throw Self.error(taking: problem, operation: "read stream") }
    return Int(count)
  }

  func seek(to position: Int64) throws(MediaError) {
    var problem: UnsafeMutablePointer<GError>?
    guard g_seekable_seek(stream.opaque, goffset(position), G_SEEK_SET, nil, &problem) != 0 else {
      throw Self.error(taking: problem, operation: "seek in stream")
    }
  }

  private static func size(of stream: UnsafeMutablePointer<GFileInputStream>) -> Int64? {
    let information = g_file_input_stream_query_info(stream, "standard::size", nil, nil)
    if let information {
      defer { g_object_unref(information.raw) }
      if g_file_info_has_attribute(information, "standard::size") != 0 {
        return Int64(g_file_info_get_size(information))
      }
    }
    // Not every place tells; the end of what can be sought does.
    guard g_seekable_can_seek(stream.opaque) != 0,
      g_seekable_seek(stream.opaque, 0, G_SEEK_END, nil, nil) != 0
    else { return nil }
    let end = Int64(g_seekable_tell(stream.opaque))
    return g_seekable_seek(stream.opaque, 0, G_SEEK_SET, nil, nil) != 0 ? end : nil
  }

  /// Frees GLib's error and says the same in ours.
  private static func error(
    taking problem: UnsafeMutablePointer<GError>?, operation: String
  ) -> MediaError {
    guard let problem else { return MediaError(.readFailed, operation) }
    defer { g_error_free(problem) }
    let detail = problem.pointee.message.map { String(cString: $0) }
    guard problem.pointee.domain == g_io_error_quark() else {
      return MediaError(.notFound, operation, detail: detail)
    }
    let reason: MediaError.Reason =
      switch GIOErrorEnum(rawValue: UInt32(problem.pointee.code)) {
      case G_IO_ERROR_NOT_FOUND: .notFound
      case G_IO_ERROR_PERMISSION_DENIED: .notReadable
      case G_IO_ERROR_IS_DIRECTORY: .isFolder
      case G_IO_ERROR_NOT_REGULAR_FILE: .notRegularFile
      case G_IO_ERROR_NOT_MOUNTED, G_IO_ERROR_NOT_SUPPORTED, G_IO_ERROR_HOST_NOT_FOUND,
        G_IO_ERROR_HOST_UNREACHABLE, G_IO_ERROR_NETWORK_UNREACHABLE,
        G_IO_ERROR_CONNECTION_REFUSED, G_IO_ERROR_TIMED_OUT:
        .notReachable
      default: .readFailed
      }
    return MediaError(reason, operation, detail: detail)
  }
}
