// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Puts what a plan says of the source into a file, once from beginning to end.
///
/// Belongs to one thread; made anew for each attempt.
final class ClipWriter {
  /// What an attempt may have to do differently from the first.
  struct Options {
    /// Reads the source from its start, for containers in which seeking leads astray.
    var readsFromStart = false
    /// Times the estimated room for an MP4 index.
    var indexScale: Int64 = 1
    /// Leaves the first picture of a copy as it is.
    var leavesStart = false
  }

  enum Outcome {
    case written(WrittenClip)
    /// The room for the index was too small; the file is no good.
    case indexDidNotFit
  }

  private let plan: ExportPlan
  private let isIntraOnly: Bool
  private let index: FrameIndex
  private let path: FilePath
  private let output: OutputFile
  private let cancellation: Cancellation
  private let onProgress: (_ fraction: Double) -> Void

  init(
    request: ExportRequest, plan: ExportPlan, output: OutputFile, cancellation: Cancellation,
    onProgress: @escaping (_ fraction: Double) -> Void
  ) throws(MediaError) {
    guard !plan.segments.isEmpty else { throw MediaError(.unsupported, "write plan") }
    self.plan = plan
    self.output = output
    self.cancellation = cancellation
    self.onProgress = onProgress
    isIntraOnly = ExportPlan.isIntraOnly(request.clip.video.codec)
    index = request.index
    path = request.clip.path
  }

  /// - Throws: `.invalidData` where the source, read from a seek on, is not as its index has it.
  func write(_ options: Options) throws(MediaError) -> Outcome {
    let reader = try openReader(options)
    let clip = reader.demuxer.describe(path: path)
    let leads = try findLeads(clip: clip, options: options)
    let encoded = try openEncoder()
    let start = options.leavesStart ? nil : makeStart(of: reader.demuxer)
    let opened = try openMuxer(
      reader: reader, clip: clip, encoded: encoded, start: start, leads: leads, options: options)
    let target = Target(
      muxer: opened.muxer, written: WrittenClip(streams: opened.streams, dropped: opened.dropped),
      range: plan.landing, container: plan.container)
    reader.demuxer.keepOnly(Set(opened.streams.map(\.mapped.info.index)))
    if !options.readsFromStart {
      let slack = slackSeconds(clip: clip, streams: opened.streams.map(\.mapped))
      try seek(reader, slackSeconds: slack)
    }
    try copyStills(from: reader.demuxer, to: target)
    let film = FilmTrack(plan: plan, index: index, film: encoded, start: start)
    try copyPackets(from: reader, film: film, to: target)
    guard try opened.muxer.finish() else { return .indexDidNotFit }
    if plan.container.hasEditLists {
      try MP4EditList.limit(
        file: output.descriptor, film: target.filmOutput, to: plan.landing.duration)
    }
    return .written(target.written)
  }

  private func seek(_ reader: CopyReader, slackSeconds: Double) throws(MediaError) {
    let start = index.time(ofFrame: startFrame)
    guard try reader.seek(before: firstPosition, at: start, slackSeconds: slackSeconds) else {
      throw MediaError(.invalidData, "find place in source")
    }
  }

  /// What the sound begins with unheard, for containers that say so in the header.
  private func findLeads(clip: ClipInfo, options: Options) throws(MediaError) -> [Int: SoundLead] {
    guard plan.container.soundEdges == .padding,
      clip.streams.contains(where: { $0.kind == .audio })
    else { return [:] }
    let reader = try openReader(options)
    if !options.readsFromStart { try seek(reader, slackSeconds: 2) }
    return try SoundLead.find(
      from: reader, clip: clip, range: plan.landing, container: plan.container)
  }

  /// Place in decode order of the first film packet that is looked for.
  private var firstPosition: Int {
    let first = plan.shownFrames.lowerBound
    if let copied = FilmTrack.copiedPackets(of: plan), plan.encodedFrames == 0 {
      return copied.lowerBound
    }
    return Int(index.frames[index.keyframe(atOrBefore: first) ?? 0].decodePosition)
  }

  /// Number of the frame from which packets are needed; the first for the start of the file.
  private var startFrame: Int {
    let position = Int32(clamping: firstPosition)
    let last = plan.shownFrames.lowerBound
    let packets = FilmTrack.copiedPackets(of: plan)?.count ?? 0
    return (max(0, last - packets)...last).first {
      index.frames[$0].decodePosition == position
    } ?? (plan.encodedFrames == 0 ? 0 : index.keyframe(atOrBefore: last) ?? 0)
  }

  private func openEncoder() throws(MediaError) -> EncodedFilm? {
    guard plan.encodedFrames > 0 else { return nil }
    return try EncodedFilm(
      plan: plan, path: path, index: index,
      storesHeadersApart: plan.container.storesHeadersApart, cancellation: cancellation)
  }

  /// What makes the first picture of a copy one that all players start at; nil where that is not
  /// needed.
  private func makeStart(of demuxer: Demuxer) -> AVCJoint? {
    guard case .copy(let piece) = plan.segments.first, piece.packets.lowerBound > 0,
      plan.encodedFrames == 0
    else { return nil }
    return demuxer.makeStart(hasGap: !piece.leadingPackets.isEmpty)
  }

  private func openReader(_ options: Options) throws(MediaError) -> CopyReader {
    try CopyReader(path: path, index: index, cancellation: cancellation)
  }

  /// Seconds before the film's first packet from which the others are looked for.
  private func slackSeconds(clip: ClipInfo, streams: [MappedStream]) -> Double {
    // MP4 seeks in every stream by itself; elsewhere streams lie side by side, more or less, and a
    // line of text may have begun long before.
    if clip.hasEditLists { return 1 }
    return streams.contains { $0.role == .subtitle } ? 10 : 2
  }

  // MARK: - Output

  private struct Opened {
    let muxer: Muxer
    let streams: [WrittenClip.Stream]
    let dropped: [DroppedStream]
  }

  /// Opens the muxer with as many of the streams as it takes together.
  private func openMuxer(
    reader: CopyReader, clip: ClipInfo, encoded: EncodedFilm?, start: AVCJoint?,
    leads: [Int: SoundLead], options: Options
  ) throws(MediaError) -> Opened {
    let demuxer = reader.demuxer
    let room = demuxer.estimatedIndexBytes(for: plan, clip: clip) * options.indexScale
    let format = MuxerFormat(plan, demuxer: demuxer, clip: clip, indexBytes: room)
    var excluded: Set<Int> = []
    var keepsIdentifiers = true
    while true {
      try output.clear()
      let writer = try OutputWriter(
        descriptor: output.descriptor, cancellation: cancellation)
      let muxer = try Muxer(format, output: writer)
      muxer.keepsIdentifiers = keepsIdentifiers
      let (mapped, dropped) = try muxer.mapStreams(
        of: demuxer, clip: clip, into: plan.container, leads: leads, excluded: excluded)
      muxer.copyTags(of: demuxer)
      try muxer.copyChapters(
        of: demuxer, from: plan.landing.inPoint, to: plan.landing.outPoint)
      if let film = mapped.first(where: { $0.role == .film }) {
        try encoded?.describe(film.output, of: muxer)
        if let description = start?.descriptionOfCopy {
          try muxer.describeFilm(film.output, extradata: description)
        }
        let shift = plan.landing.inPoint - index.startTime
        muxer.moveTimecode(of: demuxer, bySeconds: shift.seconds, film: film.output)
      }
      do throws(MediaError) {
        try muxer.writeHeader()
        return Opened(
          muxer: muxer, streams: mapped.map { WrittenClip.Stream(mapped: $0) }, dropped: dropped)
      } catch {
        // The muxer's own tables may have the numbers of the source's streams.
        if error.reason == .unsupported, keepsIdentifiers {
          keepsIdentifiers = false
          continue
        }
        // What fits alone need not fit together: the least important goes first.
        guard error.reason == .unsupported, let least = leastImportant(of: mapped) else {
          throw error
        }
        excluded.insert(least)
      }
    }
  }

  /// Position in the source of the stream that is given up first; nil when only the film is left.
  private func leastImportant(of streams: [MappedStream]) -> Int? {
    let order: [MappedStream.Role] = [.data, .still, .subtitle, .otherFilm, .sound]
    for role in order {
      if let stream = streams.last(where: { $0.role == role }) { return stream.info.index }
    }
    return nil
  }

  /// The muxer and what went into it so far.
  private final class Target {
    let muxer: Muxer
    var written: WrittenClip
    let range: TrimRange
    let container: ExportContainer
    private var lastDTS: [Int64?]
    /// By position in the source: position in `written.streams`.
    let places: [Int: Int]

    init(muxer: Muxer, written: WrittenClip, range: TrimRange, container: ExportContainer) {
      self.muxer = muxer
      self.written = written
      self.range = range
      self.container = container
      lastDTS = Array(repeating: nil, count: written.streams.count)
      places = Dictionary(
        uniqueKeysWithValues: written.streams.enumerated().map { ($1.mapped.info.index, $0) })
    }

    var filmOutput: Int {
      written.streams.first { $0.mapped.role == .film }?.mapped.output ?? 0
    }

    /// Writes a packet whose instants are on the source's clock.
    func write(
      _ packet: borrowing Packet, place: Int, pts: MediaTime, dts: MediaTime, end: MediaTime,
      isNeeded: Bool, origin: MediaTime? = nil
    ) throws(MediaError) {
      let origin = origin ?? range.inPoint
      let mapped = written.streams[place].mapped
      let base = muxer.timebase(ofStream: mapped.output)
      let delay = mapped.delay.rescaled(to: base).ticks
      var ptsTicks = pts.ticks(since: origin, in: base) + delay
      var dtsTicks = dts.ticks(since: origin, in: base) + delay
      if mapped.role == .sound, container.soundEdges == .padding {
        // Clocks of milliseconds round a lead's start to one before the file's.
        (ptsTicks, dtsTicks) = (max(0, ptsTicks), max(0, dtsTicks))
      }
      // Sources repeat decoding times, and coarse clocks make equal what was not.
      if let last = lastDTS[place], dtsTicks <= last { dtsTicks = last + 1 }
      ptsTicks = max(ptsTicks, dtsTicks)
      lastDTS[place] = dtsTicks
      written.streams[place].note(
        fingerprint: packet.fingerprint, isNeeded: isNeeded,
        exactStart: pts, start: MediaTime(ticks: ptsTicks - delay, timebase: base))
      packet.address(
        toStream: mapped.output, pts: ptsTicks, dts: dtsTicks,
        duration: max(0, end.ticks(since: pts, in: base)))
      try muxer.write(packet)
    }
  }

  // MARK: - Packets

  private func copyStills(from demuxer: Demuxer, to target: Target) throws(MediaError) {
    for (place, stream) in target.written.streams.enumerated()
    where stream.mapped.info.isAttachedPicture && plan.container.hasEditLists {
      guard let cover = try demuxer.cover(ofStream: stream.mapped.info.index) else { continue }
      let start = plan.landing.inPoint
      try target.write(cover, place: place, pts: start, dts: start, end: start, isNeeded: false)
    }
  }

  /// The range on the clock of the streams beside the film.
  ///
  /// AVI has no presentation times: whoever plays it shows the first frame late, by what reordering
  /// needs, in the source as in the clip. Sound begins with the first packet.
  private var sideRange: TrimRange {
    guard plan.container == .avi, !index.hasStoredPTS,
      let range = TrimRange(
        inPoint: plan.landing.inPoint - index.startTime,
        outPoint: plan.landing.outPoint - index.startTime)
    else { return plan.landing }
    return range
  }

  private func copyPackets(
    from reader: CopyReader, film: FilmTrack, to target: Target
  ) throws(MediaError) {
    let sideRange = sideRange
    var sides: [Int: SideStream] = [:]
    for stream in target.written.streams where stream.mapped.role != .still {
      sides[stream.mapped.info.index] = SideStream(
        stream: stream.mapped, range: sideRange, container: plan.container)
    }
    defer {
      for (source, side) in sides {
        if let place = target.places[source] { target.written.streams[place].edges = side.edges }
      }
    }
    let filmSource = reader.demuxer.videoStreamIndex
    sides[filmSource] = nil
    guard let filmPlace = target.places[filmSource] else {
      throw MediaError(.unsupported, "write film")
    }
    let copied = FilmTrack.copiedPackets(of: plan)
    func write(
      _ packet: borrowing Packet, _ times: FilmTiming.Times?, keepsDTS: Bool
    ) throws(MediaError) {
      if cancellation.isCancelled { throw MediaError(.cancelled, "write film") }
      try writeFilm(packet, times, place: filmPlace, keepsDTS: keepsDTS, to: target)
      onProgress(Double(film.writtenPackets + 1) / Double(max(1, film.packetCount)))
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
      if source == filmSource {
        guard let position = reader.position else { continue }
        if position >= copied?.upperBound ?? 0, isBehindRange(reader.packet) {
          isFilmDone = true
          if isFarBehind(reader.packet, sides: sides) { break }
        } else {
          try film.take(reader.packet, at: position, write: write)
        }
      } else if let side = sides[source], let place = target.places[source], !side.isDone {
        try side.take(reader.packet) { (packet, part) throws(MediaError) in
          try film.advance(
            to: part.start.rescaled(to: index.timebase).ticks, write: writeEncoded)
          if part.leadingBytes > 0 || part.trailingBytes > 0 {
            packet.trim(leading: part.leadingBytes, trailing: part.trailingBytes)
          }
          if side.stream.role == .sound { try packet.setPadding(trailing: part.trailingSamples) }
          try target.write(
            packet, place: place, pts: part.start, dts: part.dts ?? part.start, end: part.end,
            isNeeded: part.isNeeded, origin: sideRange.inPoint)
        }
      }
      if isFilmDone, areDone(sides) { break }
    }
    try film.finish(write: writeEncoded)
  }

  /// Whether a film packet that is not copied is stored behind all that the clip shows.
  private func isBehindRange(_ packet: borrowing Packet) -> Bool {
    guard plan.encodedFrames > 0 else { return true }
    guard let ticks = packet.dts ?? packet.pts else { return true }
    return MediaTime(ticks: ticks, timebase: index.timebase) >= plan.landing.outPoint
  }

  private func writeFilm(
    _ packet: borrowing Packet, _ times: FilmTiming.Times?, place: Int, keepsDTS: Bool,
    to target: Target
  ) throws(MediaError) {
    let base = index.timebase
    // Demuxers start at what is marked: a wrong mark in the source must not lead players astray.
    if let times { packet.mark(asKeyframe: times.isKeyframe || isIntraOnly) }
    if let times {
      // Packets that the index does not have lie between the others in decoding order: only the
      // source can time them, and then all of them.
      let dts = keepsDTS ? packet.dts.map { min($0, times.pts) } ?? times.dts : times.dts
      try target.write(
        packet, place: place, pts: MediaTime(ticks: times.pts, timebase: base),
        dts: MediaTime(ticks: dts, timebase: base),
        end: MediaTime(ticks: times.pts + times.duration, timebase: base), isNeeded: times.isShown)
      return
    }
    // Needed by the decoder and shown by nobody: the source's own times must do.
    let ticks = packet.pts ?? packet.dts ?? plan.landing.inPoint.rescaled(to: base).ticks
    let dts = min(packet.dts ?? ticks, ticks)
    try target.write(
      packet, place: place, pts: MediaTime(ticks: ticks, timebase: base),
      dts: MediaTime(ticks: dts, timebase: base),
      end: MediaTime(ticks: ticks + packet.duration, timebase: base), isNeeded: false)
  }

  /// Whether all sound and other film has come by; text and data are too thin to wait for.
  private func areDone(_ sides: [Int: SideStream]) -> Bool {
    sides.values.allSatisfy {
      $0.isDone || $0.stream.role == .subtitle || $0.stream.role == .data
    } && !sides.values.contains { $0.stream.role == .subtitle || $0.stream.role == .data }
  }

  /// Whether nothing of the clip can come after this film packet.
  private func isFarBehind(_ packet: borrowing Packet, sides: [Int: SideStream]) -> Bool {
    guard let ticks = packet.dts ?? packet.pts else { return false }
    let isWaitingForSound = sides.values.contains {
      !$0.isDone && ($0.stream.role == .sound || $0.stream.role == .otherFilm)
    }
    let slack = MediaTime(ticks: isWaitingForSound ? 10 : 1, timebase: Self.seconds)
    return MediaTime(ticks: ticks, timebase: index.timebase) - plan.landing.outPoint > slack
  }

  private static let seconds = Timebase(numerator: 1, denominator: 1)
}
