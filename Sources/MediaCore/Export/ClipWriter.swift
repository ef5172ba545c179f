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
    /// Positions of streams of which nothing is in the range.
    var empty: Set<Int> = []
    /// Lets films beside the first begin at a keyframe of their own, as they are.
    var leavesOtherFilms = false
  }

  enum Outcome {
    case written(WrittenClip)
    /// The room for the index was too small; the file is no good.
    case indexDidNotFit
    /// These streams have nothing in the range, which is not to be seen in the file.
    case hasEmptyStreams(Set<Int>)
    /// A film beside the first cannot be cut like it; the file is no good.
    case otherFilmFailed
  }

  let plan: JoinPlan
  let isIntraOnly: Bool
  let index: FrameIndex
  private let path: FilePath
  let creationTime: CreationTime
  private let output: OutputFile
  private let isVerified: Bool
  let cancellation: Cancellation
  let onProgress: (_ fraction: Double) -> Void

  init(
    request: ExportRequest, plan: JoinPlan, output: OutputFile, cancellation: Cancellation,
    onProgress: @escaping (_ fraction: Double) -> Void
  ) throws(MediaError) {
    guard plan.parts.allSatisfy({ !$0.segments.isEmpty }) else {
      throw MediaError(.unsupported, "write plan")
    }
    self.plan = plan
    self.output = output
    self.cancellation = cancellation
    self.onProgress = onProgress
    isIntraOnly = ExportPlan.isIntraOnly(request.clip.video.codec)
    index = request.index
    isVerified = request.isVerified
    path = request.clip.path
    creationTime = request.creationTime
  }

  /// - Throws: `.invalidData` where the source, read from a seek on, is not as its index has it.
  func write(_ options: Options) throws(MediaError) -> Outcome {
    let reader = try openReader(options)
    let clip = reader.demuxer.describe(path: path)
    let leads = try findLeads(clip: clip, options: options)
    let encoded = try openEncoder()
    let descriptions = plan.container.hasEditLists ? MP4Descriptions(source: path) : nil
    let (sounds, mute) = joinedSounds(of: clip, reader.demuxer)
    let others = try otherFilms(clip, options: options)
    var joint: (any StreamJoint)? = encoded?.joint
    if encoded == nil {
      joint =
        isJoined
        ? try reader.demuxer.makeJoint(hasGap: hasGap)
        : options.leavesStart ? nil : makeStart(of: reader.demuxer)
    }
    let opened = try openMuxer(
      Input(
        demuxer: reader.demuxer, clip: clip, film: encoded, joint: joint, others: others,
        sounds: sounds,
        mute: mute, undescribed: Self.undescribed(clip, descriptions), leads: leads,
        metadata: descriptions?.metadata),
      options)
    let target = Target(
      muxer: opened.muxer, written: WrittenClip(streams: opened.streams, dropped: opened.dropped),
      start: plan.parts[0].landing.inPoint, container: plan.container,
      keepsFingerprints: isVerified)
    try copyStills(from: reader.demuxer, to: target)
    let tracks = FilmTrack.tracks(of: plan.parts, index: index, film: encoded, joint: joint)
      .compactMap { $0 }
    var done = 0
    for (position, film) in tracks.enumerated() {
      // A reader that has not moved yet knows where it is.
      let reader = position == 0 ? reader : try openReader(options)
      reader.demuxer.keepOnly(Set(opened.streams.map(\.mapped.info.index)))
      if !options.readsFromStart {
        let slack = slackSeconds(clip: clip, streams: opened.streams.map(\.mapped))
        try seek(reader, to: plan.parts[position], slackSeconds: slack)
      }
      let part = Part(
        plan: plan.parts[position], number: position, film: film, others: others, sounds: sounds,
        packetsBefore: done, packetsOfAll: tracks.reduce(0) { $0 + $1.packetCount })
      do throws(MediaError) {
        try copyPackets(of: part, from: reader, to: target)
      } catch {
        guard others.values.contains(where: \.hasFailed) else { throw error }
        return .otherFilmFailed
      }
      done += film.packetCount
    }
    try finish(sounds, to: target)
    guard try opened.muxer.finish() else { return .indexDidNotFit }
    if plan.container.hasEditLists {
      try MP4EditList.limit(
        file: output.descriptor, film: target.filmOutput, to: plan.offsets[plan.parts.count])
    }
    if let descriptions {
      let fits = try descriptions.restore(
        in: output.descriptor,
        tracks: sourceTracks(of: target, in: reader.demuxer, where: keepsDescription),
        all: sourceTracks(of: target, in: reader.demuxer) { $0.role != .still },
        film: UInt32(target.filmOutput + 1), clock: metadataClock(of: clip))
      guard fits else { return .indexDidNotFit }
    }
    // MP4 leaves such tracks out by itself. Elsewhere text and data may be there without any.
    if plan.container.hasEditLists {
      target.written.drop(target.written.empty([.sound, .otherFilm, .subtitle, .data]))
    } else {
      let empty = target.written.empty([.otherFilm]).subtracting(options.empty)
      if !empty.isEmpty { return .hasEmptyStreams(empty) }
    }
    return .written(target.written)
  }

  /// Whether ranges are put together.
  var isJoined: Bool { plan.parts.count > 1 }

  private var hasGap: Bool { EncodedFilm.hasGap(plan.parts) }

  /// The films beside the first that are cut like it, by position of their stream in the source.
  private func otherFilms(_ clip: ClipInfo, options: Options) throws(MediaError) -> [Int: OtherFilm]
  {
    var films: [Int: OtherFilm] = [:]
    guard !options.leavesOtherFilms else { return films }
    for info in clip.streams
    where info.kind == .video && !info.isAttachedPicture && info.index != clip.videoStreamIndex
      && plan.container.holds(info) && !options.empty.contains(info.index)
    {
      films[info.index] = try OtherFilm.open(
        info, of: path, for: plan, cancellation: cancellation)
    }
    return films
  }

  private func seek(
    _ reader: CopyReader, to part: ExportPlan, slackSeconds: Double
  ) throws(MediaError) {
    let start = index.time(ofFrame: startFrame(of: part))
    guard
      try reader.seek(before: firstPosition(of: part), at: start, slackSeconds: slackSeconds)
    else { throw MediaError(.invalidData, "find place in source") }
  }

  /// What the sound begins with unheard, for containers that say so in the header.
  private func findLeads(clip: ClipInfo, options: Options) throws(MediaError) -> [Int: SoundLead] {
    guard !isJoined, plan.container.soundEdges == .padding,
      clip.streams.contains(where: { $0.kind == .audio })
    else { return [:] }
    let reader = try openReader(options)
    if !options.readsFromStart { try seek(reader, to: plan.parts[0], slackSeconds: 2) }
    return try SoundLead.find(
      from: reader, clip: clip, range: plan.parts[0].landing, container: plan.container)
  }

  /// What encodes sound from beginning to end, by position of its stream in the source.
  ///
  /// The sound of several ranges, to put them together, what loses nothing by it, and what keeps to the
  /// range in no other way. Raw sound can be
  /// cut anywhere and stays as it is.
  ///
  /// - Returns: And those streams for which there is no decoder or encoder.
  private func joinedSounds(
    of clip: ClipInfo, _ demuxer: Demuxer
  ) -> (sounds: [Int: JoinedSound], mute: Set<Int>) {
    var sounds: [Int: JoinedSound] = [:]
    var mute: Set<Int> = []
    for info in clip.streams where info.kind == .audio && info.sampleRate != nil {
      let isLossless =
        plan.parts[0].mayEncodeSound && plan.container.soundCut(info) == .lossless
      let isWhole = plan.parts[0].encodesThroughout(sound: info)
      guard isJoined || isLossless || isWhole else { continue }
      guard demuxer.mappedSound(info).bytesPerSample == nil else { continue }
      do throws(MediaError) {
        let sound = try JoinedSound(info, of: demuxer, in: plan.container)
        guard isJoined || sound.encoder.isLossless || isWhole && sound.encoder.codec == info.codec
        else { continue }
        sounds[info.index] = sound
      } catch {
        guard isJoined else { continue }
        // It is in the list of what is left out.
        mute.insert(info.index)
      }
    }
    return (sounds, mute)
  }

  /// Place in decode order of the first film packet that is looked for.
  private func firstPosition(of part: ExportPlan) -> Int {
    let first = part.shownFrames.lowerBound
    if let copied = FilmTrack.copiedPackets(of: part), part.encodedFrames == 0 {
      return copied.lowerBound
    }
    return Int(index.frames[index.keyframe(atOrBefore: first) ?? 0].decodePosition)
  }

  /// Number of the frame from which packets are needed; the first for the start of the file.
  private func startFrame(of part: ExportPlan) -> Int {
    let position = Int32(clamping: firstPosition(of: part))
    let last = part.shownFrames.lowerBound
    let packets = FilmTrack.copiedPackets(of: part)?.count ?? 0
    return (max(0, last - packets)...last).first {
      index.frames[$0].decodePosition == position
    } ?? (part.encodedFrames == 0 ? 0 : index.keyframe(atOrBefore: last) ?? 0)
  }

  private func openEncoder() throws(MediaError) -> EncodedFilm? {
    guard plan.encodedFrames > 0 else { return nil }
    return try EncodedFilm(
      parts: plan.parts, path: path, index: index,
      storesHeadersApart: plan.container.storesHeadersApart, cancellation: cancellation)
  }

  /// What makes the first picture of a copy one that all players start at; nil where that is not
  /// needed.
  private func makeStart(of demuxer: Demuxer) -> AVCJoint? {
    guard case .copy(let piece) = plan.parts[0].segments.first, piece.packets.lowerBound > 0,
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

  /// What streams are made of.
  private struct Input {
    let demuxer: Demuxer
    let clip: ClipInfo
    let film: EncodedFilm?
    let joint: (any StreamJoint)?
    let others: [Int: OtherFilm]
    let sounds: [Int: JoinedSound]
    let mute: Set<Int>
    let undescribed: Set<Int>
    let leads: [Int: SoundLead]
    let metadata: MP4Metadata?
  }

  private struct Opened {
    let muxer: Muxer
    let streams: [WrittenClip.Stream]
    let dropped: [DroppedStream]
  }

  /// Opens the muxer with as many of the streams as it takes together.
  private func openMuxer(_ input: Input, _ options: Options) throws(MediaError) -> Opened {
    let (demuxer, clip) = (input.demuxer, input.clip)
    let room =
      demuxer.estimatedIndexBytes(for: plan, clip: clip) * options.indexScale
      + Int64(input.metadata?.byteCount ?? 0)
    let format = MuxerFormat(plan, demuxer: demuxer, clip: clip, indexBytes: room)
    var excluded = input.undescribed.union(options.empty)
    var keepsIdentifiers = true
    while true {
      try output.clear()
      let writer = try OutputWriter(
        descriptor: output.descriptor, disk: output.disk, cancellation: cancellation)
      let muxer = try Muxer(format, output: writer)
      muxer.keepsIdentifiers = keepsIdentifiers
      var (mapped, dropped) = try muxer.mapStreams(
        of: demuxer, clip: clip, into: plan.container, leads: input.leads,
        excluded: excluded.union(input.mute))
      dropped = dropped.map { stream in
        guard input.mute.contains(stream.index) || options.empty.contains(stream.index) else {
          return stream
        }
        return DroppedStream(
          index: stream.index, kind: stream.kind, codec: stream.codec,
          reason: options.empty.contains(stream.index) ? .hasNothingInRange : .cannotBeEncoded)
      }
      muxer.copyTags(of: demuxer)
      try muxer.copyChapters(
        of: demuxer, from: plan.parts.map(\.landing), at: plan.offsets,
        hasMarks: input.metadata?.hasHighlights ?? false)
      if let film = mapped.first(where: { $0.role == .film }) {
        if let encoded = input.film {
          try encoded.describe(film.output, of: muxer)
        } else if let description = (input.joint as? AVCJoint)?.descriptionOfCopy {
          try muxer.describeFilm(film.output, extradata: description)
        }
        let shift = plan.parts[0].landing.inPoint - index.startTime
        muxer.moveTimecode(of: demuxer, bySeconds: shift.seconds, film: film.output)
        if creationTime == .moved { muxer.moveCreationTime(bySeconds: shift.seconds) }
      }
      for place in mapped.indices {
        if let other = input.others[mapped[place].info.index] {
          try other.describe(mapped[place].output, of: muxer)
          mapped[place].isEncoded = other.isEncodedThroughout
        }
        guard let sound = input.sounds[mapped[place].info.index] else { continue }
        try muxer.describeSound(mapped[place].output, encoder: sound.encoder)
        mapped[place].isEncoded = true
        if let lead = sound.lead {
          mapped[place].lead = muxer.setLead(
            lead, ofStream: mapped[place].output, in: plan.container)
        }
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
}
