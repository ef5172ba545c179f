// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Decides which frames are decoded ahead while nothing is asked for; a value without threads.
///
/// First what is on screen next in the direction of travel, then the frames before in the group of
/// pictures, and the end of the group before that when it is near, for whoever goes back; at last the
/// surroundings of the range's edges. Everything once: idle ends.
struct CacheFiller {
  /// Frames to decode, in display order.
  struct Job: Equatable {
    let frames: Range<Int>
    /// PTS around which the cache keeps pictures.
    let playhead: Int64
  }

  /// Frames ahead of a playhead that goes on.
  private static let ahead = 12
  /// Nearer than this to the start of its group, the end of the one before is prepared as well.
  private static let nearStart = 60
  /// Groups longer than this are not decoded for the case that somebody steps back.
  private static let longestGroup = 600
  /// Frames on both sides of an edge.
  private static let edgeFrames = 12

  private var playhead: Int64?
  private var isGoingBack = false
  private var done: [Range<Int>] = []

  /// Whether there is no time to wait for a pause: frame by frame it goes back.
  private(set) var isUrgent = false

  /// Takes note of the frame on screen and of the one before it.
  mutating func follow(_ pts: Int64, before: Int64?, in index: FrameIndex?) {
    isGoingBack = before.map { pts < $0 } ?? false
    isUrgent = false
    if isGoingBack, let before, let index, let here = index.number(ofPTS: pts),
      let last = index.number(ofPTS: before)
    {
      isUrgent = last - here <= 3
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
  func next(for scrubber: Scrubber) -> Job? {
    guard let playhead, let index = scrubber.index, scrubber.source != nil,
      let here = index.number(ofPTS: playhead)
    else { return nil }
    let room = max(2, scrubber.capacity)
    for frames in candidates(around: here, in: index, room: room, edges: scrubber.cache.edges) {
      guard !frames.isEmpty, !done.contains(frames),
        let first = frames.first(where: { scrubber.cache[index.frames[$0].pts] == nil }),
        let last = frames.last(where: { scrubber.cache[index.frames[$0].pts] == nil })
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
    let ahead = (here + 1)..<min(index.count, max(here + 1, here + 1 + min(Self.ahead, room / 4)))
    let start = index.keyframe(atOrBefore: here) ?? 0
    var behind: [Range<Int>] = []
    if here - start <= Self.longestGroup {
      behind.append(max(start, here - room / 2)..<here)
      if here - start < Self.nearStart, start > 0 {
        let previous = index.keyframe(atOrBefore: start - 1) ?? 0
        if start - previous <= Self.longestGroup {
          behind.append(max(previous, here - room / 2)..<start)
        }
      }
    }
    let around = edges.compactMap { edge -> Range<Int>? in
      guard let frame = index.frame(at: MediaTime(ticks: edge, timebase: index.timebase)) else {
        return nil
      }
      let side = min(Self.edgeFrames, room / 8)
      return max(0, frame - side)..<min(index.count, frame + side + 1)
    }
    return (isGoingBack ? behind + [ahead] : [ahead] + behind) + around
  }
}
