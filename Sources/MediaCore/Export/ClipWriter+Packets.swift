// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Packets on their way from the source into the clip, range by range.
extension ClipWriter {
  func copyStills(from demuxer: Demuxer, to target: Target) throws(MediaError) {
    for (place, stream) in target.written.streams.enumerated()
    where stream.mapped.info.isAttachedPicture && plan.container.hasEditLists {
      guard let cover = try demuxer.cover(ofStream: stream.mapped.info.index) else { continue }
      let start = target.start
      try target.write(
        cover, place: place, pts: start, dts: start, end: start, isNeeded: false, origin: start)
    }
  }

  /// The range on the clock of the streams beside the film.
  ///
  /// AVI has no presentation times: whoever plays it shows the first frame late, by what reordering
  /// needs, in the source as in the clip. Sound begins with the first packet.
  private func sideRange(of part: Part) -> TrimRange {
    let landing = part.plan.landing
    guard plan.container == .avi, !index.hasStoredPTS,
      let range = TrimRange(
        inPoint: landing.inPoint - index.startTime, outPoint: landing.outPoint - index.startTime)
    else { return landing }
    return range
  }

  /// A range on its way into the clip.
  struct Part {
    let plan: ExportPlan
    let number: Int
    let film: FilmTrack
    let others: [Int: OtherFilm]
    let sounds: [Int: JoinedSound]
    /// Film packets of the parts before, and of all.
    let packetsBefore: Int
    let packetsOfAll: Int
  }

  func copyPackets(
    of part: Part, from reader: CopyReader, to target: Target
  ) throws(MediaError) {
    let film = part.film
    let offset = plan.offsets[part.number]
    let sideRange = sideRange(of: part)
    let (filmOrigin, sideOrigin) = (part.plan.landing.inPoint - offset, sideRange.inPoint - offset)
    let filmSource = reader.demuxer.videoStreamIndex
    let sides = sideStreams(of: part, range: sideRange, in: target, from: reader.demuxer)
    defer { note(sides, of: part, in: target) }
    for sound in part.sounds.values { begin(sound, part, range: sideRange) }
    let others = part.others.filter { target.places[$0.key] != nil }
    for other in others.values { other.begin(part: part.number) }
    guard let filmPlace = target.places[filmSource] else {
      throw MediaError(.unsupported, "write film")
    }
    let copied = FilmTrack.copiedPackets(of: part.plan)
    func write(
      _ packet: borrowing Packet, _ times: FilmTiming.Times?, keepsDTS: Bool
    ) throws(MediaError) {
      if cancellation.isCancelled { throw MediaError(.cancelled, "write film") }
      try writeFilm(
        packet, times, of: FilmClock(index: index, isIntraOnly: isIntraOnly), place: filmPlace,
        keepsDTS: keepsDTS, origin: filmOrigin, to: target)
      onProgress(
        Double(part.packetsBefore + film.writtenPackets + 1) / Double(max(1, part.packetsOfAll)))
    }
    func writeEncoded(
      _ packet: borrowing Packet, _ times: FilmTiming.Times
    ) throws(MediaError) {
      try write(packet, times, keepsDTS: false)
    }
    var isFilmDone = false
    while try reader.read() {
      if cancellation.isCancelled { throw MediaError(.cancelled, "copy packets") }
      let source = reader.packet.streamIndex
      if !others.isEmpty, let time = time(of: reader.packet, in: reader.demuxer),
        time > part.plan.landing.inPoint
      {
        for other in others.values {
          try writeOther(other, origin: filmOrigin, to: target) { (put) throws(MediaError) in
            try other.advance(to: time) { (packet, times) throws(MediaError) in
              try put(packet, times, false)
            }
          }
        }
      }
      if source == filmSource {
        guard let position = reader.position else { continue }
        if position >= copied?.upperBound ?? 0, isBehind(reader.packet, part.plan) {
          isFilmDone = true
          if isFarBehind(reader.packet, part, others: others, sides: sides) { break }
        } else {
          try film.take(reader.packet, at: position, write: write)
        }
      } else if let sound = part.sounds[source], let place = target.places[source] {
        try sound.take(reader.packet) { (packet, piece) throws(MediaError) in
          try writeJoined(packet, piece, place: place, to: target)
        }
      } else if let other = others[source] {
        try writeOther(other, origin: filmOrigin, to: target) { (put) throws(MediaError) in
          try other.take(reader.packet, write: put)
        }
      } else if let side = sides[source], let place = target.places[source], !side.isDone {
        try side.take(reader.packet) { (packet, piece) throws(MediaError) in
          try film.advance(
            to: piece.start.rescaled(to: index.timebase).ticks, write: writeEncoded)
          try writeSide(packet, piece, of: side, place: place, origin: sideOrigin, to: target)
        }
      }
      if isFilmDone, areDone(sides), others.values.allSatisfy(\.isDone),
        part.sounds.values.allSatisfy(\.isDone)
      {
        break
      }
    }
    try film.finish(write: writeEncoded)
    for other in others.values {
      try writeOther(other, origin: filmOrigin, to: target) { (put) throws(MediaError) in
        try other.finish { (packet, times) throws(MediaError) in try put(packet, times, false) }
      }
    }
    for (source, side) in sides {
      guard let place = target.places[source] else { continue }
      try side.end { (packet, piece) throws(MediaError) in
        try writeSide(packet, piece, of: side, place: place, origin: sideOrigin, to: target)
      }
    }
    for (source, sound) in part.sounds {
      guard let place = target.places[source] else { continue }
      try sound.end { (packet, piece) throws(MediaError) in
        try writeJoined(packet, piece, place: place, to: target)
      }
    }
  }

  private func writeSide(
    _ packet: borrowing Packet, _ piece: SideStream.Piece, of side: SideStream, place: Int,
    origin: MediaTime, to target: Target
  ) throws(MediaError) {
    if piece.leadingBytes > 0 || piece.trailingBytes > 0 {
      packet.trim(leading: piece.leadingBytes, trailing: piece.trailingBytes)
    }
    if side.stream.role == .sound { try packet.setPadding(trailing: piece.trailingSamples) }
    try target.write(
      packet, place: place, pts: piece.start, dts: piece.dts ?? piece.start, end: piece.end,
      isNeeded: piece.isNeeded, origin: origin)
  }

  private func sideStreams(
    of part: Part, range: TrimRange, in target: Target, from demuxer: Demuxer
  ) -> [Int: SideStream] {
    var sides: [Int: SideStream] = [:]
    for stream in target.written.streams where stream.mapped.role != .still {
      let source = stream.mapped.info.index
      guard stream.mapped.role != .film, part.sounds[source] == nil, part.others[source] == nil
      else { continue }
      sides[source] = SideStream(
        stream: stream.mapped, range: range, container: plan.container,
        mayHide: plan.method == .hide,
        isFollowed: part.number + 1 < plan.parts.count, twin: twin(of: stream.mapped, in: demuxer))
    }
    return sides
  }

  /// What encodes the edges of a stream of sound; nil where packets are cut in another way.
  private func twin(of mapped: MappedStream, in demuxer: Demuxer) -> SoundTwin? {
    guard !isJoined, plan.parts[0].mayEncodeSound, mapped.role == .sound,
      plan.container.soundCut(mapped.info) == .edges
    else { return nil }
    // Without an encoder packets stay whole, and the result tells how far they reach.
    return try? SoundTwin(of: mapped.info, in: demuxer)
  }

  /// Keeps what became of the edges of the clip.
  private func note(_ sides: [Int: SideStream], of part: Part, in target: Target) {
    for (source, side) in sides {
      guard let place = target.places[source] else { continue }
      if part.number == 0 { target.written.streams[place].edges.late = side.edges.late }
      target.written.streams[place].edges.over = side.edges.over
    }
  }

  // MARK: - Joined sound

  private func begin(_ sound: JoinedSound, _ part: Part, range: TrimRange) {
    func touches(_ a: Int, _ b: Int) -> Bool {
      plan.parts[a].landing.outPoint == plan.parts[b].landing.inPoint
    }
    let number = part.number
    sound.begin(
      range, until: plan.offsets[number + 1],
      follows: number > 0 && !touches(number - 1, number),
      isFollowed: number + 1 < plan.parts.count && !touches(number, number + 1))
  }

  /// Ends the tracks of sound that were put together.
  func finish(_ sounds: [Int: JoinedSound], to target: Target) throws(MediaError) {
    for (source, sound) in sounds {
      guard let place = target.places[source] else { continue }
      try sound.finish { (packet, piece) throws(MediaError) in
        try writeJoined(packet, piece, place: place, to: target)
      }
    }
  }

  /// Writes a packet that is on the clip's clock already.
  private func writeJoined(
    _ packet: borrowing Packet, _ piece: SideStream.Piece, place: Int, to target: Target
  ) throws(MediaError) {
    try packet.setPadding(trailing: piece.trailingSamples)
    try target.write(
      packet, place: place, pts: piece.start, dts: piece.start, end: piece.end,
      isNeeded: piece.isNeeded, origin: .zero)
  }

  // MARK: - Film

  /// Whether a film packet that is not copied is stored behind all that the clip shows.
  private func isBehind(_ packet: borrowing Packet, _ plan: ExportPlan) -> Bool {
    guard plan.encodedFrames > 0 else { return true }
    guard let ticks = packet.dts ?? packet.pts else { return true }
    return MediaTime(ticks: ticks, timebase: index.timebase) >= plan.landing.outPoint
  }

  /// What a film's times are counted in, and whether all its pictures stand alone.
  private struct FilmClock {
    let index: FrameIndex
    let isIntraOnly: Bool
  }

  /// Lets a film beside the first write packets; what it fails with is known to be its own.
  private func writeOther(
    _ other: OtherFilm, origin: MediaTime, to target: Target,
    _ body: (
      (borrowing Packet, FilmTiming.Times?, _ keepsDTS: Bool) throws(MediaError) -> Void
    ) throws(MediaError) -> Void
  ) throws(MediaError) {
    guard let place = target.places[other.source] else { return }
    do throws(MediaError) {
      try body { (packet, times, keepsDTS) throws(MediaError) in
        try writeFilm(
          packet, times, of: FilmClock(index: other.index, isIntraOnly: other.isIntraOnly),
          place: place, keepsDTS: keepsDTS, origin: origin, to: target)
      }
    } catch {
      other.hasFailed = error.reason == .unsupported || error.reason == .invalidData
      throw error
    }
  }

  /// When a packet is decoded, on the source's clock.
  private func time(of packet: borrowing Packet, in demuxer: Demuxer) -> MediaTime? {
    guard let ticks = packet.dts ?? packet.pts else { return nil }
    return MediaTime(ticks: ticks, timebase: demuxer.timebase(ofStream: packet.streamIndex))
  }

  private func writeFilm(
    _ packet: borrowing Packet, _ times: FilmTiming.Times?, of clock: FilmClock, place: Int,
    keepsDTS: Bool, origin: MediaTime, to target: Target
  ) throws(MediaError) {
    let base = clock.index.timebase
    // Demuxers start at what is marked: a wrong mark in the source must not lead players astray.
    if let times { packet.mark(asKeyframe: times.isKeyframe || clock.isIntraOnly) }
    if let times {
      // Packets that the index does not have lie between the others in decoding order: only the
      // source can time them, and then all of them.
      let dts = keepsDTS ? packet.dts.map { min($0, times.pts) } ?? times.dts : times.dts
      try target.write(
        packet, place: place, pts: MediaTime(ticks: times.pts, timebase: base),
        dts: MediaTime(ticks: dts, timebase: base),
        end: MediaTime(ticks: times.pts + times.duration, timebase: base), isNeeded: times.isShown,
        origin: origin)
      return
    }
    // Needed by the decoder and shown by nobody: the source's own times must do.
    let ticks = packet.pts ?? packet.dts ?? target.start.rescaled(to: base).ticks
    let dts = min(packet.dts ?? ticks, ticks)
    try target.write(
      packet, place: place, pts: MediaTime(ticks: ticks, timebase: base),
      dts: MediaTime(ticks: dts, timebase: base),
      end: MediaTime(ticks: ticks + packet.duration, timebase: base), isNeeded: false,
      origin: origin)
  }

  /// Whether all sound and other film has come by; text and data are too thin to wait for.
  private func areDone(_ sides: [Int: SideStream]) -> Bool {
    sides.values.allSatisfy {
      $0.isDone || $0.stream.role == .subtitle || $0.stream.role == .data
    } && !sides.values.contains { $0.stream.role == .subtitle || $0.stream.role == .data }
  }

  /// Whether nothing of the clip can come after this film packet.
  private func isFarBehind(
    _ packet: borrowing Packet, _ part: Part, others: [Int: OtherFilm], sides: [Int: SideStream]
  ) -> Bool {
    guard let ticks = packet.dts ?? packet.pts else { return false }
    let isWaitingForSound =
      sides.values.contains {
        !$0.isDone && ($0.stream.role == .sound || $0.stream.role == .otherFilm)
      } || part.sounds.values.contains { !$0.isDone } || others.values.contains { !$0.isDone }
    let slack = MediaTime(ticks: isWaitingForSound ? 10 : 1, timebase: Self.seconds)
    return MediaTime(ticks: ticks, timebase: index.timebase) - part.plan.landing.outPoint > slack
  }

  private static let seconds = Timebase(numerator: 1, denominator: 1)
}
