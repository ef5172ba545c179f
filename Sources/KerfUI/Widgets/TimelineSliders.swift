// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// The start, end and playhead as real sliders for keyboards and assistive technology.
///
/// GTK 4.8 tells the value of its own ranges only, so three `GtkScale`s lie invisible over what the
/// canvas draws. Their values are seconds of the interface. They take no pointer events.
final class TimelineSliders {
  enum Kind: CaseIterable {
    case inPoint, playhead, outPoint

    init(_ edge: RangeEdge) { self = edge == .inPoint ? .inPoint : .outPoint }
  }

  /// Assistive technology set a value, in seconds of the interface.
  var valueChanged: (Kind, Double) -> Void = { _, _ in }

  /// A key was pressed while a slider has the focus; answers whether it was of use.
  var keyPressed: (Kind, _ key: Int, _ modifiers: UInt32) -> Bool = { _, _, _ in false }

  var focusChanged: () -> Void = {}

  private let scales: [Kind: Widget]
  private var spoken: [Kind: String] = [:]

  /// What the playhead's name is still to tell, and when it was told last.
  private var unspoken: EditorState?
  private var lastSpoken = 0.0
  private var speaking: Task<Void, Never>?

  /// The values that the state has.
  ///
  /// A change inside a change is told once more by GTK afterwards, when it is none any more.
  private var rendered: [Kind: Double] = [:]

  /// While the state is being shown, values change without anybody having asked.
  private var isRendering = false

  isolated deinit { speaking?.cancel() }

  /// Makes the sliders as children of the canvas, which unparents them when it goes.
  init(parent: Widget) {
    var scales: [Kind: Widget] = [:]
    for kind in Kind.allCases {
      let scale = made(
        gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, gtk_adjustment_new(0, 0, 0, 0, 0, 0)))
      gtk_scale_set_draw_value(scale.cast(), 0)
      gtk_range_set_round_digits(scale.cast(), -1)
      gtk_widget_set_opacity(scale, 0)
      gtk_widget_set_can_target(scale, 0)
      gtk_widget_set_direction(scale, GTK_TEXT_DIR_LTR)
      gtk_widget_set_parent(scale, parent)
      scales[kind] = scale
    }
    self.scales = scales
    for (kind, scale) in scales { listen(to: scale, kind) }
  }

  func widget(_ kind: Kind) -> Widget {
    guard let scale = scales[kind] else { preconditionFailure("made in init for every kind") }
    return scale
  }

  func hasFocus(_ kind: Kind) -> Bool { gtk_widget_has_focus(widget(kind)) != 0 }

  /// Whether the focus should be seen: it came by keyboard.
  func hasVisibleFocus(_ kind: Kind) -> Bool {
    gtk_widget_get_state_flags(widget(kind)).rawValue
      & kerf_GTK_STATE_FLAG_FOCUS_VISIBLE.rawValue != 0 && hasFocus(kind)
  }

  func grabFocus(_ kind: Kind) { gtk_widget_grab_focus(widget(kind)) }

  // MARK: State

  func render(_ state: EditorState) {
    isRendering = true
    defer { isRendering = false }
    func seconds(_ time: MediaTime) -> Double { state.interfaceTime(of: time).seconds }
    let end = state.extent.duration.seconds
    let frame = state.nominalFrameDuration.seconds
    let last = seconds(state.lastKeptFrame)
    let start = seconds(state.range.inPoint)
    set(.inPoint, start, in: 0...max(start, last), step: frame)
    set(.outPoint, last, in: min(start, last)...max(last, end), step: frame)
    set(.playhead, seconds(state.playhead), in: 0...max(end, 0), step: frame)
    for kind in Kind.allCases { describe(kind, state) }
  }

  private func set(_ kind: Kind, _ value: Double, in limits: ClosedRange<Double>, step: Double) {
    rendered[kind] = value
    let adjustment = gtk_range_get_adjustment(widget(kind).cast())
    gtk_adjustment_configure(
      adjustment, value, limits.lowerBound, limits.upperBound, step, 1, 0)
  }

  private func describe(_ kind: Kind, _ state: EditorState) {
    let time: MediaTime
    let (withFrame, without): (String, String)
    switch kind {
    case .inPoint:
      time = state.range.inPoint
      // Translators: spoken for the handle at the start of the range. {number} is a frame number.
      withFrame = _t("Start, {time}, frame {number}")
      without = _t("Start, {time}")
    case .outPoint:
      time = state.lastKeptFrame
      // Translators: spoken for the handle at the end of the range. {number} is a frame number.
      withFrame = _t("End, {time}, frame {number}")
      without = _t("End, {time}")
    case .playhead:
      time = state.playhead
      // Translators: spoken for the mark of the frame that is shown. {number} is a frame number.
      withFrame = _t("Playhead, {time}, frame {number}")
      without = _t("Playhead, {time}")
    }
    let text = Timecode.string(state.interfaceTime(of: time))
    let place =
      state.frameNumber(at: time).map { fill(withFrame, ["time": text, "number": "\($0)"]) }
      ?? fill(without, ["time": text])
    let name = withKeyframe(place, time, state)
    guard spoken[kind] != name else { return }
    if kind == .playhead, !maySpeakPlayhead(state) { return }
    spoken[kind] = name
    // The value's own text is told by no GTK to assistive technology: it goes into the name.
    kerf_accessible_set_label(widget(kind), name)
    kerf_accessible_set_value_text(widget(kind), text)
  }

  /// A place with its distance to the keyframe before it, which tells what a cut there costs.
  private func withKeyframe(_ place: String, _ time: MediaTime, _ state: EditorState) -> String {
    guard !state.index.isIntraOnly, let number = state.frameNumber(at: time),
      let keyframe = state.index.keyframe(atOrBefore: number)
    else { return place }
    let distance = number - keyframe
    if distance == 0 {
      // Translators: {place} is like “Start, 0:04.000, frame 120”.
      return fill(_t("{place}, a keyframe"), ["place": place])
    }
    return fill(
      _n("{place}, {count} after a keyframe", "{place}, {count} after a keyframe", distance),
      ["place": place, "count": "\(distance)"])
  }

  /// Whether the playhead's name may change now.
  ///
  /// A screen reader is told of each change: of a film that plays, four times a second is enough.
  /// What is left out is told a moment later.
  private func maySpeakPlayhead(_ state: EditorState) -> Bool {
    let now = Double(g_get_monotonic_time()) / 1e6
    if now - lastSpoken >= Self.speakingPause {
      lastSpoken = now
      return true
    }
    unspoken = state
    if speaking == nil {
      speaking = Task { [weak self] in
        try? await Task.sleep(for: .seconds(Self.speakingPause))  // Cancelled is over as well.
        guard let self, !Task.isCancelled else { return }
        self.speaking = nil
        guard let state = self.unspoken else { return }
        self.unspoken = nil
        self.describe(.playhead, state)
      }
    }
    return false
  }

  private static let speakingPause = 0.25

  // MARK: Signals

  private func listen(to scale: Widget, _ kind: Kind) {
    connect(scale, "value-changed") { [weak self] in
      guard let self, !self.isRendering else { return }
      let value = gtk_range_get_value(self.widget(kind).cast())
      if value != self.rendered[kind] { self.valueChanged(kind, value) }
    }
    connect(scale, "state-flags-changed") { [weak self] (_: Int) in self?.focusChanged() }
    let keys = made(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    connect(keys, "key-pressed") { [weak self] (key: Int, _: Int, modifiers: UInt32) -> Bool in
      guard let self else { return false }
      if self.keyPressed(kind, key, modifiers) { return true }
      // The window's keys come first: GTK's own sliders take Ctrl++ and others for themselves.
      guard let window = gtk_widget_get_root(scale) else { return false }
      return gtk_event_controller_key_forward(keys, window.widget) != 0
    }
    gtk_widget_add_controller(scale, keys)
  }
}
