// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// Reads packets from one container.
///
/// Belongs to the thread that made it. Only regular local files are opened, by container formats of
/// a fixed list: a hostile file reaches neither the network nor another file.
final class Demuxer {
  /// How much is read before the first packet.
  enum Analysis {
    /// Everything that can be known of each stream: decodes a little.
    case full
    /// The container's header where that says enough of the film to decode it, else ``full``.
    case headerOnly
  }

  let context: UnsafeMutablePointer<AVFormatContext>
  private let input: InputFile
  private let cancellation: Cancellation

  /// Position among the streams of the film.
  let videoStreamIndex: Int

  /// Opens a file and chooses its film.
  ///
  /// - Throws: ``MediaError``: what ``InputFile`` throws, `.notMedia`, `.invalidData`, `.noVideo`,
  ///   `.isStillPicture`, `.cancelled`.
  init(path: FilePath, analysis: Analysis = .full, cancellation: Cancellation = Cancellation())
    throws(MediaError)
  {
    LibavLog.install
    LibavLog.forget()
    input = try InputFile(path: path, cancellation: cancellation)
    self.cancellation = cancellation
    guard let allocated = avformat_alloc_context() else {
      throw MediaError(.outOfMemory, "allocate demuxer")
    }
    allocated.pointee.pb = input.context
    // What a file names stays closed: playlists, segments, references to other files.
    allocated.pointee.io_open = { _, _, _, _, _ in kerf_AVERROR_EPERM }
    allocated.pointee.interrupt_callback = AVIOInterruptCB(
      callback: { opaque in
        guard let opaque else { return 0 }
        let flag = Unmanaged<Cancellation>.fromOpaque(opaque).takeUnretainedValue()
        return flag.isCancelled ? 1 : 0
      }, opaque: Unmanaged.passUnretained(cancellation).toOpaque())
    var options: OpaquePointer?
    av_dict_set(&options, "format_whitelist", Self.openedFormats, 0)
    av_dict_set(&options, "protocol_whitelist", "none", 0)
    defer { av_dict_free(&options) }
    var opened: UnsafeMutablePointer<AVFormatContext>? = allocated
    let code = avformat_open_input(&opened, nil, nil, &options)  // frees the context on failure
    guard code >= 0, let context = opened else {
      throw Self.openingError(code)
    }
    do {
      videoStreamIndex = try Self.prepare(context, analysis: analysis)
    } catch {
      avformat_close_input(&opened)
      throw error
    }
    self.context = context
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
  }

  /// Timebase of the film's packets and frames.
  var videoTimebase: Timebase { timebase(ofStream: videoStreamIndex) }

  /// Whether the film's pictures are so large that a device decodes them more cheaply.
  var isLargeFilm: Bool {
    guard let parameters = stream(videoStreamIndex).pointee.codecpar?.pointee else { return false }
    return Int(parameters.width) * Int(parameters.height) >= HardwareDecoding.leastPixels
  }

  var streamCount: Int { Int(context.pointee.nb_streams) }

  /// The stream at `index`; valid while the demuxer is.
  func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> {
    guard let stream = kerf_stream(context, Int32(index)) else {
      preconditionFailure("libav never has a NULL stream below nb_streams")
    }
    return stream
  }

  func timebase(ofStream index: Int) -> Timebase {
    let base = stream(index).pointee.time_base
    return Timebase(numerator: max(1, base.num), denominator: max(1, base.den))
  }

  /// libav's short names of the container.
  var formatName: String { String(cString: context.pointee.iformat.pointee.name) }

  /// Size of the file in bytes.
  var byteCount: Int64 { input.byteCount }

  /// Bytes read so far, as a position in the file: for progress.
  var bytePosition: Int64 {
    // avio_tell is an inline function over avio_seek.
    max(0, avio_seek(context.pointee.pb, 0, 1))
  }

  /// Makes libavformat skip all streams but these: their packets are never built.
  func keepOnly(_ kept: Set<Int>) {
    for index in 0..<streamCount {
      stream(index).pointee.discard = kept.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// The next packet in decode order, or nil at the end of the file.
  ///
  /// A damaged or cut-short tail is an end, as players have it.
  ///
  /// - Throws: `.cancelled`, `.readFailed`, `.outOfMemory`.
  func readPacket() throws(MediaError) -> Packet? {
    let packet = try Packet()
    if try read(into: packet) { return packet }
    return nil
  }

  /// Reads the next packet into `packet`, replacing what it held; false at the end of the file.
  func read(into packet: borrowing Packet) throws(MediaError) -> Bool {
    av_packet_unref(packet.pointer)
    while true {
      let code = av_read_frame(context, packet.pointer)
      if code >= 0 { return true }
      if cancellation.isCancelled { throw MediaError(.cancelled, "read packet") }
      switch code {
      case kerf_AVERROR_EAGAIN: continue
      case kerf_AVERROR_EOF, kerf_AVERROR_INVALIDDATA: return false
      default: throw MediaError(code: code, operation: "read packet")
      }
    }
  }

  /// Moves to the keyframe at or before `ticks`, as the container's own index has it.
  ///
  /// In ticks of the film's timebase. May land late in formats without an index. False when the
  /// container finds nothing there.
  @discardableResult
  func seek(toKeyframeBefore ticks: Int64) -> Bool {
    avformat_seek_file(context, Int32(videoStreamIndex), Int64.min, ticks, ticks, 0) >= 0
  }

  /// Moves to the start of the file as well as the container allows; whoever must be sure checks the
  /// first packet.
  @discardableResult
  func rewind() -> Bool {
    if seeksByByte { return seek(toByte: 0) }
    // Below every timestamp, yet far from overflow when a demuxer rescales it.
    let early = Int64.min / (1 << 16)
    return avformat_seek_file(
      context, Int32(videoStreamIndex), Int64.min, early, Int64.max, 0) >= 0
  }

  /// Moves to a byte position, for formats whose packets can be found again from anywhere.
  @discardableResult
  func seek(toByte position: Int64) -> Bool {
    av_seek_frame(context, Int32(videoStreamIndex), position, AVSEEK_FLAG_BYTE) >= 0
  }

  /// Whether packets are best found by byte position: the container has no index of its own, and
  /// its demuxer finds the next packet from anywhere.
  var seeksByByte: Bool { ["mpegts", "mpeg"].contains(formatName) }
}
