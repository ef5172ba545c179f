// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Decides which frames are decoded ahead while nothing is asked for; a value without threads.
///
/// First what is on screen next in the direction of travel, then the frames before in the group of
/// pictures, and the end of the group before that when it is near, for whoever goes back; then the
/// surroundings of the range's edges; at last more of what comes next, so that the decoder stands
/// where a drag would go on. Everything once: idle ends.
struct CacheFiller {
  /// Frames to decode, in display order.
  struct Job: Equatable {
    let frames: Range<Int>
    /// PTS around which the cache keeps pictures.
    let playhead: Int64
  }

  /// Frames ahead of a playhead that goes on.
  private static let ahead = 12
  /// The same for one that moves, and once all else is there.
  private static let farAhead = 36
  /// Whoever goes by no more frames than these at a time is on the way through all of them.
  private static let smoothStep = 6
  /// Nearer than this to the start of its group, the end of the one before is prepared as well.
  private static let nearStart = 60
  /// Groups longer than this are not decoded for the case that somebody steps back.
  private static let longestGroup = 600
  /// Frames on both sides of an edge.
  private static let edgeFrames = 12

  private var playhead: Int64?
  private var isGoingBack = false
  private var done: [Range<Int>] = []

  /// Whether there is no time to wait for a pause: it goes on in one direction, frame by frame.
  private(set) var isUrgent = false

  /// Takes note of the frame on screen and of the one before it.
  mutating func follow(_ pts: Int64, before: Int64?, in index: FrameIndex?) {
    isGoingBack = before.map { pts < $0 } ?? false
    isUrgent = false
    if let before, before != pts, let index, let here = index.number(ofPTS: pts),
      let last = index.number(ofPTS: before)
    {
      isUrgent = abs(last - here) <= Self.smoothStep
    }
    if playhead != pts { done = done.suffix(8) }
    playhead = pts
  }

  /// Prepares nothing until there is something new on screen.
  mutating func rest() { playhead = nil }

  /// Everything may have to be prepared again.
  mutating func forget() { done = [] }

  /// Takes note that a job's frames are there, or cannot be had.
  mutating func finish(_ job: Job) { done.append(job.frames) }

  /// The next frames to prepare; nil when all are there.
  mutating func next(for scrubber: Scrubber) -> Job? {
    if let job = firstJob(for: scrubber) { return job }
    guard isUrgent else { return nil }
    // In front all is there: the rest has time.
    isUrgent = false
    return firstJob(for: scrubber)
  }

  private func firstJob(for scrubber: Scrubber) -> Job? {
    guard let playhead, let index = scrubber.index, scrubber.source != nil,
      let here = index.number(ofPTS: playhead)
    else { return nil }
    let room = max(2, scrubber.capacity)
    // Once for all: each look takes the lock that whoever drags takes too.
    let cache = scrubber.cache
    let wanted = candidates(around: here, in: index, room: room, edges: cache.edges)
    for frames in wanted.flatMap({ Self.groups(of: $0, in: index) }) {
      guard !frames.isEmpty, !done.contains(frames),
        let first = frames.first(where: { cache[index.frames[$0].pts] == nil }),
        let last = frames.last(where: { cache[index.frames[$0].pts] == nil })
      else { continue }
      let missing = first..<(last + 1)
      if done.contains(where: { $0.contains(first) && $0.contains(last) }) { continue }
      return Job(frames: missing, playhead: playhead)
    }
    return nil
  }

  private func candidates(
    around here: Int, in index: FrameIndex, room: Int, edges: [Int64]
  ) -> [Range<Int>] {
    let ahead = framesAhead(of: here, isUrgent ? Self.farAhead : Self.ahead, in: index, room: room)
    let behind = framesBehind(here, in: index, room: room)
    // What is behind the back of somebody on the move waits: the decoder is needed in front.
    if isUrgent { return isGoingBack ? behind : [ahead] }
    let around = edges.compactMap { edge -> Range<Int>? in
      guard let frame = index.frame(at: MediaTime(ticks: edge, timebase: index.timebase)) else {
        return nil
      }
      let side = min(Self.edgeFrames, room / 8)
      return max(0, frame - side)..<min(index.count, frame + side + 1)
    }
    return (isGoingBack ? behind + [ahead] : [ahead] + behind) + around
      + [framesAhead(of: here, Self.farAhead, in: index, room: room)]
  }

  /// Each group of pictures by itself: the way to a frame of another would begin at its keyframe.
  private static func groups(of frames: Range<Int>, in index: FrameIndex) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    var end = frames.upperBound
    while end > frames.lowerBound {
      let start = max(frames.lowerBound, index.keyframe(atOrBefore: end - 1) ?? 0)
      groups.append(start..<end)
      end = start
    }
    return groups.reversed()
  }

  private func framesAhead(
    of here: Int, _ count: Int, in index: FrameIndex, room: Int
  ) -> Range<Int> {
    (here + 1)..<min(index.count, max(here + 1, here + 1 + min(count, room / 4)))
  }

  /// The frames before in this group, and those at the end of the group before when it is near.
  private func framesBehind(_ here: Int, in index: FrameIndex, room: Int) -> [Range<Int>] {
    let start = index.keyframe(atOrBefore: here) ?? 0
    guard here - start <= Self.longestGroup else { return [] }
    var behind = [max(start, here - room / 2)..<here]
    if here - start < Self.nearStart, start > 0 {
      let previous = index.keyframe(atOrBefore: start - 1) ?? 0
      if start - previous <= Self.longestGroup {
        // On a large screen there is room for a few pictures only.
        behind.append(min(start, max(previous, here - room / 2))..<start)
      }
    }
    return behind
  }
}
