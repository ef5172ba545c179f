// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Decodes frames of one film in display order, from any place of it.
///
/// Owns a place in the file and a decoder. Belongs to the thread that made it. With a ``FrameIndex`` every
/// frame comes out under the index's own PTS; without one under the container's.
final class FrameSource {
  let path: FilePath
  let timebase: Timebase
  private(set) var index: FrameIndex?

  /// Asked between packets; a true answer makes a read throw `.cancelled` and keeps the place.
  var isInterrupted: () -> Bool = { false }

  /// Called when a search for a frame has ended at the keyframe to decode from: time for
  /// ``heldKeyframe(decodedBy:)``.
  var didReachKeyframe: () throws(MediaError) -> Void = { () throws(MediaError) in }

  private let purpose: VideoDecoder.Purpose
  private let viewing: Viewing
  private let analysis: Demuxer.Analysis
  /// The stream that is taken for the film; nil for the one that players take.
  private let film: Int?
  private let cancellation: Cancellation
  private let packet: Packet
  private(set) var demuxer: Demuxer
  private(set) var decoder: VideoDecoder

  /// The packet that a search ended at waits to be decoded.
  private var isPacketHeld = false
  /// The decoder was told that no more comes.
  private var isDraining = false
  /// ``leavesOutUnreferencedBefore`` was set at the packet before.
  private var isLeavingOut = false
  /// A frame that was read too far ahead.
  private var lookahead: DecodedFrame?
  /// PTS of the frame that came out last since the last seek; before the one that was put back.
  private(set) var lastPTS: Int64?
  /// PTS of the keyframe of the index that the source stands at since the last seek.
  private(set) var soughtPTS: Int64?
  /// Position of the next video packet in decode order, where packets are told apart by counting.
  private var nextDecodePosition: Int?
  /// Frame numbers by decode position, made when first needed.
  private var numbersByPosition: [Int32] = []
  /// What the first packet of the file looks like.
  private var firstPacket: PacketIdentity?
  /// Whether the decoder knows something from the first packet that others would not.
  private var hasLearnt = false

  /// - Throws: What ``Demuxer`` and ``VideoDecoder`` throw.
  init(
    path: FilePath, purpose: VideoDecoder.Purpose, viewing: Viewing = .none,
    analysis: Demuxer.Analysis = .full, film: Int? = nil,
    cancellation: Cancellation = Cancellation()
  ) throws(MediaError) {
    self.path = path
    self.purpose = purpose
    self.viewing = viewing
    self.analysis = analysis
    self.film = film
    self.cancellation = cancellation
    packet = try Packet()
    demuxer = try Self.open(path, analysis, film: film, cancellation)
    demuxer.keepOnly([demuxer.videoStreamIndex])
    decoder = try Self.makeDecoder(for: demuxer, purpose, viewing)
    timebase = demuxer.videoTimebase
    nextDecodePosition = 0
  }

  /// The clip as this source's own demuxer has it.
  func describe() -> ClipInfo { demuxer.describe(path: path) }

  /// Takes a newer index, which may be of a longer prefix of the same file.
  func setIndex(_ newIndex: FrameIndex) {
    if newIndex.hasStoredPTS != index?.hasStoredPTS || !newIndex.hasStoredPTS {
      numbersByPosition = []
      (lookahead, lastPTS, soughtPTS) = (nil, nil, nil)
    }
    index = newIndex
  }

  /// Late decoding: leaves out frames that no other needs, while it is set.
  var skipsUnreferenced: Bool {
    get { decoder.skipsUnreferenced }
    set { decoder.skipsUnreferenced = newValue }
  }

  /// While it is set, frames before this PTS that no other needs are left out: the way to a far
  /// frame is shorter, and the frames from here on are exact.
  var leavesOutUnreferencedBefore: Int64?

  // MARK: - Decoding on

  /// The next frame in display order; nil at the end of the film.
  ///
  /// - Throws: `.cancelled` when interrupted, and what reading throws.
  func next() throws(MediaError) -> DecodedFrame? {
    do {
      return try decodeNext()
    } catch {
      guard decoder.hasLostDevice, let last = lastPTS else { throw error }
      // From the frame after the one that came out last.
      try decodeWithoutDevice()
      guard try frame(at: MediaTime(ticks: last, timebase: timebase)) != nil else { return nil }
      return try decodeNext()
    }
  }

  private func decodeNext() throws(MediaError) -> DecodedFrame? {
    if let waiting = lookahead {
      lookahead = nil
      lastPTS = waiting.pts
      return waiting
    }
    while true {
      if let frame = try decoder.receiveFrame() { return place(frame) }
      if isDraining { return nil }
      try decodeNextPacket()
    }
  }

  /// Begins anew with the processor, after the device failed: the source stands at its start.
  func decodeWithoutDevice() throws(MediaError) {
    if case .moving(let hardware) = viewing { hardware.giveUp() }
    demuxer = try Self.open(path, analysis, film: film, cancellation)
    demuxer.keepOnly([demuxer.videoStreamIndex])
    let limit = leavesOutUnreferencedBefore
    decoder = try Self.makeDecoder(for: demuxer, purpose, viewing, mayUseDevice: false)
    leavesOutUnreferencedBefore = limit
    (isPacketHeld, isDraining, isLeavingOut) = (false, false, false)
    (lookahead, lastPTS, soughtPTS, firstPacket) = (nil, nil, nil, nil)
    nextDecodePosition = 0
  }

  /// Hands a frame back: ``next()`` returns it again.
  func putBack(_ frame: DecodedFrame) {
    lookahead = frame
    lastPTS = frame.pts - 1
  }

  /// Feeds one packet, or the end of the file.
  private func decodeNextPacket() throws(MediaError) {
    if isInterrupted() { throw MediaError(.cancelled, "decode") }
    if !isPacketHeld {
      guard try readVideoPacket() else {
        decoder.sendEndOfStream()
        isDraining = true
        return
      }
      label()
    }
    if let limit = leavesOutUnreferencedBefore {
      decoder.skipsUnreferenced = packet.pts.map { $0 < limit } ?? false
    } else if isLeavingOut {
      decoder.skipsUnreferenced = false
    }
    isLeavingOut = leavesOutUnreferencedBefore != nil
    isPacketHeld = !(try decoder.send(packet))
  }

  /// The film's first shown frame by decoding one packet only, for a picture before all else.
  ///
  /// The source must have been newly opened, and must seek or rewind afterwards.
  ///
  /// - Returns: nil when that takes more than the first packet: ``rewind()`` and ask ``next()``.
  func firstFrameAlone() throws(MediaError) -> DecodedFrame? {
    guard !demuxer.mayHaveFieldPackets, try readVideoPacket(), !packet.isHidden else { return nil }
    let facts = demuxer.pictureCoding.facts(of: packet.bytes, isMarked: packet.isMarkedKeyframe)
    guard facts.isKeyframe, facts.isShown else { return nil }
    let firstPTS = packet.pts
    try decoder.send(packet)
    decoder.sendEndOfStream()
    isDraining = true
    guard let frame = try next() else { return nil }
    // Leading pictures that a decoder can show come right after the keyframe.
    for _ in 0..<8 {
      guard try readVideoPacket() else { break }
      if let firstPTS, let pts = packet.pts, pts < firstPTS { return nil }
    }
    return frame
  }

  /// How a frame of this source is shown.
  func geometry(of frame: DecodedFrame) -> PictureGeometry { demuxer.geometry(of: frame.frame) }

  private func place(_ frame: VideoFrame) -> DecodedFrame {
    var pts = frame.presentationTime?.ticks ?? (lastPTS ?? -1) + 1
    // Equal timestamps in a row name different frames: the index counts them up the same way.
    if let lastPTS, pts <= lastPTS { pts = lastPTS + 1 }
    lastPTS = pts
    return DecodedFrame(frame: frame, pts: pts, endPTS: pts + frame.duration)
  }

  // MARK: - Packets

  private func readVideoPacket() throws(MediaError) -> Bool {
    while try demuxer.read(into: packet) {
      // An empty packet would tell the decoder that the film is over.
      guard packet.streamIndex == demuxer.videoStreamIndex, packet.byteCount > 0 else { continue }
      if firstPacket == nil { firstPacket = identity }
      return true
    }
    return false
  }

  private var identity: PacketIdentity {
    PacketIdentity(pts: packet.pts, dts: packet.dts, bytes: packet.byteCount)
  }

  /// Writes the index's PTS on a packet whose container has none, or one that cannot be trusted.
  private func label() {
    guard let index, !index.hasStoredPTS, let position = nextDecodePosition else { return }
    nextDecodePosition = position + 1
    if numbersByPosition.isEmpty { numbersByPosition = Self.numbersByPosition(of: index) }
    guard position < numbersByPosition.count else { return }
    let number = Int(numbersByPosition[position])
    if number >= 0 { packet.relabel(pts: index.frames[number].pts) }
  }

  // MARK: - Seeking

  /// Moves to the start of the file.
  func rewind() throws(MediaError) {
    try forgetPlace()
    let expected = firstPacket
    demuxer.rewind()
    nextDecodePosition = 0
    guard let expected else { return }
    if try readVideoPacket(), identity == expected { return holdPacket() }
    // Some demuxers cannot go back to where they began; a new one can.
    demuxer = try Self.open(path, analysis, film: film, cancellation)
    demuxer.keepOnly([demuxer.videoStreamIndex])
  }

  /// Moves to the last keyframe of the container's own index at or before `ticks`; may land late.
  @discardableResult
  func seek(toKeyframeBefore ticks: Int64) throws(MediaError) -> Bool {
    try forgetPlace()
    nextDecodePosition = nil
    return demuxer.seek(toKeyframeBefore: ticks)
  }

  /// Reads on to the next packet that is a keyframe by its bitstream and holds it.
  ///
  /// - Returns: Its PTS, or its decoding time where there is none; nil at the end.
  func holdNextKeyframe() throws(MediaError) -> Int64? {
    let coding = demuxer.pictureCoding
    while try readVideoPacket() {
      if isInterrupted() { throw MediaError(.cancelled, "seek") }
      guard coding.facts(of: packet.bytes, isMarked: packet.isMarkedKeyframe).isKeyframe else {
        continue
      }
      isPacketHeld = true
      return packet.pts ?? packet.dts ?? 0
    }
    return nil
  }

  /// Decodes the packet at hand and drains, so that its frame comes out without what follows; the
  /// source must seek afterwards.
  func decodeHeldPacketAlone() throws(MediaError) -> DecodedFrame? {
    try decodeNextPacket()
    decoder.sendEndOfStream()
    isDraining = true
    return try next()
  }

  /// Decodes the keyframe at hand with another decoder, for a picture before all else; this source
  /// works on it at the same time, and goes on as if nothing had been.
  ///
  /// - Returns: nil when no keyframe is at hand, or when one packet does not make it.
  func heldKeyframe(decodedBy other: VideoDecoder) throws(MediaError) -> DecodedFrame? {
    guard isPacketHeld, let pts = packet.pts, !demuxer.mayHaveFieldPackets, !hasLearnt else {
      return nil
    }
    // Frame threads take the packet and return at once.
    try decodeNextPacket()
    defer { other.flush() }
    // What the other cannot decode, this one will report.
    guard (try? other.send(packet)) != nil else { return nil }
    other.sendEndOfStream()
    guard let frame = try? other.receiveFrame() else { return nil }
    return DecodedFrame(frame: frame, pts: pts, endPTS: pts + frame.duration)
  }

  /// Moves to a keyframe of the index, or to an earlier one.
  ///
  /// - Parameter position: Position in the index's `keyframes`.
  /// - Returns: Whether the place was found; if not, the source stands anywhere.
  /// - Throws: `.cancelled` when interrupted, and what reading throws.
  func seek(toKeyframe position: Int) throws(MediaError) -> Bool {
    guard let index else { return false }
    try forgetPlace()
    nextDecodePosition = nil
    let wanted = index.keyframes[position]
    let location =
      index.keyframeLocations.isEmpty
      ? FrameIndex.KeyframeLocation(dts: nil, bytePosition: nil)
      : index.keyframeLocations[position]
    if demuxer.seeksByByte, let byte = location.bytePosition {
      guard demuxer.seek(toByte: byte) else { return false }
    } else if !index.hasStoredPTS {
      guard let dts = location.dts, demuxer.seek(toKeyframeBefore: dts) else { return false }
    } else {
      guard demuxer.seek(toKeyframeBefore: index.frames[wanted].pts) else { return false }
    }
    return try findKeyframe(notAfter: wanted, in: index)
  }

  /// Reads on to the first packet that is a keyframe of the index and holds it.
  ///
  /// - Returns: Whether it is `wanted` or an earlier one.
  private func findKeyframe(
    notAfter wanted: Int, in index: FrameIndex
  ) throws(MediaError) -> Bool {
    while try readVideoPacket() {
      if isInterrupted() { throw MediaError(.cancelled, "seek") }
      guard let position = keyframePosition(in: index) else { continue }
      let number = index.keyframes[position]
      guard number <= wanted else { return false }
      if !index.hasStoredPTS { nextDecodePosition = Int(index.frames[number].decodePosition) }
      holdPacket()
      soughtPTS = index.frames[number].pts
      return true
    }
    return false
  }

  /// Which keyframe of the index the current packet is: position in its `keyframes`.
  private func keyframePosition(in index: FrameIndex) -> Int? {
    if index.hasStoredPTS {
      guard let pts = packet.pts, let number = index.number(ofPTS: pts),
        index.frames[number].isKeyframe
      else { return nil }
      return index.keyframePosition(ofFrame: number)
    }
    // Without timestamps to go by: where the packet is stored, else its decoding time. Several
    // packets may begin in one unit of the container, and the first after a seek may be half of one:
    // the size tells them apart.
    let (dts, bytePosition, bytes) = (packet.dts, packet.bytePosition, packet.byteCount)
    return index.keyframeLocations.indices.first {
      let location = index.keyframeLocations[$0]
      guard Int(index.frames[index.keyframes[$0]].bytes) == bytes else { return false }
      if let known = location.bytePosition, let bytePosition { return known == bytePosition }
      return dts != nil && location.dts == dts
    }
  }

  /// Decodes the very first packet where decoding in the middle goes wrong without it.
  ///
  /// Files of old x264 builds name the build there and nowhere else; libavcodec makes up for their
  /// errors (4:4:4 until build 151) only when it has seen that.
  private func learnFromFirstPacket() throws(MediaError) {
    guard try readVideoPacket(), case .h264 = demuxer.pictureCoding,
      X264Signature.build(in: packet.bytes).map({ $0 < 151 }) ?? false
    else { return }
    hasLearnt = true
    try decoder.send(packet)
    decoder.sendEndOfStream()
    while try decoder.receiveFrame() != nil {}
  }

  private func holdPacket() {
    label()
    isPacketHeld = true
  }

  private func forgetPlace() throws(MediaError) {
    if firstPacket == nil { try learnFromFirstPacket() }
    decoder.flush()
    isDraining = false
    isPacketHeld = false
    lookahead = nil
    (lastPTS, soughtPTS) = (nil, nil)
  }
}
