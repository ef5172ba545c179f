// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// What a player's threads share: the engine behind ``Player``.
///
/// Threads, each ended by ``close()``:
/// - two picture threads, which own a reader each and fill ``PlayerControl/pictures`` in turn;
/// - the presenter, which empties it as time comes and tells where it is;
/// - the sound thread, which owns the sound's reader and the output, and keeps the clock right;
/// - whoever calls the player, the main thread mostly: changes ``control`` and never waits.
///
/// All of them meet in ``control``. Paused, all of them sleep without a deadline.
final class PlayerCore: Sendable {
  /// Makes a picture thread's reader, on that thread.
  typealias MakePictureSource = @Sendable () throws(MediaError) -> any PictureSource

  let clip: ClipInfo
  let clock: any PlaybackClock
  let control: Monitor<PlayerControl>
  let output: AudioOutputChoice
  let makePictureSource: MakePictureSource
  let stills: any StillSource

  let loopPictures = LoopPictures()
  /// A second of sound; the sound thread keeps it half full.
  let soundQueue = SoundQueue(capacity: 48_000)

  /// Ends a reader's long work when the player is closed.
  let cancellation: Cancellation

  let pictures: AsyncStream<Result<Picture, MediaError>>
  private let screen: AsyncStream<Result<Picture, MediaError>>.Continuation
  let positions = Broadcast<PlaybackPosition>(bufferCount: 256)
  let states = Broadcast<PlayerState>(bufferCount: 16)

  /// A picture that is older than this is not the frame on screen, but one on the way there.
  private static let longestFrame = MediaTime(ticks: 1, timebase: .seconds)

  var timebase: Timebase { clip.video.timebase }

  init(
    clip: ClipInfo, output: AudioOutputChoice, clock: any PlaybackClock,
    stills: any StillSource, cancellation: Cancellation,
    makePictureSource: @escaping MakePictureSource
  ) {
    self.clip = clip
    self.output = output
    self.clock = clock
    self.stills = stills
    self.cancellation = cancellation
    self.makePictureSource = makePictureSource
    let usesSound = if case .silent = output { false } else { true }
    control = Monitor(PlayerControl(clip: clip, usesSound: usesSound))
    (pictures, screen) = AsyncStream<Result<Picture, MediaError>>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
  }

  /// Starts the threads.
  func start() {
    for thread in 0...1 {
      WorkerThread.start(name: "play-pictures\(thread)") { self.feedPictures(thread: thread) }
    }
    WorkerThread.start(name: "play-present") { self.present() }
    if clip.audioStreamIndex != nil, control.withLock({ $0.hasServer }) {
      WorkerThread.start(name: "play-sound") { self.feedSound() }
    }
    clock.observe { [weak self] in self?.control.update { $0.wakesPresenter = true } }
    listenToStills()
  }

  /// Ends all threads, soon; waits for none.
  func close() {
    cancellation.cancel()
    control.update { control in
      control.endSession()
      control.isClosed = true
    }
    loopPictures.removeAll()
    screen.finish()
    positions.finish()
    states.finish()
  }

  /// Changes what is wanted, tells the listeners when the state changed.
  func change(_ body: (inout PlayerControl) -> Void) {
    control.update { control in
      guard !control.isClosed else { return }
      let state = control.state
      body(&control)
      // Sent under the lock, so that listeners get states and pictures in the order they came about.
      if control.state != state { states.send(control.state) }
    }
  }

  /// Shows a failure in place of a picture and stops.
  func fail(_ error: MediaError, generation: Int) {
    change { control in
      guard !control.isStale(generation) else { return }
      control.endSession()
      screen.yield(.failure(error))
    }
  }

  /// Puts a picture on screen; called under the lock.
  func show(_ picture: Picture, turn: Int, in control: inout PlayerControl) {
    control.shown = picture.presentationTime
    control.hasShown = true
    screen.yield(.success(picture))
    positions.send(
      PlaybackPosition(
        frameTime: picture.presentationTime, clockTime: picture.presentationTime, loopTurn: turn))
  }

  /// Asks for the exact frame at `time` while paused; called under the lock.
  func showStill(at time: MediaTime, in control: inout PlayerControl) {
    control.asked = time
    control.hasMoved = true
    control.isAwaitingStill = true
    stills.showFrame(at: time, fitting: control.viewSize)
  }

  private func listenToStills() {
    // Only the stream is held, so that the source can end it by going away.
    let results = stills.pictures
    Task.detached { [weak self] in
      for await result in results {
        guard let self else { return }
        self.receiveStill(result)
      }
    }
  }

  private func receiveStill(_ result: Result<Picture, MediaError>) {
    change { control in
      guard control.session == nil, control.isAwaitingStill else { return }
      guard case .success(let picture) = result else {
        screen.yield(result)
        return
      }
      let time = picture.presentationTime
      let isReached = control.indexReaches(control.asked)
      if isReached, time != control.frameTime(at: control.asked) {
        // On the way to the frame asked for, or as near to it as can be decoded: worth seeing when it
        // is nearer than what is there, which may be of playing; and no position.
        let asked = control.asked.seconds
        let isNearer = abs(time.seconds - asked) < abs(control.shown.seconds - asked)
        if isNearer || !control.hasShown { screen.yield(result) }
        return
      }
      // Where no index reaches, the picture tells where its frame begins.
      if !isReached, time <= control.asked, control.asked - time < Self.longestFrame {
        control.asked = time
      }
      show(picture, turn: 0, in: &control)
    }
  }
}
