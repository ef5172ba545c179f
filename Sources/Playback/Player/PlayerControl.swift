// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// What a player was told and where it is: what its threads share, as one value.
struct PlayerControl: Sendable {
  var isClosed = false
  var state: PlayerState

  // What was asked for
  var loop: TrimRange?
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
  /// Whether it played to the end and stopped there.
  var isAtEnd = false

  // Playing
  var session: PlaySession?
  /// Rises with each beginning and end of a session.
  var generation = 0
  /// The presenter sleeps until this is set, or its time has come.
  var wakesPresenter = false
  /// The presenter waits for the next picture to be made.
  var isStarving = false
  /// Whether there is a sound server, as far as known.
  var hasServer: Bool

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
    state = PlayerState(hasSound: hasSound, soundIsAvailable: hasSound && usesSound)
  }

  func isStale(_ generation: Int) -> Bool { isClosed || session?.generation != generation }

  /// Whether the session wants to be heard.
  var wantsSound: Bool { session != nil && state.rate == 1 && state.hasSound }

  mutating func updateSoundAvailability() {
    state.soundIsAvailable = state.hasSound && hasServer && state.rate == 1
  }

  /// Begins a presentation at `time`, or at the in point when that is outside the loop.
  mutating func beginSession(at time: MediaTime, turn: Int, timebase: Timebase, now: Int64) {
    generation += 1
    let start = loop.map { $0.contains(time) ? time : $0.inPoint } ?? time
    let timeline = PlayTimeline(start: start, loop: loop, timebase: timebase, turn: turn)
    var session = PlaySession(
      generation: generation, start: start, timeline: timeline, alternates: needsSecondReader,
      rate: state.rate, now: now)
    if state.hasSound && hasServer && state.rate == 1 { session.sound = .preparing }
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
    guard session != nil else { return }
    generation += 1
    session = nil
    state.isPlaying = false
    wakesPresenter = true
  }

  /// Whether the in point is far from where decoding can begin.
  var needsSecondReader: Bool {
    guard let loop else { return false }
    guard indexReaches(loop.inPoint), let index, let frame = index.frame(at: loop.inPoint),
      let keyframe = index.keyframe(atOrBefore: frame)
    else { return loop.inPoint > firstTime }
    return frame - keyframe > Self.nearKeyframe
  }

  /// Where play begins when no time is given.
  var playStart: MediaTime {
    if let loop { return loop.contains(asked) ? asked : loop.inPoint }
    guard let index, index.isComplete, index.count > 1, let frame = index.frame(at: asked) else {
      return isAtEnd ? index?.startTime ?? firstTime : asked
    }
    return isAtEnd || frame == index.count - 1 ? index.startTime : asked
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
