// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// Writes packets into one container.
///
/// Belongs to the thread that made it. Streams are added first, then the header, packets, the end.
final class Muxer {
  let context: UnsafeMutablePointer<AVFormatContext>
  private let output: OutputWriter
  private let format: MuxerFormat

  /// Whether streams of transport streams keep the numbers that they have in the source.
  var keepsIdentifiers = true

  /// - Throws: `.unsupported` when this libavformat has no such muxer.
  init(_ format: MuxerFormat, output: OutputWriter) throws(MediaError) {
    LibavLog.install
    var allocated: UnsafeMutablePointer<AVFormatContext>?
    let code = avformat_alloc_output_context2(&allocated, nil, format.name, nil)
    guard code >= 0, let context = allocated else {
      throw MediaError(.unsupported, "find muxer \(format.name)")
    }
    self.context = context
    self.output = output
    self.format = format
    context.pointee.pb = output.context
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    context.pointee.io_open = { _, _, _, _, _ in kerf_AVERROR_EPERM }
    // Else each packet is a system call of its own, however large the buffer.
    context.pointee.flush_packets = 0
    // Our times are as they should be; where a container has no negative ones, all streams move.
    if context.pointee.oformat.pointee.flags & AVFMT_TS_NEGATIVE != 0 {
      context.pointee.avoid_negative_ts = 0
    }
    // Dolby Vision and spherical descriptions are written only so, and FLAC in MP4.
    context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
    // A stream without packets for this long no longer holds the others back, in microseconds.
    context.pointee.max_interleave_delta = 2_000_000
    if format.name == "vob" || format.name == "mpeg" {
      // Time for a receiver's buffer to fill, as is usual; without it the muxer finds no place.
      context.pointee.max_delay = 700_000
    } else if format.name == "mpegts" {
      // Files are not received: a clip begins at its beginning.
      context.pointee.max_delay = 0
    }
  }

  deinit {
    context.pointee.pb = nil
    avformat_free_context(context)
  }

  var streamCount: Int { Int(context.pointee.nb_streams) }

  func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> {
    guard let stream = kerf_stream(context, Int32(index)) else {
      preconditionFailure("libav never has a NULL stream below nb_streams")
    }
    return stream
  }

  /// The timebase that packets must be in; final once the header is written.
  func timebase(ofStream index: Int) -> Timebase {
    let base = stream(index).pointee.time_base
    return Timebase(numerator: max(1, base.num), denominator: max(1, base.den))
  }

  /// - Throws: `.unsupported` when the streams do not fit, and what writing throws.
  func writeHeader() throws(MediaError) {
    var options: OpaquePointer?
    for option in format.options { av_dict_set(&options, option.key, option.value, 0) }
    defer { av_dict_free(&options) }
    let code = avformat_write_header(context, &options)
    if let failure = output.failure { throw failure }
    if code == kerf_AVERROR_ENOMEM || code == kerf_AVERROR_EXIT {
      throw MediaError(code: code, operation: "write header")
    }
    guard code >= 0 else {
      throw MediaError(.unsupported, "write header", detail: LibavLog.takeLastLine())
    }
  }

  /// Takes the packet's content and writes it in its turn.
  func write(_ packet: borrowing Packet) throws(MediaError) {
    let code = av_interleaved_write_frame(context, packet.pointer)
    if let failure = output.failure { throw failure }
    try check(code, "write packet")
  }

  /// Writes what is held back and the index.
  ///
  /// - Returns: False when the room for an index at the start of the file was too small: the file is
  ///   no good then.
  func finish() throws(MediaError) -> Bool {
    let code = av_write_trailer(context)
    avio_flush(output.context)
    output.flush()
    if let failure = output.failure { throw failure }
    if code == kerf_AVERROR_EINVAL,
      let line = LibavLog.takeLastLine(), line.contains("reserved_moov_size")
    {
      return false
    }
    try check(code, "write index")
    return true
  }
}
