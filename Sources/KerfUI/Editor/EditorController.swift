// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import MediaCore
import Playback
import TrimModel

/// One open clip: its editing state, its player, its workers and the widgets that show them.
///
/// Widgets and keys send intents; `send` is the one place where the state changes, and `render` then
/// sets every widget from it. Opening another file makes another controller; ``close()`` ends this
/// one. Main actor.
final class EditorController {
  let player: Player
  let videoView: VideoView
  let transport: TransportBar
  let timeline: TimelineView

  private(set) var state: EditorState
  private(set) var playerState: PlayerState

  /// Called after everything is set from the state.
  var onRender: (() -> Void)?

  /// Called when the file can no longer be read, at most once.
  var onError: ((MediaError) -> Void)?

  /// What saving the range would do, or why that cannot be told.
  private(set) var plan: Result<ExportPlan, ExportPlan.Refusal> = .failure(.stillReading)

  /// The same for every clip that would be saved, in order.
  private(set) var plans: Result<[JoinPlan], ExportPlan.Refusal> = .failure(.stillReading)

  /// Whether several ranges become one clip.
  var joinsRanges = false {
    didSet { if joinsRanges != oldValue { render() } }
  }

  private let thumbnails: ThumbnailWorker
  private let stills: ThumbnailWorker
  private var listener: WaveformWorker?
  private let caches: CacheFolder?
  private(set) var scout: MarkScout?
  private var silences: [TrimRange] = []
  private var pictureMarks = ClipMarks()

  /// Remembers what is marked; nil for nobody.
  var memory: RangeMemory?
  private var remembering: Task<Void, Never>?
  private let indexing = Cancellation()
  private var tasks: [Task<Void, Never>] = []
  private var isClosed = false
  private var isRendering = false
  var wasPlayingBeforeScrub = false
  /// What is said over the picture for a moment; nil for nothing.
  var notice: String?
  var noticeEnd: Task<Void, Never>?
  /// The speed that plays anew, whatever the keys made of it.
  var chosenRate = 1.0
  private var planned: (ranges: RangeList, count: Int, isComplete: Bool, joins: Bool)?

  /// - Parameters:
  ///   - clip: The film.
  ///   - player: Plays it; the controller closes it.
  ///   - limits: The person's preference.
  ///   - caches: Where strips and waveforms are kept; nil for nowhere.
  init(clip: ClipInfo, player: Player, limits: RangeLimits, caches: CacheFolder? = nil) {
    self.caches = caches
    self.player = player
    state = EditorState(clip: clip)
    state.apply(.setLimits(limits))
    playerState = player.state
    thumbnails = ThumbnailWorker(clip: clip, cache: caches)
    stills = ThumbnailWorker(clip: clip, purpose: .stills)
    videoView = VideoView(player: player)
    let relay = Relay()
    timeline = TimelineView(
      actions: TimelineView.Actions(
        send: { relay.controller?.send($0) },
        scrubbingChanged: { relay.controller?.scrubbingChanged($0) }))
    transport = TransportBar(
      clip: clip, send: { relay.controller?.send($0) },
      setVolume: { relay.controller?.player.setVolume($0) })
    relay.controller = self
    connectWidgets()
    listen()
    render()
  }

  isolated deinit { close() }

  /// Ends the workers; the widgets may stay where they are until something else is shown.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    indexing.cancel()
    for task in tasks { task.cancel() }
    for worker in [thumbnails, stills] {
      worker.request(times: [], fitting: PixelSize(width: 1, height: 1))
    }
    (listener, scout) = (nil, nil)
    noticeEnd?.cancel()
    if remembering != nil { remember() }
    player.close()
  }

  // MARK: Changing the state

  /// Changes the state as `intent` asks, has the player follow, and shows the result.
  func send(_ intent: TrimIntent) {
    // A widget that is being set from the state reports a change that is none.
    guard !isRendering, !isClosed else { return }
    let before = state
    state.apply(intent)
    follow(intent, from: before)
    render()
    if state.ranges != before.ranges { rememberSoon() }
    if state.range != before.range {
      EventLog.note(
        "range \(Timecode.string(state.interfaceTime(of: state.range.inPoint))) "
          + Timecode.string(state.interfaceTime(of: state.range.outPoint)))
    }
  }

  /// Remembers what is marked when it has stayed so for a moment.
  private func rememberSoon() {
    guard memory != nil else { return }
    remembering?.cancel()
    remembering = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(700))  // Cancelled is over as well.
      guard let self, !Task.isCancelled else { return }
      remember()
    }
  }

  private func remember() {
    remembering?.cancel()
    remembering = nil
    memory?.remember(state.isWholeClip ? nil : state.ranges, for: state.clip.path)
  }

  /// Whether a handle or the range is held: the loop rests until it is let go.
  private var isHeld: Bool { state.drag != nil }

  /// Has the player do what the new state asks for.
  private func follow(_ intent: TrimIntent, from before: EditorState) {
    if !isHeld, state.range != before.range || state.isLooping != before.isLooping {
      setRange()
    }
    switch intent {
    case .indexGrew:
      player.setIndex(state.index)
      thumbnails.setIndex(state.index)
      stills.setIndex(state.index)
    case .beginDrag, .beginRangeDrag:
      scout?.setResting(true)
      player.pause()
      player.seek(to: state.shownTime)
    case .endDrag:
      scout?.setResting(false)
      setRange()
      player.play(from: state.range.inPoint)
    case .cancelDrag:
      scout?.setResting(false)
      setRange()
      player.seek(to: state.shownTime)
    case .step, .stepKeyframe:
      if playerState.isPlaying { player.pause() }
      player.seek(to: state.shownTime)
    case .seek: player.seek(to: state.shownTime)
    case .playbackReached, .marksGrew, .setPurpose: break
    default: if state.shownTime != before.shownTime { player.seek(to: state.shownTime) }
    }
  }

  /// Marks one more range from the playhead on, as long as a tenth of what is in view.
  func addRange() {
    let view = timeline.geometry.map { $0.viewWidth / $0.pixelsPerSecond } ?? 10
    send(
      .addRange(
        at: state.playhead,
        length: MediaTime(seconds: max(1, view / 10), timebase: state.index.timebase)))
  }

  func stepSeconds(_ seconds: Double) {
    let time = state.playhead + MediaTime(seconds: seconds, timebase: state.index.timebase)
    send(.seek(to: time))
  }

  // MARK: Showing

  func render() {
    isRendering = true
    defer { isRendering = false }
    updatePlan()
    timeline.render(state)
    transport.render(state, playerState)
    videoView.annotate(annotation)
    onRender?()
  }

  /// Timecode and number of the frame at the dragged edge, else what there is to say.
  private var annotation: String? {
    guard state.draggedEdge != nil else { return notice }
    let time = Timecode.string(state.interfaceTime(of: state.shownTime))
    guard let frame = state.frameNumber(at: state.shownTime) else { return time }
    return fill(_t("{time} · frame {frame}"), ["time": time, "frame": "\(frame)"])
  }

  private func updatePlan() {
    let key = (state.ranges, state.index.count, state.index.isComplete, joinsRanges)
    if let planned, planned == key { return }
    planned = key
    plan = Result { () throws(ExportPlan.Refusal) in
      try ExportPlan.make(
        range: state.range, clip: state.clip, index: state.index, settings: ExportSettings())
    }
    plans = Result { () throws(ExportPlan.Refusal) in
      try state.plans(joined: joinsRanges, settings: ExportSettings())
    }
  }

  private func connectWidgets() {
    videoView.onClick = { [weak self] in self?.togglePlaying() }
    var hasShown = false
    videoView.onPicture = { [weak self] time in
      guard let self, EventLog.isOn else { return }
      if !hasShown {
        hasShown = true
        EventLog.note("first-picture")
      }
      let frame = state.frameNumber(at: time).map { "\($0)" } ?? "-"
      EventLog.note("shown \(Timecode.string(state.interfaceTime(of: time))) \(frame)")
    }
    videoView.onError = { [weak self] error in self?.fail(error) }
    timeline.wantsStills = { [weak self] times, size in
      self?.stills.request(times: times, fitting: size)
    }
    timeline.looksAt = { [weak self] view in self?.listener?.look(at: view) }
    timeline.wantsThumbnails = { [weak self] times, size in
      self?.thumbnails.request(times: times, fitting: size)
    }
  }

  // MARK: Listening

  private func listen() {
    let path = state.clip.path
    tasks.append(
      Task { [weak self, indexing] in
        for await result in FrameIndexBuilder.stream(path, cancellation: indexing) {
          guard let self, !Task.isCancelled else { return }
          switch result {
          case .success(let index): take(index)
          case .failure(let error): fail(error)
          }
        }
      })
    tasks.append(
      Task { [weak self, thumbnails = thumbnails.thumbnails] in
        var count = 0
        for await thumbnail in thumbnails {
          guard let self, !Task.isCancelled else { return }
          count += 1
          EventLog.note("thumbnail \(count)")
          timeline.show(thumbnail)
        }
      })
    tasks.append(
      Task { [weak self, stills = stills.thumbnails] in
        for await still in stills {
          guard let self, !Task.isCancelled else { return }
          timeline.showStill(still)
        }
      })
    listenToSound(of: state.clip)
    tasks.append(
      Task { [weak self, positions = player.positions()] in
        for await position in positions {
          guard let self, !Task.isCancelled else { return }
          // Paused, the playhead is where it was put: a picture asked for before is old news.
          if playerState.isPlaying { send(.playbackReached(position.frameTime)) }
        }
      })
    tasks.append(
      Task { [weak self, states = player.states()] in
        for await playerState in states {
          guard let self, !Task.isCancelled else { return }
          if playerState.isPlaying != self.playerState.isPlaying {
            EventLog.note(playerState.isPlaying ? "playing" : "paused")
          }
          noticeSilence(playerState, before: self.playerState)
          self.playerState = playerState
          // What the keys made faster, or turned round, ends with playing. This may be old news: the
          // next play may have begun at its own speed.
          let now = player.state
          if !playerState.isPlaying, !now.isPlaying, now.rate != chosenRate {
            player.setRate(chosenRate)
          }
          render()
        }
      })
  }

  /// Plays another of the film's sound tracks, and draws it below the pictures.
  func setSoundStream(_ stream: Int) {
    guard stream != playerState.soundStream else { return }
    player.setSoundStream(stream)
    listener = nil
    silences = []
    listenToSound(of: state.clip.choosingSound(stream))
  }

  /// Has the film's sound drawn below its pictures.
  private func listenToSound(of clip: ClipInfo) {
    guard clip.audio != nil else { return }
    let worker = WaveformWorker(
      clip: clip, start: state.extent.inPoint, seconds: state.extent.duration.seconds,
      cache: caches)
    listener = worker
    timeline.setWaveform(worker.waveform)
    tasks.append(
      Task { [weak self, changes = worker.detailChanges, waveform = worker.waveform] in
        for await _ in changes {
          guard let self, !Task.isCancelled, listener?.waveform === waveform else { return }
          timeline.canvas.queueDraw()
        }
      })
    tasks.append(
      Task { [weak self, changes = worker.changes, waveform = worker.waveform] in
        for await _ in changes {
          guard let self, !Task.isCancelled, listener?.waveform === waveform else { return }
          timeline.canvas.queueDraw()
          // Ten times a second is as good as whenever a chunk is known.
          try? await Task.sleep(for: .milliseconds(100))  // Cancelled is over as well.
        }
        // Of a track that is not played any more nobody wants to know.
        guard let self, !Task.isCancelled, waveform.isComplete, listener?.waveform === waveform
        else { return }
        EventLog.note("waveform-complete")
        silences = waveform.silences()
        sendMarks()
        timeline.canvas.queueDraw()
      })
  }

  /// Has places looked for where somebody may want to cut.
  private func lookForMarks(_ index: FrameIndex) {
    let scout = MarkScout(clip: state.clip, index: index)
    self.scout = scout
    tasks.append(
      Task { [weak self, marks = scout.marks] in
        for await marks in marks {
          guard let self, !Task.isCancelled else { return }
          pictureMarks = marks
          sendMarks()
        }
        EventLog.note("marks-complete")
      })
  }

  private func sendMarks() {
    var marks = pictureMarks
    marks.silences = silences
    if marks != state.marks { send(.marksGrew(marks)) }
  }

  private func take(_ index: FrameIndex) {
    send(.indexGrew(index))
    guard index.isComplete else { return }
    EventLog.note("index-complete \(index.count)")
    lookForMarks(index)
  }

  private func fail(_ error: MediaError) {
    guard !isClosed, error.reason != .cancelled else { return }
    onError?(error)
    onError = nil
  }

  /// Lets widgets be made before the controller that they send to.
  private final class Relay {
    weak var controller: EditorController?
  }
}
