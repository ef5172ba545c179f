// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// A container that is open, with one place to read at.
///
/// Several ``Demuxer``s, also of different threads, may read from it in turns: what libavformat
/// lists of ten hours of MP4 takes 60 to 250 MB and is held once. Only regular local files are
/// opened, by container formats of a fixed list: a hostile file reaches neither the network nor
/// another file.
final class OpenContainer: Sendable {
  /// How much is read before the first packet.
  enum Analysis {
    /// Everything that can be known of each stream: decodes a little.
    case full
    /// The container's header where that says enough of the film to decode it, else ``full``.
    case headerOnly
  }

  private struct Turn {
    /// Who was at the file last; the first reader finds it as it was opened.
    var reader = 0
    var readerCount = 0
  }

  // Reading moves them: only inside a turn. What they tell of the streams does not change once open.
  nonisolated(unsafe) let context: UnsafeMutablePointer<AVFormatContext>
  nonisolated(unsafe) private let input: InputFile

  /// Position among the streams of the film.
  let videoStreamIndex: Int

  private let turn = Monitor(Turn())

  /// Opens a file and chooses its film.
  ///
  /// - Throws: ``MediaError``: what ``InputFile`` throws, `.notMedia`, `.invalidData`, `.noVideo`,
  ///   `.isStillPicture`, `.cancelled`.
  init(path: FilePath, analysis: Analysis, cancellation: Cancellation) throws(MediaError) {
    LibavLog.install
    LibavLog.forget()
    let input = try InputFile(path: path, cancellation: cancellation)
    guard let allocated = avformat_alloc_context() else {
      throw MediaError(.outOfMemory, "allocate demuxer")
    }
    allocated.pointee.pb = input.context
    // What a file names stays closed: playlists, segments, references to other files.
    allocated.pointee.io_open = { _, _, _, _, _ in kerf_AVERROR_EPERM }
    allocated.pointee.interrupt_callback = AVIOInterruptCB(
      callback: { opaque in
        guard let opaque else { return 0 }
        let input = Unmanaged<InputFile>.fromOpaque(opaque).takeUnretainedValue()
        return input.cancellation.isCancelled ? 1 : 0
      }, opaque: Unmanaged.passUnretained(input).toOpaque())
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
    self.input = input
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
  }

  /// Size of the file in bytes.
  var byteCount: Int64 { input.byteCount }

  /// Whether packets can be read without most of their bytes, see ``InputFile/skim()``.
  var canBeSkimmed: Bool { input.canBeSkimmed }

  /// Reads packets without most of their bytes from now on; for a container of one reader.
  func skim() { input.skim() }

  /// How many bytes at a packet's start are the file's.
  func headCount(of packet: borrowing Packet) -> Int {
    input.headCount(ofPacket: packet.byteCount)
  }

  /// Reads all bytes of a packet that was skimmed.
  ///
  /// - Throws: `.readFailed`, also where nothing tells where they are.
  func complete(_ packet: borrowing Packet) throws(MediaError) {
    guard let place = packet.bytePosition else { throw MediaError(.readFailed, "find packet") }
    let bytes = UnsafeMutableRawBufferPointer(
      start: packet.pointer.pointee.data, count: packet.byteCount)
    try input.read(at: place, into: bytes)
  }

  var streamCount: Int { Int(context.pointee.nb_streams) }

  /// The stream at `index`; valid while the container is open.
  func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> {
    guard let stream = kerf_stream(context, Int32(index)) else {
      preconditionFailure("libav never has a NULL stream below nb_streams")
    }
    return stream
  }

  /// libav's short names of the container.
  var formatName: String { String(cString: context.pointee.iformat.pointee.name) }

  /// Samples that the container lists, of all streams together.
  var sampleCount: Int {
    (0..<streamCount).reduce(0) { $0 + Int(avformat_index_get_entries_count(stream($1))) }
  }

  /// A number for one more reader, which it has its turns with.
  func join() -> Int {
    turn.withLock { turn in
      defer { turn.readerCount += 1 }
      return turn.readerCount
    }
  }

  /// Lets one reader at the file; the others wait.
  ///
  /// - Parameters:
  ///   - reader: The number that ``join()`` gave.
  ///   - cancellation: Ends what the body reads.
  ///   - body: Told whether the file stands elsewhere than where this reader left it.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  func take<Result>(
    turnOf reader: Int, cancellation: Cancellation,
    _ body: (_ isElsewhere: Bool) throws(MediaError) -> Result
  ) throws(MediaError) -> Result {
    try turn.withLock { turn throws(MediaError) in
      let isElsewhere = turn.reader != reader
      turn.reader = reader
      input.cancellation = cancellation
      return try body(isElsewhere)
    }
  }
}
