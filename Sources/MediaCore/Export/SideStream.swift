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
    /// Samples at its end that a decoder is to throw away, for containers that can say so.
    var trailingSamples: Int64 = 0
    /// Whether any of it is inside the range.
    var isNeeded: Bool
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
  /// Whether what goes before the range can be there and hidden by an edit list.
  private let mayHide: Bool
  private var held: [Held] = []
  private var hasBegun = false
  private var clock: SoundClock
  /// Cuts packets of sound that nothing else can cut; nil where that is not needed.
  private let trimmer: SoundTrimmer?
  /// Cuts subtitles that stay until the next one; nil for all others.
  private let pictures: PictureLines?

  /// Where sound begins and ends beside the range, in seconds.
  struct Edges: Equatable {
    /// How much after the in point; negative for before.
    var late = 0.0
    /// How much after the out point; negative for before.
    var over = 0.0
  }

  /// Final when all packets have come by; 0 where the container cuts to the sample.
  private(set) var edges = Edges()

  /// Whether everything that belongs to the clip has come by.
  private(set) var isDone = false

  init(
    stream: MappedStream, range: TrimRange, container: ExportContainer, mayHide: Bool = true,
    isFollowed: Bool = false, twin: SoundTwin? = nil
  ) {
    pictures = SubtitlePictures(codec: stream.info.codec).map {
      PictureLines($0, range: range, isFollowed: isFollowed)
    }
    clock = SoundClock(stream)
    trimmer = twin.map {
      SoundTrimmer(
        twin: $0, range: range, marksEnd: Self.hasExactEnd(stream.info.codec, in: container))
    }
    self.mayHide = mayHide && container.hasEditLists
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
    case .sound:
      let (start, end) =
        storesSoundTimes ? clock.times(of: packet, from: start, to: end) : (start, end)
      guard let trimmer, !trimmer.isOff else {
        return try takeSound(packet, from: start, to: end, write: write)
      }
      try takeWhole(try trimmer.take(packet, from: start, write: write), write: write)
      if trimmer.isDone { isDone = true }
    case .subtitle:
      if let pictures { return try pictures.take(packet, from: start, to: end, write: write) }
      try takeSubtitle(packet, from: start, to: end, write: write)
    case .otherFilm: try takeFilm(packet, from: start, to: end, write: write)
    case .data: try takeData(packet, from: start, to: end, write: write)
    case .film, .still: break
    }
  }

  /// Ends the stream: what was held back goes into the clip.
  func end(write: (borrowing Packet, Piece) throws(MediaError) -> Void) throws(MediaError) {
    if let pictures { return try pictures.end(write: write) }
    guard let trimmer, !trimmer.isOff else { return }
    try takeWhole(trimmer.end(), write: write)
  }

  // MARK: - Sound

  /// Takes packets of which nothing can be cut off after all.
  private func takeWhole(
    _ packets: [SoundPacket], write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    for whole in packets {
      try takeSound(whole.packet, from: whole.start, to: whole.end, write: write)
    }
  }

  private func takeSound(
    _ packet: borrowing Packet, from start: MediaTime, to end: MediaTime,
    write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    if start >= range.outPoint {
      isDone = true
      return
    }
    if let bytes = stream.bytesPerSample {
      return try takeSamples(packet, from: start, bytesPerSample: bytes, write: write)
    }
    // What the source throws away at its own ends is not there for us either.
    let padding = packet.padding
    let audible = end - MediaTime(ticks: padding.trailing, timebase: clock.base)
    var piece = Piece(start: start, dts: nil, end: end, isNeeded: audible > range.inPoint)
    if hasExactEnd {
      piece.trailingSamples = min(
        count(from: start, to: end),
        max(padding.trailing, count(from: range.outPoint, to: end)))
    }
    if isPriming(piece) { piece.isNeeded = false }
    guard hasExactStart else { return try takeWholePacket(packet, piece, write: write) }
    if !piece.isNeeded {
      // Decoders need what came before; it is not heard.
      held.append(Held(packet: try packet.makeReference(), piece: piece))
      let first = range.inPoint - Self.preroll
      while held.count > prerollPackets, let oldest = held.first,
        stream.info.codec != "opus" || oldest.piece.end <= first
      {
        held.removeFirst()
      }
      return
    }
    if !hasBegun {
      hasBegun = true
      // A stream that begins late or has a hole there in the source has lost nothing.
      if let last = held.last, last.piece.end > range.inPoint {
        edges.late = (start - range.inPoint).seconds
      }
      let isGapless = held.last.map { start <= $0.piece.end + Self.tolerance } ?? false
      if isGapless {
        for before in held { try write(before.packet, before.piece) }
      }
      held = []
    }
    try write(packet, piece)
  }

  /// Whether sound can begin between two packets: by an edit list or, with Opus, by its header.
  ///
  /// Matroska's blocks could say that samples at their start are to be thrown away, but players (mpv
  /// 0.35) then throw away everything.
  private var hasExactStart: Bool {
    switch container.soundEdges {
    case .editList: true
    case .padding: ["opus", "vorbis"].contains(stream.info.codec)
    case .packets: false
    }
  }

  /// Whether samples at the end of the last packet can be left out.
  ///
  /// libavformat reads other codecs through a parser, which gives the number to the packet before.
  private static func hasExactEnd(_ codec: String, in container: ExportContainer) -> Bool {
    container.soundEdges == .padding
      && ["opus", "vorbis", "aac", "flac", "alac"].contains(codec)
  }

  private var hasExactEnd: Bool { Self.hasExactEnd(stream.info.codec, in: container) }

  /// Whether a packet that reaches into the range serves only to make the next one right.
  ///
  /// So the first one of Vorbis, from which decoders get no sample.
  private func isPriming(_ piece: Piece) -> Bool {
    container.soundEdges == .padding && stream.info.codec == "vorbis" && !hasBegun
      && piece.start < range.inPoint
  }

  /// Whole packets only: the edges are where they are nearest to the range's.
  private func takeWholePacket(
    _ packet: borrowing Packet, _ piece: Piece,
    write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    let (start, end) = (piece.start, piece.end)
    // A packet may be a single tick of its clock long, to which sums and differences are rounded.
    let middle =
      start.rescaled(to: .microseconds)
      + MediaTime(
        ticks: (end - start).rescaled(to: .microseconds).ticks / 2, timebase: .microseconds)
    func seconds(from edge: MediaTime, to time: MediaTime) -> Double { time.seconds - edge.seconds }
    let earliest = storesSoundTimes ? start + Self.tolerance : middle
    guard earliest >= range.inPoint,
      middle < range.outPoint || !hasBegun || hasExactEnd
    else {
      guard end > range.inPoint else { return }
      // Left out although some of it is inside.
      if start < range.inPoint { edges.late = seconds(from: range.inPoint, to: end) }
      if end >= range.outPoint { edges.over = seconds(from: range.outPoint, to: start) }
      return
    }
    if !hasBegun, start < range.inPoint { edges.late = seconds(from: range.inPoint, to: start) }
    if end > range.outPoint, !hasExactEnd {
      edges.over = seconds(from: range.outPoint, to: end)
    }
    hasBegun = true
    try write(packet, piece)
  }

  /// Samples from one instant to a later one; 0 when it is not later.
  private func count(from start: MediaTime, to end: MediaTime) -> Int64 {
    max(0, end.ticks(since: start, in: clock.base))
  }

  /// Raw sound is cut between two samples.
  private func takeSamples(
    _ packet: borrowing Packet, from start: MediaTime, bytesPerSample: Int,
    write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    let samples = clock.base
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
    case "mp3", "mp2", "mp1": 4
    case "flac", "alac", "wavpack", "tta": 0
    case "vorbis": 1
    default: 2
    }
  }

  /// AVI counts samples from the start; elsewhere a first packet may be late, but not early.
  private var storesSoundTimes: Bool { container != .avi }

  /// What an Opus decoder needs until it is right, by its specification.
  private static let preroll = MediaTime(ticks: 80_000, timebase: .microseconds)

  private static let tolerance = MediaTime(ticks: 1_000, timebase: .microseconds)

  // MARK: - The others

  /// A line that is on screen at the in point is kept and begins there.
  private func takeSubtitle(
    _ packet: borrowing Packet, from start: MediaTime, to end: MediaTime,
    write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    var end = end
    let picture = stream.info.codec == "dvd_subtitle" ? DVDSubtitle(Array(packet.bytes)) : nil
    if let picture, packet.duration <= 0 {
      end = start + MediaTime(ticks: picture.length, timebase: Self.pictureBase)
    }
    guard start < range.outPoint, end > range.inPoint || start >= range.inPoint else { return }
    let (first, last) = (max(start, range.inPoint), min(end, range.outPoint))
    if let picture, first > start || last < end {
      try packet.replaceBytes(
        with: picture.lasting(last.ticks(since: first, in: Self.pictureBase)))
    }
    try write(packet, Piece(start: first, dts: nil, end: last, isNeeded: true))
  }

  private static let pictureBase = Timebase(numerator: 1, denominator: 90_000)

  private func takeData(
    _ packet: borrowing Packet, from start: MediaTime, to end: MediaTime,
    write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    let isEarlyStart = container.hasEditLists && end > range.inPoint
    guard start < range.outPoint, start >= range.inPoint || isEarlyStart else { return }
    // What is under way begins with the clip: few readers mind the edit lists of such tracks.
    try write(
      packet, Piece(start: max(start, range.inPoint), dts: nil, end: end, isNeeded: true))
  }

  /// A second film begins at its own keyframe: before the in point where that can be hidden.
  private func takeFilm(
    _ packet: borrowing Packet, from start: MediaTime, to end: MediaTime,
    write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    let dts = packet.dts.map { MediaTime(ticks: $0, timebase: start.timebase) }
    // Frames that are shown before a packet behind the end and stored after it need it. Where it can
    // be hidden all are kept, elsewhere none.
    if mayHide ? dts ?? start >= range.outPoint : start >= range.outPoint {
      isDone = true
      return
    }
    let piece = Piece(start: start, dts: dts, end: end, isNeeded: start >= range.inPoint)
    if hasBegun {
      // Shown before the first keyframe, stored after it: without the frames it needs.
      if !mayHide, start < range.inPoint { return }
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
    guard mayHide else { return }
    held.append(Held(packet: try packet.makeReference(), piece: piece))
    if piece.isNeeded {
      hasBegun = true
      for before in held { try write(before.packet, before.piece) }
      held = []
    }
  }
}
