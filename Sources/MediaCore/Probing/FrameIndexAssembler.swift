// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Puts packets, given in decode order, into display order as soon as their place is certain.
///
/// A pure value: it knows no file and no codec.
struct FrameIndexAssembler {
  /// One video packet.
  struct Packet {
    var pts: Int64?
    var dts: Int64?
    /// In ticks; 0 when unknown.
    var duration: Int64 = 0
    var bytes: Int
    var bytePosition: Int64?
    /// An edit list leaves it out.
    var isHidden = false
    var facts: PictureCoding.Facts
    /// Place in display order as the bitstream counts it; nil when it is not known.
    var displayOrder: Int?
    /// Whether it is shown before the reference frame stored before it.
    var isBidirectional = false
    /// The other half of the frame that the packet before began.
    var isSecondField = false
  }

  /// How display order is found.
  enum Ordering {
    /// By the timestamps that the container stores.
    case timestamps
    /// By what the bitstream says, for containers whose timestamps are missing or go back.
    case bitstream
  }

  /// A packet that shows a frame and waits for its place.
  struct Entry {
    var pts: Int64?
    var dts: Int64?
    var duration: Int64
    var position: Int32
    var bytes: Int32
    var bytePosition: Int64?
    var isKeyframe: Bool
    var isOpenGOP = false
    var order: Int?
    var isBidirectional: Bool
  }

  let timebase: Timebase
  let ordering: Ordering
  private let typicalFrameTicks: Int64

  private var nextPosition: Int32 = 0
  /// Shown frames whose place is not certain yet, in decode order.
  private var pending: [Entry] = []
  private var frames: [FrameIndex.Frame] = []
  private var locations: [FrameIndex.KeyframeLocation] = []
  private var lastDuration: Int64 = 0
  /// Position in ``pending`` of nothing: the last keyframe that came, to mark its GOP as open.
  private var lastKeyPosition: Int32?
  private var lastKeyPTS: Int64?
  private var isLinkBroken = false
  private var sequenceEnded = false
  /// Whether a timestamp was below its decoding time, so that those cannot bound what comes.
  private var areDecodingTimesUnsound = false
  /// Decoding times of shown frames, which stand in for timestamps when there are none at all.
  private var decodingTimes: [Int64] = []
  private var hasSeenPTS = false
  /// Frames in display order that wait for the first timestamp.
  private var unstamped: [Entry] = []
  /// The reference frame that frames stored after it may be shown before.
  private var heldReference: Entry?

  /// Position of the first packet that shows a frame and of the first that is a keyframe.
  private(set) var firstShownPosition: Int32?
  private(set) var firstKeyPosition: Int32?
  private var firstKeyPTS: Int64?
  private var hasLeadingPictures = false

  init(timebase: Timebase, ordering: Ordering, typicalFrameTicks: Int64) {
    self.timebase = timebase
    self.ordering = ordering
    self.typicalFrameTicks = typicalFrameTicks
  }

  /// Number of frames whose place is certain.
  var frameCount: Int { frames.count }

  /// Number of packets added.
  var packetCount: Int { Int(nextPosition) }

  /// Whether a decoder may not show everything at the start: it begins in the middle of a GOP, or
  /// pictures that are shown before the first keyframe are stored after it.
  var hasDoubtfulStart: Bool {
    guard let firstShownPosition else { return false }
    return firstKeyPosition != firstShownPosition || hasLeadingPictures
  }

  /// Adds the next packet in decode order.
  ///
  /// - Returns: False when timestamps turn out to be no order to go by: start again with
  ///   ``Ordering/bitstream``.
  mutating func add(_ packet: Packet) -> Bool {
    let position = nextPosition
    nextPosition += 1
    guard !packet.isSecondField else { return true }
    let facts = packet.facts
    if facts.isKeyframe { isLinkBroken = facts.breaksLink || sequenceEnded }
    sequenceEnded = facts.endsSequence
    let isUndecodable = facts.needsPreviousGOP && isLinkBroken
    if facts.isKeyframe { noteKeyframe(packet, at: position) }
    guard facts.isShown, !packet.isHidden, !isUndecodable else { return true }
    if firstShownPosition == nil { firstShownPosition = position }
    let entry = Entry(
      pts: packet.pts, dts: packet.dts, duration: packet.duration, position: position,
      bytes: Int32(clamping: packet.bytes), bytePosition: packet.bytePosition,
      isKeyframe: facts.isKeyframe, order: packet.displayOrder,
      isBidirectional: packet.isBidirectional)
    switch ordering {
    case .timestamps: return addByTimestamp(entry, packet)
    case .bitstream:
      addByBitstream(entry, facts)
      return true
    }
  }

  /// Takes it that no packet follows.
  mutating func finish() {
    switch ordering {
    case .timestamps: settle(before: nil)
    case .bitstream:
      settleEpoch()
      if let held = heldReference { emit(held) }
      heldReference = nil
      stampTheUnstamped()
    }
  }

  /// The frames whose place is certain.
  func makeIndex(isComplete: Bool) -> FrameIndex {
    let last = frames.last?.pts ?? 0
    let length = lastDuration > 0 ? lastDuration : typicalFrameTicks
    let next = pending.compactMap(\.pts).min()
    let end = isComplete ? last + length : next.map { max($0, last + 1) } ?? last + length
    return FrameIndex(
      timebase: timebase, frames: frames, endPTS: frames.isEmpty ? 0 : end,
      isComplete: isComplete, hasStoredPTS: ordering == .timestamps,
      keyframeLocations: locations)
  }

  /// Takes it that a decoder's first frame is that of packet `position`: what is shown before it
  /// never comes out, and decoding can start there when it is the first packet of all.
  mutating func startDisplay(atPacket position: Int32) {
    guard let first = frames.firstIndex(where: { $0.decodePosition == position }) else { return }
    let dropped = frames[..<first].filter(\.isKeyframe).count
    frames.removeFirst(first)
    locations.removeFirst(dropped)
    guard position == 0, let frame = frames.first, !frame.isKeyframe else { return }
    frames[0] = FrameIndex.Frame(
      pts: frame.pts, decodePosition: 0, bytes: frame.bytes, isKeyframe: true)
    locations.insert(.init(dts: nil, bytePosition: nil), at: 0)
  }

  /// Whether all frames shown before the first keyframe have their place.
  var hasSettledStart: Bool {
    guard let firstKeyPosition else { return false }
    return frames.contains { $0.decodePosition == firstKeyPosition }
  }

  private mutating func noteKeyframe(_ packet: Packet, at position: Int32) {
    if firstKeyPosition == nil {
      firstKeyPosition = position
      firstKeyPTS = packet.pts
    }
  }

  // MARK: - By timestamps

  private mutating func addByTimestamp(_ entry: Entry, _ packet: Packet) -> Bool {
    guard let pts = entry.pts else { return false }
    // A frame whose place was thought to be over: these timestamps go back.
    if let last = frames.last, pts < last.pts { return false }
    if let firstKeyPTS, pts < firstKeyPTS { hasLeadingPictures = true }
    if let dts = packet.dts, dts > pts { areDecodingTimesUnsound = true }
    if entry.isKeyframe {
      // Whatever is shown before the last keyframe is known now, for this one begins another GOP.
      if let lastKeyPTS { settle(before: lastKeyPTS) }
      lastKeyPTS = pts
      lastKeyPosition = entry.position
    } else if let lastKeyPTS, pts < lastKeyPTS, !isLeadingDecodable(packet.facts),
      let key = pending.lastIndex(where: { $0.position == lastKeyPosition })
    {
      pending[key].isOpenGOP = true
    }
    pending.append(entry)
    if let dts = packet.dts, !areDecodingTimesUnsound { settle(before: dts) }
    return true
  }

  private func isLeadingDecodable(_ facts: PictureCoding.Facts) -> Bool {
    facts.isClosedGOP || isLinkBroken
  }

  /// Gives all pending frames before `limit` their place; all frames when it is nil.
  private mutating func settle(before limit: Int64?) {
    if let limit {
      // Nearly always nothing or one frame; found without sorting.
      guard pending.contains(where: { ($0.pts ?? limit) < limit }) else { return }
    }
    let settled = pending.filter { entry in limit.map { (entry.pts ?? $0) < $0 } ?? true }
    pending.removeAll { entry in limit.map { (entry.pts ?? $0) < $0 } ?? true }
    for entry in settled.sorted(by: { ($0.pts ?? 0, $0.position) < ($1.pts ?? 0, $1.position) }) {
      append(entry, pts: entry.pts ?? 0)
    }
  }

  // MARK: - By bitstream

  private mutating func addByBitstream(_ entry: Entry, _ facts: PictureCoding.Facts) {
    if entry.pts != nil { hasSeenPTS = true }
    if let dts = entry.dts { decodingTimes.append(dts) }
    guard let order = entry.order else { return addByReferences(entry) }
    if facts.startsAfresh || facts.breaksLink { settleEpoch() }
    if entry.isKeyframe {
      lastKeyPosition = entry.position
      lastKeyPTS = Int64(order)
    } else if let lastKeyPTS, order < lastKeyPTS,
      let key = pending.lastIndex(where: { $0.position == lastKeyPosition })
    {
      pending[key].isOpenGOP = true
      if lastKeyPosition == firstKeyPosition { hasLeadingPictures = true }
    }
    pending.append(entry)
  }

  /// A new count of display order begins: the old one is complete.
  private mutating func settleEpoch() {
    let settled = pending.sorted { ($0.order ?? 0, $0.position) < ($1.order ?? 0, $1.position) }
    pending = []
    for entry in settled { emit(entry) }
  }

  /// The rule of codecs that reorder by one frame: a reference waits for the frames before it.
  private mutating func addByReferences(_ entry: Entry) {
    guard !entry.isBidirectional else {
      if let held = heldReference, held.isKeyframe {
        heldReference?.isOpenGOP = true
        if held.position == firstKeyPosition { hasLeadingPictures = true }
      }
      return emit(entry)
    }
    if let held = heldReference { emit(held) }
    heldReference = entry
  }

  /// Takes a frame in display order and finds its time.
  private mutating func emit(_ entry: Entry) {
    guard frames.isEmpty, entry.pts == nil else {
      stampTheUnstamped(before: entry)
      return append(entry, pts: entry.pts ?? nextPTS(of: entry))
    }
    unstamped.append(entry)
    // Nothing but decoding times to go by: no use in waiting for more.
    if !hasSeenPTS, unstamped.count > 64 { stampTheUnstamped() }
  }

  /// Counts times back from the first frame that has one, else takes decoding times.
  private mutating func stampTheUnstamped(before stamped: Entry? = nil) {
    let waiting = unstamped
    unstamped = []
    for (number, entry) in waiting.enumerated() {
      if let pts = stamped?.pts {
        let step = entry.duration > 0 ? entry.duration : typicalFrameTicks
        append(entry, pts: pts - Int64(waiting.count - number) * step)
      } else {
        append(entry, pts: nextPTS(of: entry))
      }
    }
  }

  private func nextPTS(of entry: Entry) -> Int64 {
    let number = frames.count
    if !hasSeenPTS, number < decodingTimes.count { return decodingTimes[number] }
    let step = lastDuration > 0 ? lastDuration : typicalFrameTicks
    return frames.last.map { $0.pts + step } ?? entry.dts ?? 0
  }

  private mutating func append(_ entry: Entry, pts: Int64) {
    // Equal times in a row name different frames: they count up by a tick.
    let distinct = frames.last.map { max(pts, $0.pts + 1) } ?? pts
    frames.append(
      FrameIndex.Frame(
        pts: distinct, decodePosition: entry.position, bytes: entry.bytes,
        isKeyframe: entry.isKeyframe, isOpenGOP: entry.isOpenGOP))
    if entry.isKeyframe {
      locations.append(.init(dts: entry.dts, bytePosition: entry.bytePosition))
    }
    lastDuration = entry.duration
  }
}
