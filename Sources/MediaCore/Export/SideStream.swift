// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Chooses and cuts the packets of one stream beside the film.
///
/// Packets go in in file order; those of the clip come out, with the part of them that counts.
final class SideStream {
  /// A packet of the clip: the instants are on the source's clock.
  struct Piece {
    let start: MediaTime
    let dts: MediaTime?
    let end: MediaTime
    /// Bytes of raw sound that lie outside.
    var leadingBytes = 0
    var trailingBytes = 0
    /// Whether any of it is inside the range.
    let isNeeded: Bool
  }

  /// A packet kept back, since only what follows tells whether it is needed.
  private final class Held {
    let packet: Packet
    let piece: Piece
    init(packet: consuming Packet, piece: Piece) {
      self.packet = packet
      self.piece = piece
    }
  }

  let stream: MappedStream
  private let range: TrimRange
  private let container: ExportContainer
  private var held: [Held] = []
  private var hasBegun = false

  /// Whether everything that belongs to the clip has come by.
  private(set) var isDone = false

  init(stream: MappedStream, range: TrimRange, container: ExportContainer) {
    self.stream = stream
    self.range = range
    self.container = container
  }

  /// Passes a packet's way into the clip to `write`: now, later or never.
  func take(
    _ packet: borrowing Packet,
    write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    guard let ticks = packet.pts ?? packet.dts else { return }
    let base = stream.info.timebase
    let start = MediaTime(ticks: ticks, timebase: base)
    let length = packet.duration > 0 ? packet.duration : stream.usualDuration
    let end = MediaTime(ticks: ticks + max(0, length), timebase: base)
    switch stream.role {
    case .sound: try takeSound(packet, from: start, to: end, write: write)
    case .subtitle: try takeSubtitle(packet, from: start, to: end, write: write)
    case .otherFilm: try takeFilm(packet, from: start, to: end, write: write)
    case .data: try takeData(packet, from: start, to: end, write: write)
    case .film, .still: break
    }
  }

  // MARK: - Sound

  private func takeSound(
    _ packet: borrowing Packet, from start: MediaTime, to end: MediaTime,
    write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    if start >= range.outPoint {
      isDone = true
      return
    }
    if let bytes = stream.bytesPerSample, let rate = stream.info.sampleRate {
      return try takeSamples(
        packet, from: start, bytesPerSample: bytes, rate: Int32(clamping: rate), write: write)
    }
    let piece = Piece(start: start, dts: nil, end: end, isNeeded: end > range.inPoint)
    guard container.hasExactSoundEdges else {
      // Whole packets only: the edges are where they are nearest to the range's.
      let middle = MediaTime(
        ticks: start.ticks + (end.ticks - start.ticks) / 2, timebase: start.timebase)
      let earliest = storesSoundTimes ? start + Self.tolerance : middle
      if earliest >= range.inPoint, middle < range.outPoint || !hasBegun {
        hasBegun = true
        try write(packet, piece)
      }
      return
    }
    if !piece.isNeeded {
      // Decoders need what came before; the edit list hides it.
      held.append(Held(packet: try packet.makeReference(), piece: piece))
      if held.count > prerollPackets { held.removeFirst() }
      return
    }
    if !hasBegun {
      hasBegun = true
      let isGapless = held.last.map { start <= $0.piece.end + Self.tolerance } ?? false
      if isGapless { for before in held { try write(before.packet, before.piece) } }
      held = []
    }
    try write(packet, piece)
  }

  /// Raw sound is cut between two samples.
  private func takeSamples(
    _ packet: borrowing Packet, from start: MediaTime, bytesPerSample: Int, rate: Int32,
    write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    let samples = Timebase(numerator: 1, denominator: rate)
    let count = Int64(packet.byteCount / bytesPerSample)
    // Samples of the packet before the in point and before the out point.
    let before = min(max(0, range.inPoint.ticks(since: start, in: samples)), count)
    let kept = min(max(0, range.outPoint.ticks(since: start, in: samples)), count)
    guard before < kept else { return }
    func time(_ sample: Int64) -> MediaTime {
      start + MediaTime(ticks: sample, timebase: samples)
    }
    let exact = MediaTime(
      ticks: start.rescaled(to: samples).ticks + before, timebase: samples)
    try write(
      packet,
      Piece(
        start: before == 0 ? start : exact, dts: nil, end: time(kept),
        leadingBytes: Int(before) * bytesPerSample,
        trailingBytes: packet.byteCount - Int(kept) * bytesPerSample, isNeeded: true))
  }

  /// Packets that a decoder must have had before its sound is right.
  private var prerollPackets: Int {
    switch stream.info.codec {
    case "opus": 8
    case "mp3", "mp2", "mp1": 4
    case "flac", "alac", "wavpack", "tta": 0
    default: 2
    }
  }

  /// AVI counts samples from the start; elsewhere a first packet may be late, but not early.
  private var storesSoundTimes: Bool { container != .avi }

  private static let tolerance = MediaTime(ticks: 1_000, timebase: .microseconds)

  // MARK: - The others

  /// A line that is on screen at the in point is kept and begins there.
  private func takeSubtitle(
    _ packet: borrowing Packet, from start: MediaTime, to end: MediaTime,
    write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    guard start < range.outPoint, end > range.inPoint || start >= range.inPoint else { return }
    try write(
      packet,
      Piece(
        start: max(start, range.inPoint), dts: nil, end: min(end, range.outPoint), isNeeded: true))
  }

  private func takeData(
    _ packet: borrowing Packet, from start: MediaTime, to end: MediaTime,
    write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    let isEarlyStart = container.hasEditLists && end > range.inPoint
    guard start < range.outPoint, start >= range.inPoint || isEarlyStart else { return }
    try write(packet, Piece(start: start, dts: nil, end: end, isNeeded: true))
  }

  /// A second film begins at its own keyframe: before the in point where that can be hidden.
  private func takeFilm(
    _ packet: borrowing Packet, from start: MediaTime, to end: MediaTime,
    write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    let dts = packet.dts.map { MediaTime(ticks: $0, timebase: start.timebase) }
    // Frames that are shown before a packet behind the end and stored after it need it. Where it can
    // be hidden all are kept, elsewhere none.
    if container.hasEditLists ? dts ?? start >= range.outPoint : start >= range.outPoint {
      isDone = true
      return
    }
    let piece = Piece(start: start, dts: dts, end: end, isNeeded: start >= range.inPoint)
    if hasBegun {
      // Shown before the first keyframe, stored after it: without the frames it needs.
      if !container.hasEditLists, start < range.inPoint { return }
      return try write(packet, piece)
    }
    if packet.isMarkedKeyframe {
      held = []
      if start >= range.inPoint {
        hasBegun = true
        return try write(packet, piece)
      }
    } else if held.isEmpty {
      return
    }
    guard container.hasEditLists else { return }
    held.append(Held(packet: try packet.makeReference(), piece: piece))
    if piece.isNeeded {
      hasBegun = true
      for before in held { try write(before.packet, before.piece) }
      held = []
    }
  }
}
