// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// The picture threads: from the clip to the queue of due pictures.
///
/// A turn of a loop belongs to one of the two threads. Where going back to the in point takes long,
/// they alternate: while one plays its turn, the other stands ready with the first picture of the
/// next. Otherwise the first thread does all turns and the second never opens the file.
extension PlayerCore {
  /// What a picture thread makes, and of which presentation.
  private struct Turn: Sendable {
    let generation: Int
    let thread: Int
    let assignment: PictureAssignment

    var number: Int { assignment.turn }
    var start: Int64 { assignment.start }
  }

  private enum TurnEnd {
    /// All pictures before `end` are made, `last` being the last of them; both in clip ticks.
    case over(end: Int64, last: Int64)
    /// There is something else to make now.
    case reassigned
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
        source.isInterrupted = { [control] in
          control.withLock { control in
            control.isStale(turn.generation)
              || control.session?.assignments[thread] != turn.assignment
          }
        }
        updateIndex(of: source, version: &indexVersion)
        switch try feed(turn, from: source) {
        case .over(let end, let last): finish(turn, madeUpTo: last, end: end)
        case .endOfFilm(let last):
          // A turn without any picture would be followed by another, as fast as can be.
          if let last, hasNext(turn) {
            finish(turn, madeUpTo: last, end: .max)
          } else {
            end(turn, lastPicture: last)
          }
        case .reassigned, .stale: break
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
      guard let session = control.session, let assignment = session.assignments[thread],
        // The first picture matters more than the next turn's.
        assignment.turn == session.pushedTurn || session.hasShownPicture
      else { return nil }
      return Turn(generation: session.generation, thread: thread, assignment: assignment)
    }
    return found ?? nil
  }

  private func updateIndex(of source: any PictureSource, version: inout Int) {
    let (index, newVersion) = control.withLock { ($0.index, $0.indexVersion) }
    guard newVersion != version, let index else { return }
    source.setIndex(index)
    version = newVersion
  }

  /// Whether the thread is still to make this; called under the lock.
  private func isCurrent(_ turn: Turn, in control: PlayerControl) -> Bool {
    !control.isStale(turn.generation)
      && control.session?.assignments[turn.thread] == turn.assignment
  }

  private func hasNext(_ turn: Turn) -> Bool {
    control.withLock { control in
      isCurrent(turn, in: control)
        && control.session?.timeline.isLast(turn: turn.number) == false
    }
  }

  /// Goes on to the next turn, or ends, unless there is something else to do by now.
  ///
  /// All pictures before `end` are made, `last` being the last of them; both in clip ticks.
  private func finish(_ turn: Turn, madeUpTo last: Int64, end: Int64) {
    control.update { control in
      guard isCurrent(turn, in: control), var session = control.session else { return }
      defer { control.session = session }
      // The out point may have moved away since the last picture was made.
      if session.timeline.stretch(ofTurn: turn.number).map({ $0.upperBound > end }) ?? (end < .max)
      {
        return session.resumeTurn(turn.number, ofThread: turn.thread, after: last)
      }
      guard session.timeline.isLast(turn: turn.number),
        let stretch = session.timeline.stretch(ofTurn: turn.number)
      else { return session.finishTurn(turn.number, ofThread: turn.thread) }
      session.assignments[turn.thread] = nil
      session.setEnd(ofTurn: turn.number, at: stretch.upperBound)
      control.wakesPresenter = true
    }
  }

  private func feed(_ turn: Turn, from source: any PictureSource) throws(MediaError) -> TurnEnd {
    if let key = loopKey(of: turn), let pictures = loopPictures.pictures(for: key) {
      return replay(pictures, of: key.loop, for: turn)
    }
    try source.start(at: MediaTime(ticks: turn.start, timebase: timebase))
    source.skipsUnreferenced = false
    var recording: (key: LoopPictures.Key, pictures: [Picture], bytes: Int)? =
      loopKey(of: turn).map { ($0, [], 0) }
    var last = turn.assignment.madeUpTo
    while true {
      let viewSize = control.withLock { $0.viewSize }
      guard let picture = try source.nextPicture(fitting: viewSize) else {
        if last != nil { keep(recording, of: turn, end: .max) }
        return .endOfFilm(last)
      }
      let pts = picture.presentationTime.rescaled(to: timebase).ticks
      // The frame on screen where the rest of a turn begins may be one that was made before.
      if let madeUpTo = turn.assignment.madeUpTo, pts <= madeUpTo { continue }
      switch push(picture, pts: pts, isFirst: last == nil, for: turn) {
      case .due: break
      case .turnIsOver:
        keep(recording, of: turn, end: pts)
        return .over(end: pts, last: last ?? turn.start)
      case .reassigned: return .reassigned
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
      guard isCurrent(turn, in: control), turn.assignment.madeUpTo == nil,
        let timeline = control.session?.timeline, timeline.route.repeats,
        let stretch = timeline.stretch(ofTurn: turn.number), stretch.lowerBound == turn.start
      else { return nil }
      return LoopPictures.Key(loop: stretch, viewSize: control.viewSize)
    }
  }

  /// Keeps a turn of which all pictures before `end` were made, in clip ticks.
  private func keep(
    _ recording: (key: LoopPictures.Key, pictures: [Picture], bytes: Int)?, of turn: Turn,
    end: Int64
  ) {
    // The out point may have been elsewhere for a moment.
    guard let recording, loopKey(of: turn) == recording.key, end >= recording.key.loop.upperBound
    else { return }
    loopPictures.keep(recording.pictures, for: recording.key)
  }

  /// Makes a turn of the pictures kept of `loop`.
  private func replay(_ pictures: [Picture], of loop: Range<Int64>, for turn: Turn) -> TurnEnd {
    var last = turn.start
    for (number, picture) in pictures.enumerated() {
      let pts = picture.presentationTime.rescaled(to: timebase).ticks
      switch push(picture, pts: pts, isFirst: number == 0, for: turn) {
      case .due: last = pts
      case .turnIsOver: return .over(end: pts, last: last)
      case .reassigned: return .reassigned
      case .stale: return .stale
      }
    }
    return .over(end: loop.upperBound, last: last)
  }

  /// Puts a picture in the queue, when its turn has come and there is room.
  ///
  /// Placed and queued at once, so that no other thread's picture of a later time comes before it.
  private func push(
    _ picture: Picture, pts: Int64, isFirst: Bool, for turn: Turn
  ) -> PlaySession.Placement {
    let placed = control.wait { control -> PlaySession.Placement? in
      if control.isStale(turn.generation) { return .stale }
      guard var session = control.session else { return nil }
      guard isCurrent(turn, in: control) else { return .reassigned }
      guard turn.number <= session.pushedTurn else { return nil }
      let placement = session.place(
        pts: pts, assignment: turn.assignment, thread: turn.thread, isFirst: isFirst)
      if case .due(let due) = placement {
        let item = DuePicture(
          picture: picture, due: due, turn: turn.number, clipTicks: pts,
          epoch: session.pictureEpoch)
        guard control.pictures.push(item) else { return nil }
        control.wakesPresenter = control.wakesPresenter || control.isStarving
      }
      control.session = session
      return placement
    }
    if control.withLock({ $0.wakesPresenter }) { control.wakeAll() }
    return placed ?? .stale
  }

  /// After the last picture of the film where nothing follows: notes when the presentation ends.
  private func end(_ turn: Turn, lastPicture: Int64?) {
    control.update { control in
      guard isCurrent(turn, in: control), var session = control.session else { return }
      session.assignments[turn.thread] = nil
      var ticks = endOfClip(lastPicture: lastPicture ?? turn.start, in: control)
      if let stretch = session.timeline.stretch(ofTurn: turn.number) {
        ticks = min(ticks, stretch.upperBound)
      }
      session.setEnd(ofTurn: turn.number, at: ticks)
      control.session = session
      control.wakesPresenter = true
    }
  }

  /// Where the clip ends, in ticks: the last frame's end, or the sound's when that is later.
  private func endOfClip(lastPicture: Int64, in control: PlayerControl) -> Int64 {
    let index = control.index
    let frame = clip.video.frameRate.map { Double($0.denominator) / Double($0.numerator) } ?? 0.04
    let pictureEnd =
      index?.isComplete == true
      ? index?.endTime.rescaled(to: timebase).ticks ?? lastPicture
      : lastPicture + MediaTime(seconds: frame, timebase: timebase).ticks
    guard let stream = control.state.soundStream, let length = clip.streams[stream].duration
    else { return pictureEnd }
    let audio = clip.streams[stream]
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
        if place.turn > turn.number { return .over(end: .max, last: pts) }
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
      guard isCurrent(turn, in: control), var session = control.session,
        session.clock.isRunning, turn.number == session.pushedTurn,
        turn.number >= session.timeline.baseTurn
      else { return nil }
      let now = clock.now
      let next = time(ofFrameAfter: pts, index: control.index)
      let due = session.timeline.nanoseconds(
        ofTicks: session.timeline.ticks(
          of: PlayTimeline.Place(turn: turn.number, clipTicks: next)))
      return (session.position(at: now) - due, session.place(at: now))
    }
  }

  private func time(ofFrameAfter pts: Int64, index: FrameIndex?) -> Int64 {
    guard let index, let frame = index.frame(at: MediaTime(ticks: pts, timebase: timebase)),
      frame + 1 < index.count
    else { return pts + frameLength.ticks }
    return index.time(ofFrame: frame + 1).rescaled(to: timebase).ticks
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
