// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// Reads packets from one container, from a place of its own.
///
/// Belongs to the thread that made it; the container may have other readers.
final class Demuxer {
  typealias Analysis = OpenContainer.Analysis

  let container: OpenContainer
  private let number: Int
  private let cancellation: Cancellation

  /// Where the next packet comes from, for when somebody else was at the file.
  private var place = Place.start
  /// Streams whose packets are wanted; nil for all.
  private var kept: Set<Int>?
  /// What was read with one turn, so that readers who alternate do not go to and fro at each packet.
  private let ahead = PacketQueue()
  private var aheadCount = 0

  private static let mostAhead = 64
  private static let mostBytesAhead = 2 << 20

  private enum Place {
    /// As the file was opened.
    case start
    /// Where this leads.
    case sought((UnsafeMutablePointer<AVFormatContext>) -> Int32)
    case after(PacketKey)
    case end
  }

  /// Opens a file for this reader alone.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - analysis: How much is read before the first packet.
  ///   - film: Position of the stream that is taken for the film; nil for the one that players take.
  ///   - cancellation: Ends what is read.
  /// - Throws: What ``OpenContainer`` throws.
  convenience init(
    path: FilePath, analysis: Analysis = .full, film: Int? = nil,
    cancellation: Cancellation = Cancellation()
  ) throws(MediaError) {
    self.init(
      container: try OpenContainer(path: path, analysis: analysis, cancellation: cancellation),
      film: film, cancellation: cancellation)
  }

  /// Reads with others from one container, where that saves much.
  ///
  /// - Throws: What ``OpenContainer`` throws.
  convenience init(
    sharing path: FilePath, analysis: Analysis, among containers: SharedContainers = .shared,
    film: Int? = nil, cancellation: Cancellation = Cancellation()
  ) throws(MediaError) {
    self.init(
      container: try containers.container(
        at: path, analysis: analysis, cancellation: cancellation),
      film: film, cancellation: cancellation)
  }

  /// Leaves a shared container open for the next reader of its file.
  func handOn(among containers: SharedContainers = .shared) { containers.handOn(container) }

  private init(container: OpenContainer, film: Int?, cancellation: Cancellation) {
    self.container = container
    self.cancellation = cancellation
    videoStreamIndex = film ?? container.videoStreamIndex
    number = container.join()
  }

  /// What libavformat knows of the container; to be looked at, not to be read with.
  var context: UnsafeMutablePointer<AVFormatContext> { container.context }

  /// Position among the streams of the film.
  let videoStreamIndex: Int

  /// Timebase of the film's packets and frames.
  var videoTimebase: Timebase { timebase(ofStream: videoStreamIndex) }

  /// Whether the film's pictures are so large that a device decodes them more cheaply.
  var isLargeFilm: Bool {
    guard let parameters = stream(videoStreamIndex).pointee.codecpar?.pointee else { return false }
    return Int(parameters.width) * Int(parameters.height) >= HardwareDecoding.leastPixels
  }

  var streamCount: Int { container.streamCount }

  /// The stream at `index`; valid while the demuxer is.
  func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> { container.stream(index) }

  func timebase(ofStream index: Int) -> Timebase {
    let base = stream(index).pointee.time_base
    return Timebase(numerator: max(1, base.num), denominator: max(1, base.den))
  }

  /// libav's short names of the container.
  var formatName: String { container.formatName }

  /// Size of the file in bytes.
  var byteCount: Int64 { container.byteCount }

  /// Makes libavformat skip all streams but these: their packets are never built.
  func keepOnly(_ wanted: Set<Int>) {
    kept = wanted
    // Going there sets it, when somebody else is at the file now.
    try? container.take(turnOf: number, cancellation: cancellation) {
      isElsewhere throws(MediaError) in
      if isElsewhere { try resume() } else { discardOthers() }
    }
  }

  // MARK: - Reading

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
    if ahead.removeFirst(into: packet) { return true }
    if case .end = place { return false }
    return try container.take(turnOf: number, cancellation: cancellation) {
      isElsewhere throws(MediaError) in
      if isElsewhere {
        try resume()
        aheadCount = min(Self.mostAhead, max(1, 2 * aheadCount))
      } else {
        aheadCount /= 2
      }
      guard try readNext(into: packet) else { return false }
      if aheadCount > 1 { try readAhead(behind: packet) }
      return true
    }
  }

  /// Reads some packets more, while the file is at the right place.
  private func readAhead(behind first: borrowing Packet) throws(MediaError) {
    var bytes = first.byteCount
    for _ in 1..<aheadCount where bytes < Self.mostBytesAhead {
      let next = try Packet()
      guard try readNext(into: next) else { return }
      bytes += next.byteCount
      try ahead.append(contentsOf: next)
    }
  }

  /// Reads on where the file stands, and notes where that was.
  private func readNext(into packet: borrowing Packet) throws(MediaError) -> Bool {
    while true {
      let code = av_read_frame(context, packet.pointer)
      if code >= 0 {
        place = .after(PacketKey(packet))
        return true
      }
      if cancellation.isCancelled { throw MediaError(.cancelled, "read packet") }
      switch code {
      case kerf_AVERROR_EAGAIN: continue
      case kerf_AVERROR_EOF, kerf_AVERROR_INVALIDDATA:
        place = .end
        return false
      default: throw MediaError(code: code, operation: "read packet")
      }
    }
  }

  // MARK: - Seeking

  /// Moves to the keyframe at or before `ticks`, as the container's own index has it.
  ///
  /// In ticks of the film's timebase. May land late in formats without an index. False when the
  /// container finds nothing there.
  @discardableResult
  func seek(toKeyframeBefore ticks: Int64) -> Bool {
    seek(inStream: videoStreamIndex, to: ticks, atMost: ticks)
  }

  /// Moves to where a stream may be decoded from, for `ticks` of its timebase, but not behind
  /// `latest`.
  func seek(inStream index: Int, to ticks: Int64, atMost latest: Int64) -> Bool {
    let stream = Int32(index)
    return move { avformat_seek_file($0, stream, Int64.min, ticks, latest, 0) }
  }

  /// Moves to the start of the file as well as the container allows; whoever must be sure checks the
  /// first packet.
  @discardableResult
  func rewind() -> Bool {
    if seeksByByte { return seek(toByte: 0) }
    return seek(inStream: videoStreamIndex, to: Self.beforeAll, atMost: Int64.max)
  }

  /// Below every timestamp, yet far from overflow when a demuxer rescales it.
  private static let beforeAll = Int64.min / (1 << 16)

  /// Moves to a byte position, for formats whose packets can be found again from anywhere.
  @discardableResult
  func seek(toByte position: Int64) -> Bool {
    let stream = Int32(videoStreamIndex)
    return move { av_seek_frame($0, stream, position, AVSEEK_FLAG_BYTE) }
  }

  /// Whether packets are best found by byte position: the container has no index of its own, and
  /// its demuxer finds the next packet from anywhere.
  var seeksByByte: Bool { ["mpegts", "mpeg"].contains(formatName) }

  private func move(_ seek: @escaping (UnsafeMutablePointer<AVFormatContext>) -> Int32) -> Bool {
    ahead.removeAll()
    aheadCount = 0
    let isFound: Bool? = try? container.take(turnOf: number, cancellation: cancellation) {
      if $0 { discardOthers() }
      return seek(context) >= 0
    }
    // Where a failed search leaves the file depends on the container; going there again fails alike.
    place = .sought(seek)
    return isFound ?? false
  }

  // MARK: - Taking turns

  /// Goes to where this reader was.
  private func resume() throws(MediaError) {
    discardOthers()
    switch place {
    case .start: goToStart()
    case .sought(let seek): _ = seek(context)
    case .after(let packet): try find(packet)
    case .end: break
    }
  }

  private func discardOthers() {
    for index in 0..<streamCount {
      let isWanted = kept?.contains(index) ?? true
      stream(index).pointee.discard = isWanted ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  private func goToStart() {
    let stream = Int32(kept?.min() ?? videoStreamIndex)
    avformat_seek_file(context, stream, Int64.min, Self.beforeAll, Int64.max, 0)
  }

  /// Reads on to the packet that came last: the next one is behind it.
  ///
  /// Any sample can be gone to in the containers that are shared. Where timestamps are not what they
  /// should be, the long way from the start is right too.
  private func find(_ last: PacketKey) throws(MediaError) {
    let packet = try Packet()
    if let dts = last.dts,
      av_seek_frame(
        context, Int32(last.stream), dts, AVSEEK_FLAG_ANY | AVSEEK_FLAG_BACKWARD) >= 0
    {
      while try readNext(into: packet) {
        let found = PacketKey(packet)
        av_packet_unref(packet.pointer)
        if found == last { return }
        if found.stream == last.stream, found.dts.map({ $0 > dts }) ?? true { break }
      }
    }
    goToStart()
    while try readNext(into: packet) {
      let found = PacketKey(packet)
      av_packet_unref(packet.pointer)
      if found == last { return }
    }
  }
}
