// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import Glibc

/// Hands libavformat's bytes to a file in large blocks, or to nobody.
///
/// Belongs to the thread of its ``Muxer``, which must not outlive it.
final class OutputWriter {
  /// One system call for this many bytes: large enough that calls do not count beside the copy, small
  /// enough that they are still in the processor's cache when the system copies them.
  private static let bufferBytes: Int32 = 256 << 10

  /// Nil: the bytes are only counted, for trials.
  private let descriptor: Int32?
  private let disk: DiskSync?
  private let cancellation: Cancellation
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  /// The first failure of the system: libavformat does not pass it on everywhere.
  private(set) var failure: MediaError?
  private var position: Int64 = 0
  private var end: Int64 = 0
  /// What some muxers flush in pieces (one for each packet in MPEG-PS), until it is worth a call.
  private var pending: [UInt8] = []

  /// - Parameters:
  ///   - descriptor: Of the file; nil to count bytes only.
  ///   - disk: What brings them to the disk meanwhile.
  ///   - cancellation: Ends what is written.
  /// - Throws: `.outOfMemory`.
  init(
    descriptor: Int32?, disk: DiskSync? = nil, cancellation: Cancellation
  ) throws(MediaError) {
    self.descriptor = descriptor
    self.disk = disk
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
    guard descriptor != nil else { return Int32(bytes.count) }
    if pending.isEmpty, bytes.count >= Int(Self.bufferBytes) {
      let code = writeOut(bytes)
      return code < 0 ? code : Int32(bytes.count)
    }
    pending.append(contentsOf: bytes)
    guard pending.count >= Int(Self.bufferBytes) else { return Int32(bytes.count) }
    let code = flush()
    return code < 0 ? code : Int32(bytes.count)
  }

  /// Hands everything to the system; a negative number of libav's, and ``failure``, for an error.
  @discardableResult
  func flush() -> Int32 {
    guard !pending.isEmpty else { return 0 }
    let code = pending.withUnsafeBytes { writeOut($0) }
    pending.removeAll(keepingCapacity: true)
    return code
  }

  private func writeOut(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    guard let descriptor else { return 0 }
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(
        descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count > 0 {
        done += count
        disk?.wrote(Int64(count))
      } else if errno != EINTR {
        let code = errno
        if failure == nil { failure = MediaError(writing: code, operation: "write clip") }
        return kerf_averror(code)
      }
    }
    return 0
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
    let flushed = writer.flush()
    if flushed < 0 { return Int64(flushed) }
    if let descriptor = writer.descriptor, lseek(descriptor, off_t(target), SEEK_SET) < 0 {
      return Int64(kerf_averror(errno))
    }
    writer.position = target
    return target
  }
}
