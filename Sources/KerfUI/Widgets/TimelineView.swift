// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import MediaCore
import TrimModel

/// The strip of pictures with ruler, range, handles and playhead.
///
/// It holds no rule: it draws the last state that it was given, and turns gestures into intents.
/// Only what is visible exists, so that a clip of ten hours costs what one of ten seconds does. It
/// runs left to right in every locale. Main thread.
final class TimelineView {
  /// What its owner does for it.
  struct Actions {
    /// Takes an intent; the owner applies it and renders.
    var send: (TrimIntent) -> Void

    /// The pointer took hold of the playhead, or let it go; between them come `seek` intents.
    var scrubbingChanged: (_ isScrubbing: Bool) -> Void = { _ in }
  }

  let widget: Widget

  /// Asked for pictures whenever others are wanted.
  ///
  /// Gets their times in the order wanted, and the size in device pixels that they have to fit. No
  /// times: what was asked for is not wanted any more.
  var wantsThumbnails: (([MediaTime], PixelSize) -> Void)? {
    didSet { updateThumbnails(isForced: true) }
  }

  /// Asked for the pictures of a card: exact frames, the newest list only.
  var wantsStills: (([MediaTime], PixelSize) -> Void)?

  /// Told which stretch is in view, in seconds from the film's first frame.
  var looksAt: ((WaveformView) -> Void)?

  /// Whether places near it draw a dragged edge; Shift suspends it.
  var snaps = true

  let actions: Actions
  let canvas: Canvas

  /// Pictures above the strip; the window lays it over everything.
  let float: TimelineFloat

  /// The film's sound; nil for none.
  var waveform: Waveform?
  let waveformTexture = WaveformTexture()
  var lastView: WaveformView?
  var lastNote = ""
  let sliders: TimelineSliders
  let labels: TimelineLabels
  let thumbnails = ThumbnailCache(byteLimit: 64 << 20)
  let ticks: TickSource

  /// The last state rendered; nil while no clip is open.
  var state: EditorState?

  /// nil until there is a clip and a width.
  var geometry: TimelineGeometry?
  var layout = TimelineLayout(height: TimelineLayout.naturalHeight)

  /// What the pointer does and is on.
  var interaction = Interaction.none
  var hovered = TimelineHitTest.Target.nothing
  var pointerX = 0.0
  var pressX = 0.0

  /// The handle that is held stands at the border for an edge out of view, and has not moved yet.
  var holdsPinned = false
  var lastPress: (seconds: Double, x: Double)?

  /// Where the pointer hovers; nil when it does not.
  var hoverX: Double?

  /// The place that draws the dragged edge; nil for none.
  var snapped: SnapPoint?
  var isSnappingSuspended = false

  /// Pictures that cards show or may show again, and those asked for.
  var stills: [MediaTime: (texture: GObjectRef, frame: MediaTime)] = [:]
  var wantedStills: [MediaTime] = []

  /// A handle is held: the wait, what it goes back to, and the zoom on its way.
  var holding: Task<Void, Never>?
  var magnified: Magnified?
  var zoomAnimation: ZoomAnimation?

  /// What scrolls by itself.
  var kinetic: KineticScroll?
  var flick = FlickTracker()

  /// Follow mode: the range is being slid, and so many seconds passed since the last wheel event.
  var isSliding = false
  var slidingRest = 0.0

  /// Alt+wheel: parts of a frame that a smooth wheel has turned.
  var wheelFrames = 0.0

  /// The range that a double click zoomed to, while that zoom lasts.
  var zoomedRange: TrimRange?

  /// What was asked for last.
  var lastWanted: [MediaTime] = []
  var lastBounds = PixelSize(width: 0, height: 0)

  init(actions: Actions) {
    self.actions = actions
    let owner = WeakOwner()
    canvas = Canvas(
      cssName: "timeline", role: GTK_ACCESSIBLE_ROLE_GROUP,
      handlers: Canvas.Handlers(
        draw: { snapshot, width, height in
          owner.view?.draw(snapshot, width: Double(width), height: Double(height))
        },
        measure: { orientation, _ in
          orientation == GTK_ORIENTATION_HORIZONTAL
            ? (minimum: 120, natural: 640)
            : (
              minimum: Int(TimelineLayout.minimumHeight + (owner.view?.moreForRuler ?? 0)),
              natural: Int(
                TimelineLayout.naturalHeight + (owner.view?.moreForRuler ?? 0)
                  + (owner.view?.waveform == nil ? 0 : TimelineLayout.waveformHeight))
            )
        },
        allocate: { width, height in
          owner.view?.allocate(width: Double(width), height: Double(height))
        }))
    widget = canvas.widget
    labels = TimelineLabels(widget: widget)
    float = TimelineFloat(anchor: widget)
    sliders = TimelineSliders(parent: widget)
    ticks = TickSource(widget: widget)
    owner.view = self

    gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR)
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    // Translators: what a screen reader calls the strip of pictures with its two handles.
    kerf_accessible_set_label(widget, _t("Timeline"))
    addControllers()
    connectSliders()
    connect(widget, "notify::scale-factor") { [weak self] in
      self?.updateThumbnails(isForced: true)
    }
  }

  /// Shows a state; the only way in which what is shown changes.
  func render(_ state: EditorState) {
    if let old = self.state, old.clip != state.clip { forget() }
    let old = self.state
    self.state = state
    if state.drag == nil { endForeignDrag() }
    updateGeometry(from: old, to: state)
    sliders.render(state)
    gtk_widget_queue_allocate(widget)
    canvas.queueDraw()
    if case .edge = interaction { updateFloat() }
    // Only the whole index tells which of the pictures are of other frames than were asked for.
    updateThumbnails(isForced: old?.index.isComplete == false && state.index.isComplete)
  }

  /// Shows that no clip is open.
  func clear() {
    forget()
    canvas.queueDraw()
  }

  /// Brings an instant into view.
  func reveal(_ time: MediaTime) {
    geometry?.reveal(time, inset: 48)
    viewChanged()
  }

  // MARK: Geometry

  /// Size of a picture in the strip, in widget pixels.
  var tileSize: (width: Double, height: Double) {
    let height = layout.pictureHeight
    // A panorama is cropped, a tall picture keeps enough width to be seen.
    let aspect = min(max(state?.clip.geometry.displayAspect ?? 16.0 / 9, 0.5), 2.5)
    return (width: (height * aspect).rounded(), height: height)
  }

  /// What large text adds to the ruler's height.
  private var moreForRuler: Double {
    max(0, labels.label("0:00").height - TimelineLayout.labelHeight)
  }

  private func allocate(width: Double, height: Double) {
    // In high contrast the bars have an outline, which takes two pixels of them.
    let isHighContrast = adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0
    layout = TimelineLayout(
      height: height, rulerHeight: TimelineLayout.rulerHeight + moreForRuler,
      barThickness: isHighContrast ? 6 : 3, hasWaveform: waveform != nil)
    if var geometry {
      geometry.resize(to: width)
      if geometry.follow != nil, let range = state?.range { geometry.keepHandles(on: range) }
      self.geometry = geometry
    } else if let state {
      makeGeometry(state, width: width)
    }
    if let state { tookState(state) }
    placeSliders()
    updateThumbnails()
    tellView()
  }

  private func makeGeometry(_ state: EditorState, width: Double) {
    guard width > 0 else { return }
    geometry = TimelineGeometry(
      extent: state.extent, viewWidth: width, margin: TimelineLayout.margin,
      tileWidth: tileSize.width, frameSeconds: state.nominalFrameDuration.seconds)
    if state.isFollowing { geometry?.startFollowing(state.range) }
  }

  private func updateGeometry(from old: EditorState?, to state: EditorState) {
    guard geometry != nil else {
      return makeGeometry(state, width: Double(gtk_widget_get_width(widget)))
    }
    tookState(state)
    updateFollowing(state)
    revealPlayhead(from: old, to: state)
  }

  private func tookState(_ state: EditorState) {
    geometry?.update(
      extent: state.extent, tileWidth: tileSize.width,
      frameSeconds: state.nominalFrameDuration.seconds)
  }

  /// Keeps the handles of follow mode where they are, unless they were moved themselves.
  private func updateFollowing(_ state: EditorState) {
    guard var geometry, !isSliding else { return }
    switch (geometry.follow, state.isFollowing) {
    case (nil, true): geometry.startFollowing(state.range)
    case (_?, false): geometry.stopFollowing()
    case (_?, true):
      if case .edge = interaction {
        geometry.place(state.range)
      } else {
        geometry.keepHandles(on: state.range)
      }
    case (nil, false): break
    }
    self.geometry = geometry
  }

  /// Turns the page when the playhead runs out of a view that it was in.
  private func revealPlayhead(from old: EditorState?, to state: EditorState) {
    guard var geometry, let old, old.playhead != state.playhead, interaction == .none,
      geometry.follow == nil, kinetic == nil
    else { return }
    let view = 0...geometry.viewWidth
    let x = geometry.x(of: state.playhead)
    guard view.contains(geometry.x(of: old.playhead)), !view.contains(x) else { return }
    // The next page begins with the playhead near the side that it came from.
    geometry.scroll(by: x - geometry.viewWidth * (x > geometry.viewWidth ? 0.1 : 0.9))
    self.geometry = geometry
  }

  /// Redraws after a scroll or zoom.
  func viewChanged() {
    gtk_widget_queue_allocate(widget)
    canvas.queueDraw()
    updateFloat()
    updateThumbnails()
    tellView()
  }

  private func forget() {
    stopScrolling()
    stopHold()
    (magnified, zoomAnimation, snapped, hoverX, waveform, lastView) = (nil, nil, nil, nil, nil, nil)
    (stills, wantedStills) = ([:], [])
    float.show(nil)
    interaction = .none
    isSliding = false
    zoomedRange = nil
    state = nil
    geometry = nil
    thumbnails.removeAll()
    lastWanted = []
    wantsThumbnails?([], lastBounds)
  }
}

/// Lets the canvas's closures, which are made before the view is, find it.
private final class WeakOwner {
  weak var view: TimelineView?
}
