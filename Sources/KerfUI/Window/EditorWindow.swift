// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import MediaCore
import Playback
import TrimModel

/// A window: a header bar, a page for the picture, and below it the controls of the open clip.
///
/// The application owns it until its GTK window is closed; a clip that is being saved keeps it until
/// the job has ended.
final class EditorWindow {
  let window: GObjectRef
  let header = HeaderBar()
  /// Messages.
  let card = NoticeCard()
  /// Progress of saving, which a message does not push away.
  let savingCard = NoticeCard()
  let hint = DropHint()
  let settings: Settings
  private(set) weak var application: EditorApplication?

  /// The open clip.
  private(set) var controller: EditorController?

  /// The clip that is being saved; goes on when another one is opened.
  var saving: Saving?
  /// Whether to stop saving and close; GTK's, there until it is answered.
  var closingQuestion: UnsafeMutablePointer<GtkWidget>?

  /// The file that is being opened.
  var opening: Opening?

  /// The outcome of the last save, kept in sight until the range changes.
  var outcome: (text: String, ranges: RangeList)?

  /// The film that is noted as open.
  var notedFilm: FilePath?

  private let stack: GObjectRef
  private let videoPlace: GObjectRef
  private let controls: GObjectRef
  private let transportPlace: GObjectRef
  private let timelinePlace: GObjectRef
  private let costLabel: GObjectRef
  private(set) var rangeBar: RangeBar?
  private let floatPlace: GObjectRef
  private var emptyPage: EmptyPage?

  /// What the header bar and the cost line show.
  private var described: (path: FilePath, extent: TrimRange)?
  private var drawnCost: String?

  var isFullScreen = false
  private var isNarrow = false

  init(application: EditorApplication) {
    self.application = application
    settings = application.settings
    window = GObjectRef(
      retaining: made(adw_application_window_new(application.application.cast())).raw)
    stack = GObjectRef(sinking: made(gtk_stack_new()).raw)
    videoPlace = GObjectRef(sinking: Make.box(GTK_ORIENTATION_VERTICAL).raw)
    transportPlace = GObjectRef(sinking: Make.box(GTK_ORIENTATION_VERTICAL).raw)
    timelinePlace = GObjectRef(sinking: Make.box(GTK_ORIENTATION_VERTICAL).raw)
    costLabel = GObjectRef(sinking: Make.label(classes: "caption", "numeric", "cost-line").raw)
    floatPlace = GObjectRef(sinking: made(gtk_overlay_new()).raw)
    controls = GObjectRef(
      sinking: Make.box(
        GTK_ORIENTATION_VERTICAL, [transportPlace.widget, timelinePlace.widget]
      ).raw)
    build()
    addActions()
    addKeys()
    addDropTarget()
    addClosing()
    addNotifying()
    renderPage()
  }

  /// Whether nothing is open and nothing is being opened.
  var isEmpty: Bool { controller == nil && opening == nil }

  /// The room for the picture in device pixels: as it is, or as it will be when nothing is open yet.
  var expectedViewSize: PixelSize {
    let scale = kerf_compat_get_scale(window.widget)
    let place = controller?.videoView.widget
    let width = place.map { Int(gtk_widget_get_width($0)) } ?? settings.windowWidth
    let height =
      place.map { Int(gtk_widget_get_height($0)) }
      ?? settings.windowHeight - Self.heightBesidesVideo
    return PixelSize(
      width: max(1, Int((Double(width) * scale).rounded(.up))),
      height: max(1, Int((Double(height) * scale).rounded(.up))))
  }

  func present() { gtk_window_present(window.cast()) }

  // MARK: Pages

  /// Shows a clip that was opened, in the place of whatever was open.
  func show(_ controller: EditorController) {
    let previous = self.controller
    self.controller = controller
    previous?.close()
    replace(videoPlace, controller.videoView.widget)
    replace(transportPlace, controller.transport.widget)
    replace(timelinePlace, controller.timeline.makePinchBox())
    gtk_overlay_set_child(floatPlace.opaque, controller.timeline.float.widget)
    controller.timeline.snaps = settings.snaps
    outcome = nil
    noteOpenFilm(controller.state.clip.path)
    controller.onRender = { [weak self] in self?.render() }
    controller.onError = { [weak self, weak controller] error in
      guard let self, let controller, self.controller === controller else { return }
      showReadError(error, controller.state.clip.path)
    }
    controller.videoView.onDoubleClick = { [weak self] in self?.toggleFullScreen() }
    emptyPage?.showInvitation()
    renderPage()
    render()
    // Space and the arrows are the film's from now on, not the Open button's.
    controller.timeline.sliders.grabFocus(.playhead)
  }

  /// Shows why nothing is open.
  func showErrorPage(_ sentence: ErrorSentence) {
    emptyPage?.show(sentence)
    renderPage()
  }

  /// Sets what is not the controller's own from its state.
  func render() {
    guard let controller else { return }
    let key = (controller.state.clip.path, controller.state.extent)
    if described == nil || described.map({ $0 != key }) == true {
      described = key
      let name = controller.state.clip.path.displayName
      header.setClip(name: name, subtitle: ClipSentence.subtitle(of: controller.state))
      gtk_window_set_title(window.cast(), name)
    }
    if let outcome, outcome.ranges != controller.state.ranges { self.outcome = nil }
    let line = costLine(of: controller)
    if line != drawnCost {
      drawnCost = line
      gtk_label_set_text(costLabel.opaque, line)
    }
    rangeBar?.render(controller.state.ranges)
    let player = controller.playerState
    if player.volume != settings.volume { settings.volume = player.volume }
    if player.isMuted != settings.isMuted { settings.isMuted = player.isMuted }
    renderActions()
  }

  private func costLine(of controller: EditorController) -> String {
    if let outcome { return outcome.text }
    return switch controller.plans {
    case .success(let plans): ClipSentence.cost(of: plans)
    case .failure(let refusal): ClipSentence.refusal(refusal)
    }
  }

  func renderPage() {
    let name = controller == nil ? (opening?.isSlow == true ? "opening" : "empty") : "video"
    gtk_stack_set_visible_child_name(stack.opaque, name)
    gtk_widget_set_visible(controls.widget, controller == nil || isFullScreen ? 0 : 1)
    gtk_widget_set_visible(header.widget, isFullScreen ? 0 : 1)
    if controller == nil {
      described = nil
      header.setClip(name: nil, subtitle: "")
      gtk_window_set_title(window.cast(), AppInfo.name)
    }
    renderActions()
  }

  private func replace(_ place: GObjectRef, _ child: Widget) {
    for old in place.widget.children { gtk_box_remove(place.cast(), old) }
    gtk_box_append(place.cast(), child)
  }

  // MARK: Building

  private func build() {
    gtk_window_set_title(window.cast(), AppInfo.name)
    gtk_window_set_default_size(
      window.cast(), Int32(settings.windowWidth), Int32(settings.windowHeight))
    if settings.isMaximized { gtk_window_maximize(window.cast()) }
    gtk_widget_set_size_request(window.widget, 360, 294)

    let page = EmptyPage(showDetails: { [weak self] in self?.showDetails($0) })
    emptyPage = page
    showRecentPictures()
    let spinner = made(gtk_spinner_new())
    // Unseen, it would still have the whole window laid out anew for each of its frames.
    connect(spinner, "map") { gtk_spinner_set_spinning(spinner.opaque, 1) }
    connect(spinner, "unmap") { gtk_spinner_set_spinning(spinner.opaque, 0) }
    gtk_widget_set_size_request(spinner, 32, 32)
    gtk_widget_set_halign(spinner, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(spinner, GTK_ALIGN_CENTER)
    gtk_stack_add_named(stack.opaque, page.widget, "empty")
    gtk_stack_add_named(stack.opaque, spinner, "opening")
    gtk_stack_add_named(stack.opaque, videoPlace.widget, "video")
    gtk_widget_set_vexpand(stack.widget, 1)

    let stage = made(gtk_overlay_new())
    gtk_overlay_set_child(stage.opaque, stack.widget)
    let cards = Make.box(GTK_ORIENTATION_VERTICAL, [card.widget, savingCard.widget])
    gtk_widget_set_valign(cards, GTK_ALIGN_END)
    gtk_overlay_add_overlay(stage.opaque, cards)

    gtk_label_set_ellipsize(costLabel.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_single_line_mode(costLabel.opaque, 1)
    gtk_widget_add_css_class(controls.widget, "controls")
    let rangeBar = RangeBar(
      cost: costLabel.widget,
      setPurpose: { [weak self] in self?.controller?.send(.setPurpose($0)) },
      setJoining: { [weak self] in self?.setJoining($0) })
    rangeBar.setJoining(settings.joinsRanges)
    self.rangeBar = rangeBar
    gtk_box_append(controls.cast(), rangeBar.widget)
    gtk_widget_set_can_target(floatPlace.widget, 0)

    let content = Make.box(
      GTK_ORIENTATION_VERTICAL, [header.widget, stage, controls.widget])
    let root = made(gtk_overlay_new())
    gtk_overlay_set_child(root.opaque, content)
    gtk_overlay_add_overlay(root.opaque, floatPlace.widget)
    gtk_overlay_add_overlay(root.opaque, hint.widget)
    adw_application_window_set_content(window.cast(), root)
    header.setRecent(RecentFiles.newest(10))
    connect(window.raw, "notify::default-width") { [weak self] (_: OpaquePointer?) -> Void in
      self?.adaptToWidth()
    }
    adaptToWidth()
    connect(window.raw, "map") { EventLog.note("window-mapped") }
  }

  /// The header bar, the transport row, the timeline and the cost line, about.
  private static let heightBesidesVideo = 280

  /// Below this many pixels the header bar has icons for words.
  private static let narrowWidth = 500

  private func adaptToWidth() {
    var (width, height) = (Int32(0), Int32(0))
    gtk_window_get_default_size(window.cast(), &width, &height)
    let isNarrow = width > 0 && width < Self.narrowWidth
    guard isNarrow != self.isNarrow else { return }
    self.isNarrow = isNarrow
    header.setNarrow(isNarrow)
    rangeBar?.setNarrow(isNarrow)
    gtk_label_set_lines(costLabel.opaque, isNarrow ? 2 : 1)
    gtk_label_set_single_line_mode(costLabel.opaque, isNarrow ? 0 : 1)
    gtk_label_set_wrap(costLabel.opaque, isNarrow ? 1 : 0)
    gtk_label_set_justify(costLabel.opaque, GTK_JUSTIFY_CENTER)
    if isNarrow {
      gtk_widget_add_css_class(window.widget, "narrow")
    } else {
      gtk_widget_remove_css_class(window.widget, "narrow")
    }
  }

  /// Shows the last files as pictures, unless one is being opened: that one comes first.
  private func showRecentPictures() {
    Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(300))
      guard let self, isEmpty else { return }
      emptyPage?.showRecent(RecentFiles.newest(6))
    }
  }

  /// Shows libav's own words.
  func showDetails(_ text: String) {
    kerf_dialog_details(window.cast(), _t("Details"), text, _t("Close"))
  }

  /// The GTK window has left the application: let go of everything.
  func destroyed() {
    opening?.cancel()
    opening = nil
    noteOpenFilm(nil)
    controller?.close()
    controller = nil
    application?.forget(self)
  }
}
