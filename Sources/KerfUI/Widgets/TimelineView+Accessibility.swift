// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

extension TimelineView {
  func connectSliders() {
    sliders.valueChanged = { [weak self] kind, seconds in self?.sliderSet(kind, seconds) }
    sliders.keyPressed = { [weak self] kind, key, modifiers in
      self?.sliderKey(kind, key, modifiers) ?? false
    }
    sliders.focusChanged = { [weak self] in self?.canvas.queueDraw() }
  }

  /// Lays the invisible sliders over what they stand for.
  func placeSliders() {
    guard let geometry, let hits = hitTest else { return }
    let places: [(TimelineSliders.Kind, Double)] = [
      (.inPoint, hits.handleMiddle(.inPoint)), (.outPoint, hits.handleMiddle(.outPoint)),
      (.playhead, hits.playheadX),
    ]
    for (kind, middle) in places {
      let scale = sliders.widget(kind)
      var (width, height): (Int32, Int32) = (0, 0)
      gtk_widget_measure(scale, GTK_ORIENTATION_HORIZONTAL, -1, &width, nil, nil, nil)
      gtk_widget_measure(scale, GTK_ORIENTATION_VERTICAL, -1, &height, nil, nil, nil)
      width = max(width, 24)
      height = max(height, Int32(layout.strip.upperBound - layout.strip.lowerBound))
      let inView = min(max(middle, -1000), geometry.viewWidth + 1000)
      var bounds = GdkRectangle(
        x: Int32((inView - Double(width) / 2).rounded()), y: Int32(layout.strip.lowerBound),
        width: width, height: height)
      gtk_widget_size_allocate(scale, &bounds, -1)
    }
  }

  /// Assistive technology set a value; what is not allowed comes back with the next state.
  private func sliderSet(_ kind: TimelineSliders.Kind, _ seconds: Double) {
    guard let state else { return }
    let time = state.clipTime(
      ofInterfaceTime: MediaTime(seconds: seconds, timebase: .microseconds))
    switch kind {
    case .inPoint: actions.send(.setEdge(.inPoint, to: time))
    case .outPoint: actions.send(.keepThrough(nearestFrame(to: time, state)))
    case .playhead: actions.send(.seek(to: nearestFrame(to: time, state)))
    }
    if let state = self.state { sliders.render(state) }
  }

  /// The frame that begins nearest to a time: a slider's seconds are not exact.
  private func nearestFrame(to time: MediaTime, _ state: EditorState) -> MediaTime {
    let index = state.index
    guard !index.isEmpty, index.isComplete || time <= index.endTime else { return time }
    return index.time(ofFrame: min(index.nearestBoundary(to: time), index.count - 1))
  }

  private func sliderKey(_ kind: TimelineSliders.Kind, _ key: Int, _ modifiers: UInt32) -> Bool {
    if modifiers & kerf_GDK_ALT_MASK.rawValue != 0 { return false }
    if modifiers & kerf_GDK_CONTROL_MASK.rawValue != 0 { return jumpKey(kind, key) }
    guard let state else { return false }
    let isShifted = modifiers & kerf_GDK_SHIFT_MASK.rawValue != 0
    switch Int32(key) {
    case GDK_KEY_Left, GDK_KEY_KP_Left, GDK_KEY_Down, GDK_KEY_KP_Down:
      step(kind, isShifted ? secondInFrames(kind, -1, state) : -1)
    case GDK_KEY_Right, GDK_KEY_KP_Right, GDK_KEY_Up, GDK_KEY_KP_Up:
      step(kind, isShifted ? secondInFrames(kind, 1, state) : 1)
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: step(kind, secondInFrames(kind, -1, state))
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: step(kind, secondInFrames(kind, 1, state))
    // The playhead has the focus when a film was opened: there these keys are the window's.
    case GDK_KEY_Home, GDK_KEY_KP_Home:
      kind == .playhead ? actions.send(.seek(to: state.range.inPoint)) : step(kind, -Self.allFrames)
    case GDK_KEY_End, GDK_KEY_KP_End:
      kind == .playhead ? actions.send(.seek(to: state.lastKeptFrame)) : step(kind, Self.allFrames)
    default: return false
    }
    if let time = place(of: kind) { geometry?.reveal(time, inset: 48) }
    viewChanged()
    return true
  }

  /// Jumps to the next place where a cut costs nothing; the playhead's marks are the window's.
  private func jumpKey(_ kind: TimelineSliders.Kind, _ key: Int) -> Bool {
    let direction: Int
    switch Int32(key) {
    case GDK_KEY_Left, GDK_KEY_KP_Left: direction = -1
    case GDK_KEY_Right, GDK_KEY_KP_Right: direction = 1
    default: return false
    }
    switch kind {
    case .inPoint: actions.send(.moveEdgeToFreeCut(.inPoint, direction: direction))
    case .outPoint: actions.send(.moveEdgeToFreeCut(.outPoint, direction: direction))
    case .playhead: return false
    }
    if let time = place(of: kind) { geometry?.reveal(time, inset: 48) }
    viewChanged()
    return true
  }

  /// More than a clip has.
  private static let allFrames = 1 << 40

  private func step(_ kind: TimelineSliders.Kind, _ frames: Int) {
    switch kind {
    case .inPoint: actions.send(.nudge(.inPoint, frames: frames))
    case .outPoint: actions.send(.nudge(.outPoint, frames: frames))
    case .playhead: actions.send(.step(frames: frames))
    }
  }

  private func place(of kind: TimelineSliders.Kind) -> MediaTime? {
    switch kind {
    case .inPoint: state?.range.inPoint
    case .outPoint: state?.range.outPoint
    case .playhead: state?.playhead
    }
  }

  /// How many frames a second holds on one side of a slider; at least one.
  private func secondInFrames(
    _ kind: TimelineSliders.Kind, _ direction: Int, _ state: EditorState
  ) -> Int {
    let second = MediaTime(ticks: 1_000_000 * Int64(direction), timebase: .microseconds)
    guard let time = place(of: kind) else { return direction }
    let index = state.index
    if !index.isEmpty, index.isComplete || max(time, time + second) <= index.endTime {
      let frames =
        index.nearestBoundary(to: time + second) - index.nearestBoundary(to: time)
      return direction < 0 ? min(-1, frames) : max(1, frames)
    }
    return direction * max(1, Int((1 / state.nominalFrameDuration.seconds).rounded()))
  }
}
