// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// The film of a clip, put together of copied and encoded pieces in decode order.
///
/// Encoded packets come out when what lies beside them in the file is written, so that nothing waits
/// in memory for long. Belongs to one thread.
final class FilmTrack {
  /// A packet's instants, in ticks of the index, and whether it is a picture of the clip.
  typealias Times = FilmTiming.Times

  private enum Part {
    case copied(ExportPlan.CopiedPiece, FilmTiming)
    case encoded(Range<Int>)
  }

  private let plan: ExportPlan
  private let index: FrameIndex
  private var parts: [Part]
  private var current = 0
  private let film: EncodedFilm?
  /// What copied packets go through.
  private let joint: (any StreamJoint)?
  /// Whether what goes before it in the clip is not what goes before it in the source.
  private let isFollowing: Bool
  private var piece: EncodedPiece?
  private var copiedPackets = 0
  /// By how much decoding goes before showing, in ticks.
  let delay: Int64
  /// Whether the container keeps no presentation times.
  private let storesOnlyOrder: Bool

  /// Packets that will be written, and were.
  let packetCount: Int
  private(set) var writtenPackets = 0

  /// Decoding time of the packet that was written last.
  private(set) var lastDTS: Int64?

  /// - Parameters:
  ///   - plan: What the film, or this part of it, is put together of.
  ///   - index: Of the source.
  ///   - film: What encodes its pieces; nil where none is encoded.
  ///   - joint: What copied packets go through: makes one stream of all pieces, and of the first
  ///     picture one to start at where nothing is encoded.
  ///   - minimumDelay: What other parts of the same clip need.
  ///   - isFollowing: Whether another part goes before it.
  init(
    plan: ExportPlan, index: FrameIndex, film: EncodedFilm?, joint: (any StreamJoint)?,
    minimumDelay: Int64 = 0, isFollowing: Bool = false
  ) {
    self.plan = plan
    self.index = index
    self.film = film
    self.joint = joint
    self.isFollowing = isFollowing
    storesOnlyOrder = plan.container == .avi
    var delay = max(
      minimumDelay,
      Self.delay(of: plan, index: index, depth: film?.encoder.reorderDepth ?? 0),
      Self.delayOfSinglePicture(in: plan, index: index))
    for case .copy(let piece) in plan.segments {
      let timing = FilmTiming(
        piece: piece, index: index, storesOnlyOrder: storesOnlyOrder)
      delay = max(delay, timing.delay)
      // Packets that keep their decoding times come as early as the source has them.
      if !timing.isComplete, let early = Self.sourceDelay(of: piece, in: index) {
        delay = max(delay, early)
      }
    }
    if storesOnlyOrder { delay = 0 }
    self.delay = delay
    let (storesOnlyOrder, minimumDelay) = (storesOnlyOrder, delay)
    parts = plan.segments.map { segment in
      switch segment {
      case .copy(let piece):
        .copied(
          piece,
          FilmTiming(
            piece: piece, index: index, storesOnlyOrder: storesOnlyOrder,
            minimumDelay: minimumDelay))
      case .encode(let frames): .encoded(frames)
      }
    }
    packetCount = parts.reduce(0) { sum, part in
      switch part {
      case .copied(_, let timing): sum + timing.packetCount
      case .encoded(let frames): sum + frames.count
      }
    }
  }

  /// By how much the source decodes the first packet of a piece before it is shown.
  private static func sourceDelay(
    of piece: ExportPlan.CopiedPiece, in index: FrameIndex
  ) -> Int64? {
    let first = piece.shownFrames.lowerBound
    guard let place = index.keyframePosition(ofFrame: first),
      index.keyframeLocations.indices.contains(place),
      let dts = index.keyframeLocations[place].dts
    else { return nil }
    return index.frames[first].pts - dts
  }

  /// Ticks by which an encoder's packets may have to be decoded before they are shown.
  private static func delay(of plan: ExportPlan, index: FrameIndex, depth: Int) -> Int64 {
    guard depth > 0 else { return 0 }
    var delay: Int64 = 0
    for case .encode(let frames) in plan.segments {
      for number in frames {
        let earlier = max(frames.lowerBound, number - depth)
        delay = max(delay, index.frames[number].pts - index.frames[earlier].pts)
      }
    }
    return delay
  }

  /// Ticks by which the only picture of a program or transport stream is decoded before it is shown.
  ///
  /// That of an MPEG-2 film is a reference, and no reference is shown when it is decoded: readers take
  /// the same time twice for none.
  private static func delayOfSinglePicture(in plan: ExportPlan, index: FrameIndex) -> Int64 {
    guard plan.shownFrames.count == 1, let number = plan.shownFrames.first,
      [.mpegTS, .blurayTS, .mpegPS].contains(plan.container)
    else { return 0 }
    let end = number + 1 < index.count ? index.frames[number + 1].pts : index.endPTS
    return max(0, end - index.frames[number].pts)
  }

  /// Positions in decode order of all source packets that are copied; nil when none is.
  static func copiedPackets(of plan: ExportPlan) -> Range<Int>? {
    for case .copy(let piece) in plan.segments { return piece.packets }
    return nil
  }

  /// The tracks of a film's parts, which all decode their packets equally early; nil for parts of
  /// which there is no plan.
  static func tracks(
    of plans: [ExportPlan?], index: FrameIndex, film: EncodedFilm?, joint: (any StreamJoint)?
  ) -> [FilmTrack?] {
    func tracks(delay: Int64) -> [FilmTrack?] {
      plans.enumerated().map { position, plan in
        plan.map {
          FilmTrack(
            plan: $0, index: index, film: film, joint: joint, minimumDelay: delay,
            isFollowing: position > 0)
        }
      }
    }
    let alone = tracks(delay: 0)
    return plans.count > 1 ? tracks(delay: alone.compactMap { $0?.delay }.max() ?? 0) : alone
  }

  /// Whether packets that are copied have not come yet.
  var isWaitingForSource: Bool {
    parts[current...].contains { if case .copied = $0 { true } else { false } }
  }

  // MARK: - Packets

  /// Writes the encoded packets that are decoded before `limit`, in ticks of the index.
  func advance(
    to limit: Int64, write: (borrowing Packet, Times) throws(MediaError) -> Void
  ) throws(MediaError) {
    while current < parts.count, case .encoded(let frames) = parts[current] {
      if let lastDTS, lastDTS >= limit { return }
      try encodeNext(of: frames, write: write)
    }
  }

  /// Takes a film packet of the source, which may be one that is copied.
  ///
  /// - Parameters:
  ///   - packet: The packet, which may be changed.
  ///   - position: Its place in decode order.
  ///   - write: Puts it into the clip; without times, the packet's own must do.
  /// - Throws: What encoding, joining and writing throw.
  func take(
    _ packet: borrowing Packet, at position: Int,
    write: (borrowing Packet, Times?, _ keepsDTS: Bool) throws(MediaError) -> Void
  ) throws(MediaError) {
    guard let copied = Self.copiedPackets(of: plan), copied.contains(position) else { return }
    // Everything that is encoded before it goes first.
    while current < parts.count, case .encoded(let frames) = parts[current] {
      try encodeNext(of: frames) { (packet, times) throws(MediaError) in
        try write(packet, times, false)
      }
    }
    guard current < parts.count, case .copied(let piece, let timing) = parts[current],
      !piece.leadingPackets.contains(position)
    else { return }
    let isJoint = copiedPackets == 0 && (current > 0 || isFollowing || film == nil)
    if let joint, let bytes = try joint.copied(packet.bytes, isFirst: isJoint) {
      try packet.replaceBytes(with: bytes)
    }
    var times = timing[position]
    if copiedPackets == 0, let known = times { times = known.asKeyframe }
    try write(packet, times, !timing.isComplete)
    lastDTS = times?.dts ?? lastDTS
    copiedPackets += 1
    writtenPackets += 1
    if copiedPackets == timing.packetCount { current += 1 }
  }

  /// Writes everything that is encoded behind the last copied packet.
  ///
  /// - Throws: `.invalidData` when the source ended before all its packets came.
  func finish(
    write: (borrowing Packet, Times) throws(MediaError) -> Void
  ) throws(MediaError) {
    while current < parts.count, case .encoded(let frames) = parts[current] {
      try encodeNext(of: frames, write: write)
    }
    guard current == parts.count else {
      throw MediaError(
        .invalidData, "copy packets",
        detail: "the source ends after \(writtenPackets) of \(packetCount) film packets")
    }
  }

  private func encodeNext(
    of frames: Range<Int>, write: (borrowing Packet, Times) throws(MediaError) -> Void
  ) throws(MediaError) {
    guard let film else { throw MediaError(.unsupported, "write film") }
    let source: EncodedPiece
    if let piece { source = piece } else { source = try film.piece(of: frames) }
    piece = source
    let number = frames.lowerBound + source.received
    let isWritten: Void? = try source.next { (packet, frame) throws(MediaError) in
      if let joint {
        try packet.replaceBytes(
          with: joint.encoded(Array(packet.bytes), isKeyframe: packet.isMarkedKeyframe))
      }
      let times = self.times(ofEncoded: frame, place: number, isKeyframe: packet.isMarkedKeyframe)
      try write(packet, times)
      lastDTS = times.dts
      writtenPackets += 1
    }
    if isWritten == nil {
      piece = nil
      current += 1
    }
  }

  /// When an encoded frame is shown, and when it is decoded: but for the delay, when the frame of
  /// number `place` is shown.
  private func times(ofEncoded frame: Int, place: Int, isKeyframe: Bool) -> Times {
    let pts = index.frames[frame].pts
    let end = frame + 1 < index.count ? index.frames[frame + 1].pts : index.endPTS
    let dts = index.frames[place].pts - delay
    return Times(
      pts: storesOnlyOrder ? dts : pts, dts: dts, duration: max(1, end - pts),
      isKeyframe: isKeyframe, isShown: true)
  }
}
