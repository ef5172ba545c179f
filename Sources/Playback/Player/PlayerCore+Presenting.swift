// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// The presenter: shows each picture when its time has come, and tells where playing is.
extension PlayerCore {
  /// Between two positions while one picture is on screen.
  private static let positionInterval: Int64 = 50_000_000

  /// How long the first picture waits for the sound before the clock runs without it.
  private static let soundPatience: Int64 = 400_000_000

  /// What the presenter keeps between its looks.
  private struct Presenter {
    var scheduler = FrameScheduler<DuePicture>()
    var generation = -1
    var shown: DuePicture?
    /// When a position was last told, on the player's clock.
    var lastPosition: Int64 = 0
  }

  private enum Task {
    /// The presentation of this generation.
    case forwards(Int)
    case backwards(ReverseRun)
    case close
  }

  func present() {
    var presenter = Presenter()
    while true {
      let task: Task? = control.wait { control in
        if control.isClosed { return .close }
        if let run = control.reverse {
          control.wakesPresenter = false
          return .backwards(run)
        }
        guard let session = control.session else {
          // Nothing is kept while paused.
          if presenter.shown == nil { return nil }
          presenter = Presenter()
          return nil
        }
        control.wakesPresenter = false
        return .forwards(session.generation)
      }
      let wakeTime: Int64?
      switch task {
      case .close, nil: return
      case .backwards(let run):
        presenter = Presenter()
        wakeTime = goBack(run)
      case .forwards(let generation):
        if generation != presenter.generation {
          presenter = Presenter()
          presenter.generation = generation
        }
        wakeTime = look(&presenter)
      }
      let generation = control.withLock { $0.generation }
      _ = control.wait(until: wakeTime.flatMap { clock.systemDeadline($0) }) { control in
        control.wakesPresenter || control.isClosed || control.generation != generation ? true : nil
      }
    }
  }

  /// Shows what is due.
  ///
  /// - Returns: When to look again, on the player's clock; nil when something will wake it.
  private func look(_ presenter: inout Presenter) -> Int64? {
    let now = clock.now
    let generation = presenter.generation
    var hasTaken = false
    let looked: (position: Int64, end: Int64?, FrameScheduler<DuePicture>.Decision)? =
      control.withLock { control in
        guard !control.isStale(generation), var session = control.session else { return nil }
        runWithoutSound(&session, now: now)
        let position = session.position(at: now)
        control.session = session
        presenter.scheduler.keepNext { session.isValid($0) }
        let decision = presenter.scheduler.decide(at: position) {
          while let item = control.pictures.takeFirst() {
            hasTaken = true
            if session.isValid(item) { return (item, item.due) }
          }
          return nil
        }
        if case .starve = decision { control.isStarving = true } else { control.isStarving = false }
        return (position, session.end, decision)
      }
    // The picture threads wait for room.
    if hasTaken { control.wakeAll() }
    guard let (position, end, decision) = looked else { return nil }
    switch decision {
    case .show(let item, let dropped):
      show(item, dropped: dropped, now: now, &presenter)
      return now  // the next may be due already
    case .wait(let due):
      return tellPosition(position, now: now, nextDue: due, &presenter)
    case .starve:
      if let end, position >= end {
        finish(generation)
        return nil
      }
      return tellPosition(position, now: now, nextDue: end, &presenter)
    }
  }

  private func show(_ item: DuePicture, dropped: Int, now: Int64, _ presenter: inout Presenter) {
    let generation = presenter.generation
    var isShown = false
    change { control in
      // The route may have changed since: then the next look decides anew.
      guard !control.isStale(generation), control.session?.isValid(item) == true else { return }
      if control.session?.firstShownTime == nil {
        control.session?.firstShownTime = now
        if control.session?.sound == .absent { control.session?.clock.run(at: now) }
      }
      control.state.droppedPictures += dropped
      control.wakesPresenter = true
      show(item.picture, turn: item.turn, in: &control)
      isShown = true
    }
    guard isShown else { return }
    presenter.shown = item
    presenter.lastPosition = now
  }

  /// Starts the clock once the sound has taken too long.
  private func runWithoutSound(_ session: inout PlaySession, now: Int64) {
    guard !session.clock.isRunning, let first = session.firstShownTime else { return }
    if session.sound == .absent || now - first >= Self.soundPatience { session.clock.run(at: now) }
  }

  /// Tells a position when it is time.
  ///
  /// - Returns: When to look again.
  private func tellPosition(
    _ position: Int64, now: Int64, nextDue: Int64?, _ presenter: inout Presenter
  ) -> Int64? {
    guard let shown = presenter.shown else { return nil }
    let generation = presenter.generation
    let interval = Self.positionInterval
    let isTime = now - presenter.lastPosition >= interval
    if isTime { presenter.lastPosition = now }
    let nextPosition = presenter.lastPosition + interval
    let dueTime: Int64? = control.withLock { control in
      guard !control.isStale(generation), let session = control.session else { return nil }
      if isTime { positions.send(session.position(of: shown, at: position)) }
      guard session.clock.isRunning else { return nil }
      return nextDue.flatMap { session.clock.time(of: $0) }
    }
    return min(nextPosition, dueTime ?? nextPosition)
  }

  /// Stops on the last picture.
  private func finish(_ generation: Int) {
    change { control in
      guard !control.isStale(generation) else { return }
      control.endSession()
      control.asked = control.shown
      control.isAtEnd = true
      positions.send(
        PlaybackPosition(frameTime: control.shown, clockTime: control.shown, loopTurn: 0))
    }
  }
}

extension PlaySession {
  /// Where the clock is while `shown` is on screen.
  fileprivate func position(of shown: DuePicture, at position: Int64) -> PlaybackPosition {
    let frame = shown.picture.presentationTime
    let passed = MediaTime(ticks: max(0, position - shown.due), timebase: .nanoseconds)
    var time = frame + passed.rescaled(to: timeline.timebase, rounding: .down)
    if let stretch = timeline.stretch(ofTurn: shown.turn), time.ticks >= stretch.upperBound {
      time = max(frame, timeline.time(ofClipTicks: stretch.upperBound - 1))
    }
    return PlaybackPosition(frameTime: frame, clockTime: time, loopTurn: shown.turn)
  }
}
