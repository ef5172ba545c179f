// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// The picture threads: from the clip to the queue of due pictures.
///
/// A turn of a loop belongs to one of the two threads. Where going back to the in point takes long,
/// they alternate: while one plays its turn, the other stands ready with the first picture of the
/// next. Otherwise the first thread does all turns and the second never opens the file.
extension PlayerCore {
  /// One turn of a presentation, for one picture thread.
  private struct Turn: Sendable {
    let generation: Int
    let number: Int
    /// Where it begins, in clip ticks.
    let start: Int64
  }

  private enum TurnEnd {
    case over
    /// The turn begins elsewhere now.
    case moved
    case stale
    /// The film ended, after a last picture at these clip ticks; nil when there was none.
    case endOfFilm(Int64?)
  }

  /// Nanoseconds of lateness from which frames are decoded and not converted, are decoded only
  /// where others need them, and are jumped over.
  private static let late: (skip: Int64, thin: Int64, jump: Int64) = (
    80_000_000, 300_000_000, 1_200_000_000
  )

  /// A late film still shows a picture this often.
  private static let longestSkip = 8

  func feedPictures(thread: Int) {
    var reader: (any PictureSource)?
    var indexVersion = 0
    while let turn = nextTurn(of: thread) {
      do throws(MediaError) {
        let source: any PictureSource
        if let reader { source = reader } else { source = try makePictureSource() }
        reader = source
        source.isInterrupted = { [control] in control.withLock { $0.isStale(turn.generation) } }
        updateIndex(of: source, version: &indexVersion)
        switch try feed(turn, from: source) {
        case .over: finish(turn, thread: thread)
        case .endOfFilm(let last):
          // A turn without any picture would be followed by another, as fast as can be.
          if last != nil, isLooping(turn) {
            finish(turn, thread: thread)
          } else {
            end(turn, lastPicture: last, thread: thread)
          }
        case .moved, .stale: break
        }
      } catch {
        if error.reason != .cancelled { fail(error, generation: turn.generation) }
      }
    }
  }

  /// Blocks until there is a turn to make; nil when the player is closed.
  private func nextTurn(of thread: Int) -> Turn? {
    let found: Turn?? = control.wait { control in
      if control.isClosed { return .some(nil) }
      guard let session = control.session, let number = session.assignedTurns[thread],
        // The first picture matters more than the next turn's.
        number == session.pushedTurn || session.hasShownPicture
      else { return nil }
      return Turn(
        generation: session.generation, number: number,
        start: session.timeline.clipStart(ofTurn: number))
    }
    return found ?? nil
  }

  private func updateIndex(of source: any PictureSource, version: inout Int) {
    let (index, newVersion) = control.withLock { ($0.index, $0.indexVersion) }
    guard newVersion != version, let index else { return }
    source.setIndex(index)
    version = newVersion
  }

  private func isLooping(_ turn: Turn) -> Bool {
    control.withLock { control in
      !control.isStale(turn.generation) && control.session?.timeline.loop != nil
    }
  }

  /// Goes on to the next turn, unless this is another presentation by now.
  private func finish(_ turn: Turn, thread: Int) {
    control.update { control in
      guard !control.isStale(turn.generation) else { return }
      control.session?.finishTurn(turn.number, ofThread: thread)
    }
  }

  private func feed(_ turn: Turn, from source: any PictureSource) throws(MediaError) -> TurnEnd {
    if let key = loopKey(of: turn), let pictures = loopPictures.pictures(for: key) {
      return replay(pictures, for: turn)
    }
    try source.start(at: MediaTime(ticks: turn.start, timebase: timebase))
    source.skipsUnreferenced = false
    var recording: (key: LoopPictures.Key, pictures: [Picture], bytes: Int)? =
      loopKey(of: turn).map { ($0, [], 0) }
    var last: Int64?
    while true {
      let viewSize = control.withLock { $0.viewSize }
      guard let picture = try source.nextPicture(fitting: viewSize) else {
        if last != nil { keep(recording, of: turn) }
        return .endOfFilm(last)
      }
      let pts = picture.presentationTime.rescaled(to: timebase).ticks
      switch push(picture, pts: pts, isFirst: last == nil, for: turn) {
      case .due: break
      case .turnIsOver:
        keep(recording, of: turn)
        return .over
      case .turnMoved: return .moved
      case .stale: return .stale
      }
      last = pts
      recording?.pictures.append(picture)
      recording?.bytes += picture.byteCount
      if (recording?.bytes ?? 0) > LoopPictures.byteLimit { recording = nil }
      if let end = try catchUp(turn, after: &last, from: source, isWhole: &recording) {
        return end
      }
    }
  }

  /// What a recording of this turn would be good for; nil when it does not begin at the in point.
  private func loopKey(of turn: Turn) -> LoopPictures.Key? {
    control.withLock { control in
      guard !control.isStale(turn.generation), let loop = control.session?.timeline.loop,
        loop.lowerBound == turn.start
      else { return nil }
      return LoopPictures.Key(loop: loop, viewSize: control.viewSize)
    }
  }

  private func keep(
    _ recording: (key: LoopPictures.Key, pictures: [Picture], bytes: Int)?, of turn: Turn
  ) {
    guard let recording, loopKey(of: turn) == recording.key else { return }
    loopPictures.keep(recording.pictures, for: recording.key)
  }

  private func replay(_ pictures: [Picture], for turn: Turn) -> TurnEnd {
    for (number, picture) in pictures.enumerated() {
      let pts = picture.presentationTime.rescaled(to: timebase).ticks
      switch push(picture, pts: pts, isFirst: number == 0, for: turn) {
      case .due: continue
      case .turnIsOver: return .over
      case .turnMoved: return .moved
      case .stale: return .stale
      }
    }
    return .over
  }

  /// Puts a picture in the queue, when its turn has come and there is room.
  private func push(
    _ picture: Picture, pts: Int64, isFirst: Bool, for turn: Turn
  ) -> PlaySession.Placement {
    let placement = control.wait { control -> PlaySession.Placement? in
      if control.isStale(turn.generation) { return .stale }
      guard var session = control.session, turn.number <= session.pushedTurn else { return nil }
      defer { control.session = session }
      return session.place(
        pts: pts, turn: turn.number, turnStart: turn.start, isFirst: isFirst)
    }
    guard let placement, case .due(let due) = placement else { return placement ?? .stale }
    let item = DuePicture(
      picture: picture, due: due, turn: turn.number, generation: turn.generation)
    guard pictureQueue.push(item, weight: picture.byteCount, generation: turn.generation) else {
      return .stale
    }
    if control.withLock({ $0.isStarving }) { control.update { $0.wakesPresenter = true } }
    return placement
  }

  /// After the last picture of the film without a loop: notes when the presentation ends.
  private func end(_ turn: Turn, lastPicture: Int64?, thread: Int) {
    control.update { control in
      guard !control.isStale(turn.generation), var session = control.session else { return }
      session.assignedTurns[thread] = nil
      let ticks = endOfClip(lastPicture: lastPicture ?? turn.start, index: control.index)
      let place = PlayTimeline.Place(turn: turn.number, clipTicks: ticks)
      session.end = session.timeline.nanoseconds(ofTicks: session.timeline.ticks(of: place))
      control.session = session
      control.wakesPresenter = true
    }
  }

  /// Where the clip ends, in ticks: the last frame's end, or the sound's when that is later.
  private func endOfClip(lastPicture: Int64, index: FrameIndex?) -> Int64 {
    let frame = clip.video.frameRate.map { Double($0.denominator) / Double($0.numerator) } ?? 0.04
    let pictureEnd =
      index?.isComplete == true
      ? index?.endTime.rescaled(to: timebase).ticks ?? lastPicture
      : lastPicture + MediaTime(seconds: frame, timebase: timebase).ticks
    guard let audio = clip.audio, let length = audio.duration else { return pictureEnd }
    let soundEnd = (audio.startTime ?? clip.startTime ?? .zero) + length
    return max(pictureEnd, soundEnd.rescaled(to: timebase).ticks)
  }

  // MARK: - Late

  /// Passes over frames while decoding is behind the clock, and gives up the recording then.
  ///
  /// `last` is the last picture's time, in clip ticks. Returns how the turn ended, if it did.
  private func catchUp<Recording>(
    _ turn: Turn, after last: inout Int64?, from source: any PictureSource,
    isWhole recording: inout Recording?
  ) throws(MediaError) -> TurnEnd? {
    var skipped = 0
    defer { countDropped(skipped) }
    for _ in 0..<Self.longestSkip {
      guard let pts = last, let (lag, place) = lag(of: pts, in: turn) else { return nil }
      source.skipsUnreferenced = lag > Self.late.thin
      guard lag > Self.late.skip else { return nil }
      recording = nil
      if lag > Self.late.jump {
        if place.turn > turn.number { return .over }
        if let jump = keyframe(before: place.clipTicks, after: pts) {
          skipped += jump.passed
          try source.start(at: jump.time)
          return nil
        }
      }
      guard let next = try source.skipPicture() else { return .endOfFilm(last) }
      last = next.rescaled(to: timebase).ticks
      skipped += 1
    }
    return nil
  }

  private func countDropped(_ count: Int) {
    if count > 0 { change { $0.state.droppedPictures += count } }
  }

  /// How late the picture after `pts` would be, and where the clock is; nil before it runs.
  private func lag(of pts: Int64, in turn: Turn) -> (Int64, PlayTimeline.Place)? {
    control.withLock { control in
      guard !control.isStale(turn.generation), var session = control.session,
        session.clock.isRunning, turn.number == session.pushedTurn,
        turn.number >= session.timeline.baseTurn
      else { return nil }
      let now = clock.now
      let due = session.timeline.nanoseconds(
        ofTicks: session.timeline.ticks(
          of: PlayTimeline.Place(turn: turn.number, clipTicks: pts)))
      return (session.position(at: now) - due, session.place(at: now))
    }
  }

  /// The last keyframe up to where the clock is, if that is ahead, and the frames before it.
  private func keyframe(
    before ticks: Int64, after pts: Int64
  ) -> (time: MediaTime, passed: Int)? {
    control.withLock { control in
      guard let index = control.index,
        let frame = index.frame(at: MediaTime(ticks: ticks, timebase: timebase)),
        let keyframe = index.keyframe(atOrBefore: frame),
        let last = index.frame(at: MediaTime(ticks: pts, timebase: timebase)), keyframe > last
      else { return nil }
      return (index.time(ofFrame: keyframe), keyframe - last - 1)
    }
  }
}
