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

  /// What is read of either end of a large packet while the file is skimmed.
  private static let headBytes = 4096
  private static let tailBytes = 16

  private let stream: any ByteStream
  /// Of whoever reads now.
  var cancellation: Cancellation
  private var position: Int64 = 0
  private var isSkimmed = false
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

  // MARK: - Skimming

  /// Whether going to a place costs no more than reading on to it.
  var canBeSkimmed: Bool { stream is LocalFile }

  /// From now on only the ends of what is asked for in one piece are read: packets keep their size,
  /// and what is between the ends is not the file's.
  ///
  /// A container that tells where its packets are is so read without its pictures and sounds.
  func skim() {
    isSkimmed = true
    // Each packet is asked for in one piece, past the buffer, which what is no packet still comes
    // through.
    context?.pointee.direct = 1
  }

  /// How many bytes at the start of a packet are the file's.
  func headCount(ofPacket byteCount: Int) -> Int {
    isSkimmed && byteCount > Self.headBytes + Self.tailBytes ? Self.headBytes : byteCount
  }

  /// Reads what was skimmed.
  ///
  /// - Throws: `.readFailed`, also when the file has become too short.
  func read(at place: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) {
    try stream.seek(to: place)
    let isWhole = try readFully(into: buffer)
    try stream.seek(to: position)
    guard isWhole else { throw MediaError(.readFailed, "read file") }
  }

  /// Reads the ends of `buffer`; all of it, as far as there is any, where the file ends within.
  private func readEnds(of buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
    let head = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Self.headBytes))
    let tail = UnsafeMutableRawBufferPointer(rebasing: buffer.suffix(Self.tailBytes))
    if try readFully(into: head) {
      try stream.seek(to: position + Int64(buffer.count - tail.count))
      if try readFully(into: tail) { return buffer.count }
    }
    try stream.seek(to: position)
    return try stream.read(into: buffer)
  }

  /// - Returns: Whether there were as many bytes.
  private func readFully(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Bool {
    var done = 0
    while done < buffer.count {
      let count = try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]))
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// Whether libavformat fills its own buffer rather than a packet.
  private func isBuffer(_ address: UnsafeMutablePointer<UInt8>) -> Bool {
    guard let context = context?.pointee, let buffer = context.buffer else { return false }
    return (buffer..<(buffer + Int(context.buffer_size))).contains(address)
  }

  // MARK: - Callbacks

  private static let read: KerfReadFunction = { opaque, buffer, size in
    guard let opaque, let buffer else { return kerf_AVERROR_EINVAL }
    let file = Unmanaged<InputFile>.fromOpaque(opaque).takeUnretainedValue()
    if file.cancellation.isCancelled { return kerf_AVERROR_EXIT }
    do throws(MediaError) {
      let bytes = UnsafeMutableRawBufferPointer(start: buffer, count: Int(size))
      let isSkimmed = file.headCount(ofPacket: bytes.count) < bytes.count && !file.isBuffer(buffer)
      let count = try isSkimmed ? file.readEnds(of: bytes) : file.stream.read(into: bytes)
      file.position += Int64(count)
      return count > 0 ? Int32(count) : kerf_AVERROR_EOF
    } catch {
      return error.code
    }
  }

  private static let seek: KerfSeekFunction = { opaque, offset, whence in
    guard let opaque else { return Int64(kerf_AVERROR_EINVAL) }
    let file = Unmanaged<InputFile>.fromOpaque(opaque).takeUnretainedValue()
    if whence & AVSEEK_SIZE != 0 {
      return file.stream.byteCount ?? Int64(kerf_AVERROR_EINVAL)
    }
    let origin: Int64? =
      switch whence & ~AVSEEK_FORCE {
      case SEEK_SET: 0
      case SEEK_CUR: file.position
      case SEEK_END: file.stream.byteCount
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
