// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// What the sound thread owns: the output, the reader, and where it is in the presentation.
///
/// Not Sendable: it belongs to that thread. Sound goes from the reader to the core's queue, from
/// there to the output, and what the output has made heard corrects the session's clock.
final class SoundFeed {
  /// How often it looks for room in the queue, and at the clock.
  private static let interval: Int64 = 40_000_000

  /// How long the output may be silent after its beginning before the clock runs anyway.
  private static let beginPatience: Int64 = 300_000_000

  /// Samples that are ready before the output begins.
  private static let prefill = 9_600

  private let core: PlayerCore
  private var output: (any AudioOutput)?
  private var cursor: SoundCursor?
  /// The stream that ``cursor`` reads.
  private var cursorStream: Int?
  private var path: SoundPath?
  /// The session's ``PlaySession/soundEpoch`` that is followed.
  private var epoch = 0
  /// Presentation sample that the output began with; nil while it is stopped.
  private var origin: Int64?

  init(core: PlayerCore) { self.core = core }

  var hasOutput: Bool { output != nil }

  func closeOutput() { output = nil }

  /// Makes a presentation heard until it is over.
  ///
  /// - Returns: Whether another attempt needs no pause: false when there is no server any more.
  func play(generation: Int) -> Bool {
    guard prepareCursor() else { return true }
    guard prepareOutput(generation: generation) else {
      return isUnwanted(generation) || giveUp(generation)
    }
    guard start(generation) else { return true }
    defer { stop() }
    while !isUnwanted(generation) {
      guard output?.isAlive == true else { return giveUp(generation) }
      guard followChanges(generation) else { return true }
      if let path { cursor?.fill(path, core: core, generation: generation) }
      if origin == nil { begin(generation) } else { correctClock(generation) }
      waitAWhile(generation)
    }
    return true
  }

  /// Goes on elsewhere where the route or the rate was changed.
  ///
  /// - Returns: Whether there is anything to go on with.
  private func followChanges(_ generation: Int) -> Bool {
    let found: PlaySession? = core.control.withLock { control in
      control.isStale(generation) ? nil : control.session
    }
    guard let session = found, session.soundEpoch != epoch else { return true }
    guard let cut = session.soundCut, let path, origin != nil else {
      stop()
      return prepareCursor() && start(generation)
    }
    epoch = session.soundEpoch
    do throws(MediaError) {
      try cursor?.follow(session.timeline, from: cut, epoch: epoch, path: path)
      return true
    } catch {
      return false
    }
  }

  private func isUnwanted(_ generation: Int) -> Bool {
    core.control.withLock { $0.isStale(generation) || !$0.wantsSound }
  }

  /// Whether the route or the rate was changed since it was looked at.
  private var hasChanged: Bool { core.control.withLock { $0.session?.soundEpoch != epoch } }

  /// Opens the sound that is wanted; where it cannot be decoded the clip plays without.
  private func prepareCursor() -> Bool {
    guard let stream = core.control.withLock({ $0.state.soundStream }) else { return false }
    if cursor != nil, cursorStream == stream { return true }
    cursorStream = stream
    cursor = nil
    do throws(MediaError) {
      let rate = output?.sampleRate ?? 48_000
      path = SoundPath(queue: core.soundQueue, sampleRate: rate)
      cursor = SoundCursor(
        reader: try AudioReader(
          clip: core.clip.choosingSound(stream), sampleRate: rate,
          cancellation: core.cancellation))
      return true
    } catch {
      core.change { control in
        guard control.state.soundStream == stream else { return }
        control.state.hasSound = false
        control.session?.sound = .absent
        control.updateSoundAvailability()
        control.wakesPresenter = true
      }
      return false
    }
  }

  private func prepareOutput(generation: Int) -> Bool {
    if let output, output.isAlive { return true }
    output = nil
    let (queue, control) = (core.soundQueue, core.control)
    let source: AudioOutput.Source = { queue.read(into: $0) }
    let isStale: @Sendable () -> Bool = { control.withLock { $0.isStale(generation) } }
    switch core.output {
    case .automatic: output = PulseAudioOutput(source: source, isStale: isStale)
    case .silent: break
    case .custom(let make): output = make(source, isStale)
    }
    guard output != nil else { return false }
    setServer(true)
    return true
  }

  private func setServer(_ hasServer: Bool) {
    core.change { control in
      control.hasServer = hasServer
      control.updateSoundAvailability()
    }
  }

  /// Goes on without sound: the clock runs on by itself.
  private func giveUp(_ generation: Int) -> Bool {
    output = nil
    origin = nil
    setServer(false)
    core.change { control in
      guard !control.isStale(generation) else { return }
      control.session?.sound = .absent
      control.wakesPresenter = true
    }
    return false
  }

  /// Puts the cursor where the presentation is.
  private func start(_ generation: Int) -> Bool {
    let found: (nanoseconds: Int64, session: PlaySession, rate: Double)? =
      core.control.withLock { control in
        guard !control.isStale(generation), var session = control.session,
          // Else another stream was chosen just now, and is opened first.
          control.state.soundStream == cursorStream
        else { return nil }
        // Where it joins a presentation under way, decoding takes its time.
        let ahead: Int64 = session.clock.isRunning ? 150_000_000 : 0
        control.session?.soundCut = nil
        return (session.position(at: core.clock.now) + ahead, session, control.state.rate)
      }
    guard let (position, session, rate) = found, let path else { return false }
    origin = nil
    epoch = session.soundEpoch
    do throws(MediaError) {
      try cursor?.start(at: position, on: session.timeline, epoch: epoch, path: path, rate: rate)
      return true
    } catch {
      core.change { control in
        control.canStretch = false
        control.updateSoundAvailability()
        if !control.isStale(generation) { control.session?.sound = .absent }
        control.wakesPresenter = true
      }
      return false
    }
  }

  private func stop() {
    if origin != nil { output?.stop() }
    origin = nil
  }

  /// Begins to be heard once the first picture is on screen and there is sound to begin with.
  private func begin(_ generation: Int) {
    guard let output, let cursor, let path,
      core.soundQueue.count >= Self.prefill || cursor.isFull || cursor.isAtEnd
    else { return }
    let isReady = core.control.wait(until: MonotonicClock.nanoseconds + Self.interval) { control in
      if control.isStale(generation) { return false }
      return control.session?.hasShownPicture == true ? true : nil
    }
    guard isReady == true else { return }
    let running: Int64? = core.control.withLock { control in
      guard !control.isStale(generation), var session = control.session,
        session.clock.isRunning
      else { return nil }
      return session.position(at: core.clock.now)
    }
    if let running {
      let sample = path.heardSample(ofPresentation: cursor.sample(atNanoseconds: running))
      core.soundQueue.skip(to: sample)
    }
    let first = core.soundQueue.readPosition
    output.begin()
    origin = first
    let deadline = MonotonicClock.nanoseconds + Self.beginPatience
    while MonotonicClock.nanoseconds < deadline, let heard = output.heardCount, heard == 0 {
      waitAWhile(generation, nanoseconds: 4_000_000)
      if isUnwanted(generation) || hasChanged { return }
    }
    guard let heard = output.heardCount else { return }
    let position = cursor.nanoseconds(ofSample: path.presentationSample(ofHeard: first + heard))
    core.control.update { control in
      guard !control.isStale(generation), var session = control.session,
        session.soundEpoch == epoch || session.soundCut != nil
      else { return }
      let now = core.clock.now
      if session.clock.isRunning {
        session.clock.correct(heard: position, at: now)
      } else {
        session.clock.hold(at: position)
        session.clock.run(at: now)
      }
      session.sound = .playing
      control.session = session
      control.wakesPresenter = true
    }
  }

  private func correctClock(_ generation: Int) {
    guard let output, let cursor, let path, let origin, let heard = output.heardCount, heard > 0
    else { return }
    let position = cursor.nanoseconds(ofSample: path.presentationSample(ofHeard: origin + heard))
    core.control.withLock { control in
      // Of another rate by now, what is heard tells nothing.
      guard !control.isStale(generation), control.state.rate == path.rate else { return }
      control.session?.clock.correct(heard: position, at: core.clock.now)
    }
  }

  private func waitAWhile(_ generation: Int, nanoseconds: Int64 = interval) {
    _ = core.control.wait(until: MonotonicClock.nanoseconds + nanoseconds) { control in
      control.isStale(generation) || !control.wantsSound
        || control.session?.soundEpoch != epoch ? true : nil
    }
  }
}
