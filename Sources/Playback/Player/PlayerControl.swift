// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// What a player was told and where it is: what its threads share, as one value.
struct PlayerControl: Sendable {
  var isClosed = false
  var state: PlayerState

  // What was asked for
  /// What is played; nil is the whole clip.
  var range: TrimRange?
  /// Whether the range comes again after its end; else playing stops there.
  var isLooping = true
  /// Whether only the range's first and last seconds are played.
  var isAuditioning = false
  var index: FrameIndex?
  /// Rises with each index, for readers to see that there is a new one.
  var indexVersion = 0
  var viewSize: PixelSize
  /// The time last sought; stepping counts from here, also before its picture is there.
  var asked: MediaTime
  /// Whether anything was ever asked for; until then the position is the clip's start.
  var hasMoved = false
  /// Whether a still picture is on its way.
  var isAwaitingStill = false

  // Where it is
  /// The clip's start as the container has it.
  let firstTime: MediaTime
  /// PTS of the frame on screen.
  var shown: MediaTime
  /// Whether any is there yet.
  var hasShown = false
  /// Whether it played to the end and stopped there.
  var isAtEnd = false

  // Playing
  var session: PlaySession?
  /// The session's pictures that are made and not shown yet.
  var pictures = PictureQueue()
  /// Playing backwards, which needs no presentation; never beside one.
  var reverse: ReverseRun?
  /// Rises with each beginning and end of a session.
  var generation = 0
  /// The presenter sleeps until this is set, or its time has come.
  var wakesPresenter = false
  /// The presenter waits for the next picture to be made.
  var isStarving = false
  /// Whether there is a sound server, as far as known.
  var hasServer: Bool

  /// Whether sound can be made faster and slower, as far as known.
  var canStretch = true

  /// How much of each end is heard when a range's edges are auditioned.
  static let edgeSeconds: Int64 = 3

  /// Frames before an in point that are decoded again at each turn in no time that matters.
  private static let nearKeyframe = 3

  init(clip: ClipInfo, usesSound: Bool) {
    let start = clip.video.startTime ?? clip.startTime ?? .zero
    let position = start.rescaled(to: clip.video.timebase)
    firstTime = position
    asked = position
    shown = position
    viewSize = clip.geometry.displaySize
    hasServer = usesSound
    let hasSound = clip.audioStreamIndex != nil
    state = PlayerState(
      hasSound: hasSound, soundStream: clip.audioStreamIndex,
      soundIsAvailable: hasSound && usesSound)
  }

  func isStale(_ generation: Int) -> Bool { isClosed || session?.generation != generation }

  /// Whether the session wants to be heard.
  var wantsSound: Bool { session != nil && state.hasSound && isHeard }

  mutating func updateSoundAvailability() {
    state.soundIsAvailable = state.hasSound && hasServer && isHeard
  }

  /// Whether the rate is one at which sound can be made.
  var isHeard: Bool { state.rate == 1 || (state.rate > 0 && canStretch) }

  /// Where a presentation that was asked for at `time` begins, and what it plays.
  func route(from time: MediaTime, timebase: Timebase) -> (start: MediaTime, route: PlayRoute) {
    guard let range else { return (time, .toTheEnd) }
    if isAuditioning {
      let route = PlayRoute(
        edgesOf: range, seconds: Self.edgeSeconds, repeats: isLooping, timebase: timebase)
      let ticks = time.rescaled(to: timebase).ticks
      let isInside = route.stretches.contains { $0.contains(ticks) }
      return (isInside ? time : range.inPoint, route)
    }
    if isLooping {
      return (
        range.contains(time) ? time : range.inPoint,
        PlayRoute(range, repeats: true, timebase: timebase)
      )
    }
    guard range.contains(time) else { return (time, .toTheEnd) }
    return (time, PlayRoute(range, repeats: false, timebase: timebase))
  }

  /// Begins a presentation at `time`, or where the route begins when that is outside of it.
  mutating func beginSession(at time: MediaTime, turn: Int, timebase: Timebase, now: Int64) {
    generation += 1
    pictures.removeAll()
    reverse = nil
    let (start, route) = route(from: time, timebase: timebase)
    let timeline = PlayTimeline(start: start, route: route, timebase: timebase, turn: turn)
    var session = PlaySession(
      generation: generation, start: start, timeline: timeline,
      alternates: needsSecondReader(route, timebase: timebase), rate: state.rate, now: now)
    if state.hasSound && hasServer && isHeard { session.sound = .preparing }
    self.session = session
    state.isPlaying = true
    isAwaitingStill = false
    isAtEnd = false
    hasMoved = true
    asked = start
    wakesPresenter = true
  }

  /// Ends the presentation, if there is one.
  mutating func endSession() {
    guard session != nil || reverse != nil else { return }
    generation += 1
    pictures.removeAll()
    session = nil
    reverse = nil
    state.isPlaying = false
    wakesPresenter = true
  }

  /// Whether the start of a stretch is far from where decoding can begin.
  func needsSecondReader(_ route: PlayRoute, timebase: Timebase) -> Bool {
    guard route.repeats || route.stretches.count > 1 else { return false }
    // From the head of a range to its tail is far in any case.
    if route.stretches.count > 1 { return true }
    return route.stretches.contains { stretch in
      let start = MediaTime(ticks: stretch.lowerBound, timebase: timebase)
      guard indexReaches(start), let index, let frame = index.frame(at: start),
        let keyframe = index.keyframe(atOrBefore: frame)
      else { return start > firstTime }
      return frame - keyframe > Self.nearKeyframe
    }
  }

  /// Where play begins when no time is given.
  var playStart: MediaTime {
    if let range {
      if isAuditioning { return range.inPoint }
      if isLooping { return range.contains(asked) ? asked : range.inPoint }
      // At its end it begins anew, rather than stop at once.
      if range.contains(asked) { return isLastFrame(asked, of: range) ? range.inPoint : asked }
    }
    guard let index, index.isComplete, index.count > 1, let frame = index.frame(at: asked) else {
      return isAtEnd ? index?.startTime ?? firstTime : asked
    }
    return isAtEnd || frame == index.count - 1 ? index.startTime : asked
  }

  private func isLastFrame(_ time: MediaTime, of range: TrimRange) -> Bool {
    guard !isAtEnd else { return true }
    guard indexReaches(time), let index, let frame = index.frame(at: time) else { return false }
    return index.time(ofFrame: frame) > range.inPoint
      && (frame + 1 >= index.count || index.time(ofFrame: frame + 1) >= range.outPoint)
  }

  /// Whether the index tells which frame is on screen at `time`.
  func indexReaches(_ time: MediaTime) -> Bool {
    guard let index, !index.isEmpty else { return false }
    return index.isComplete || time < index.endTime
  }

  /// The frame that is on screen at `time`, where the index reaches that far; else the time itself.
  func frameTime(at time: MediaTime) -> MediaTime {
    guard indexReaches(time), let index, let frame = index.frame(at: time) else { return time }
    return index.time(ofFrame: frame)
  }

  /// The time of the frame so many frames from the one last asked for, inside the clip.
  ///
  /// Where no index reaches, frames are `frameSeconds` long.
  func time(stepping frames: Int, frameSeconds: Double, timebase: Timebase) -> MediaTime {
    if indexReaches(asked), let index, let frame = index.frame(at: asked) {
      let wanted = max(0, frame + frames)
      if wanted < index.count { return index.time(ofFrame: wanted) }
      if index.isComplete { return index.time(ofFrame: index.count - 1) }
    }
    // The middle of the frame, so that rounding lands in it.
    let distance = (Double(frames) + 0.5) * frameSeconds
    return max(firstTime, asked + MediaTime(seconds: distance, timebase: timebase))
  }
}
