// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// A film beside the one that players take, on its way into a clip: copied where it can be, its edges
/// encoded, so that no frame from outside the range stays.
///
/// Belongs to one thread; made anew for each attempt.
final class OtherFilm {
  typealias Times = FilmTiming.Times

  /// Position of its stream in the source.
  let source: Int
  let index: FrameIndex
  let isIntraOnly: Bool

  private let plans: [ExportPlan?]
  private let encoded: EncodedFilm?
  private let joint: (any StreamJoint)?
  private let tracks: [FilmTrack?]
  private var current: FilmTrack?
  private var copied: Range<Int>?
  private var position: Int?

  /// Whether an attempt ended because it cannot be cut like this.
  var hasFailed = false

  /// Plans and opens the film.
  ///
  /// Reads its packets from the start of the file up to the end of the clip.
  ///
  /// - Parameters:
  ///   - info: Its stream.
  ///   - path: The source.
  ///   - plan: Of the clip.
  ///   - cancellation: Stops the reading.
  /// - Returns: nil where nothing of it is in the range, or it cannot be cut so.
  /// - Throws: What reading throws.
  static func open(
    _ info: StreamInfo, of path: FilePath, for plan: JoinPlan, cancellation: Cancellation
  ) throws(MediaError) -> OtherFilm? {
    let isIntraOnly = ExportPlan.isIntraOnly(info.codec)
    guard plan.method != .hide, isIntraOnly || plan.parts[0].mayEncodeOtherFilms,
      let end = plan.parts.map(\.landing.outPoint).max()
    else { return nil }
    let scan = try PacketScan(
      path: path, film: info.index, ordering: .timestamps, cancellation: cancellation)
    guard let index = try scan.run(until: end), !index.isEmpty else { return nil }
    let clip = scan.describe()
    var plans: [ExportPlan?] = []
    for part in plan.parts {
      do throws(ExportPlan.Refusal) {
        plans.append(
          try ExportPlan.ofOtherFilm(
            in: part.landing, clip: clip, index: index, container: plan.container))
      } catch {
        guard error == .noFrameInRange else { return nil }
        plans.append(nil)
      }
    }
    do throws(MediaError) {
      return try OtherFilm(
        source: info.index, path: path, index: index, isIntraOnly: isIntraOnly, plans: plans,
        storesHeadersApart: plan.container.storesHeadersApart, cancellation: cancellation)
    } catch {
      // What cannot be joined begins at a keyframe of its own.
      guard error.reason == .unsupported || error.reason == .invalidData else { throw error }
      return nil
    }
  }

  private init?(
    source: Int, path: FilePath, index: FrameIndex, isIntraOnly: Bool, plans: [ExportPlan?],
    storesHeadersApart: Bool, cancellation: Cancellation
  ) throws(MediaError) {
    let parts = plans.compactMap { $0 }
    guard let first = parts.first else { return nil }
    self.source = source
    self.index = index
    self.isIntraOnly = isIntraOnly
    self.plans = plans
    let hasEncoded = parts.contains { $0.encodedFrames > 0 }
    let encoded =
      hasEncoded
      ? try EncodedFilm(
        parts: parts, path: path, film: source, index: index,
        storesHeadersApart: storesHeadersApart, cancellation: cancellation) : nil
    var joint: (any StreamJoint)? = encoded?.joint
    if encoded == nil, !isIntraOnly {
      let demuxer = try Demuxer(sharing: path, analysis: .full, film: source)
      let hasGap = EncodedFilm.hasGap(parts)
      if parts.count > 1 {
        joint = try demuxer.makeJoint(hasGap: hasGap)
      } else if case .copy(let piece) = first.segments.first, piece.packets.lowerBound > 0 {
        joint = demuxer.makeStart(hasGap: hasGap)
      }
    }
    self.encoded = encoded
    self.joint = joint
    tracks = FilmTrack.tracks(of: plans, index: index, film: encoded, joint: joint)
  }

  /// Whether nothing of the source's coding stays.
  var isEncodedThroughout: Bool { plans.allSatisfy { $0?.isEncodedThroughout ?? true } }

  /// Describes the clip's stream, which was added to a muxer as a copy of the source's.
  func describe(_ output: Int, of muxer: Muxer) throws(MediaError) {
    if let encoded {
      try encoded.describe(output, of: muxer)
    } else if let description = (joint as? AVCJoint)?.descriptionOfCopy {
      try muxer.describeFilm(output, extradata: description)
    }
  }

  // MARK: - Packets

  /// Begins with the part of this number of the clip.
  func begin(part number: Int) {
    current = tracks[number]
    copied = plans[number].flatMap { FilmTrack.copiedPackets(of: $0) }
    position = nil
  }

  /// Whether nothing more of the part can come from the source.
  var isDone: Bool { current?.isWaitingForSource != true }

  /// Writes the encoded packets that are decoded before `time`.
  func advance(
    to time: MediaTime, write: (borrowing Packet, Times) throws(MediaError) -> Void
  ) throws(MediaError) {
    try current?.advance(to: time.rescaled(to: index.timebase).ticks, write: write)
  }

  /// Takes a packet of the source, which may be one that is copied.
  func take(
    _ packet: borrowing Packet,
    write: (borrowing Packet, Times?, _ keepsDTS: Bool) throws(MediaError) -> Void
  ) throws(MediaError) {
    let last = position
    if let pts = packet.pts, let number = index.number(ofPTS: pts),
      Int(index.frames[number].decodePosition) > last ?? -1
    {
      position = Int(index.frames[number].decodePosition)
    } else if let last {
      // Second fields have no frame of their own, and repeated timestamps are of different frames.
      position = last + 1
    }
    guard let position, let copied, copied.contains(position) else { return }
    try current?.take(packet, at: position, write: write)
  }

  /// Writes everything that is encoded behind the last copied packet of the part.
  func finish(
    write: (borrowing Packet, Times) throws(MediaError) -> Void
  ) throws(MediaError) {
    try current?.finish(write: write)
    current = nil
  }
}
