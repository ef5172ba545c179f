// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// Press, move and release.
///
/// The gesture sits on the canvas and not on a handle: a handle moves under the pointer, and a
/// gesture's offsets are in its own widget's coordinates.
extension TimelineView {
  func addControllers() {
    addDrag()
    addHover()
    addScrolling()
  }

  private func addDrag() {
    let drag = made(gtk_gesture_drag_new())
    gtk_gesture_single_set_button(drag, 0)
    connect(drag, "drag-begin") { [weak self] (x: Double, y: Double) in
      self?.dragBegan(drag, x, y)
    }
    connect(drag, "drag-update") { [weak self] (dx: Double, dy: Double) in
      guard let self, let start = self.startPoint(drag) else { return }
      let modifiers = gtk_event_controller_get_current_event_state(drag).rawValue
      self.move(
        x: start.x + dx, y: start.y + dy,
        isShifted: modifiers & kerf_GDK_SHIFT_MASK.rawValue != 0)
    }
    connect(drag, "drag-end") { [weak self] (dx: Double, dy: Double) in
      guard let self, let start = self.startPoint(drag) else { return }
      self.release(x: start.x + dx, y: start.y + dy)
    }
    connect(drag, "cancel") { [weak self] (_: OpaquePointer?) in self?.cancelPress() }
    gtk_widget_add_controller(widget, drag)
  }

  private func dragBegan(_ drag: OpaquePointer, _ x: Double, _ y: Double) {
    let button: Interaction.Button
    switch Int32(gtk_gesture_single_get_current_button(drag)) {
    case GDK_BUTTON_PRIMARY, 0: button = .primary
    case GDK_BUTTON_MIDDLE: button = .middle
    default:
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
      return
    }
    // Not by the device: not all displays have one for fingers.
    let event = gtk_event_controller_get_current_event(drag)
    let isTouch = event.map { gdk_event_get_event_type($0) == GDK_TOUCH_BEGIN } ?? false
    let modifiers = gtk_event_controller_get_current_event_state(drag).rawValue
    let isOfUse = press(
      x: x, y: y, pointer: isTouch ? .touch : .mouse, button: button,
      isShifted: modifiers & kerf_GDK_SHIFT_MASK.rawValue != 0)
    gtk_gesture_set_state(
      drag, isOfUse ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED)
  }

  private func startPoint(_ drag: OpaquePointer) -> (x: Double, y: Double)? {
    var (x, y) = (0.0, 0.0)
    return gtk_gesture_drag_get_start_point(drag, &x, &y) != 0 ? (x, y) : nil
  }

  private func addHover() {
    let motion = made(gtk_event_controller_motion_new())
    connect(motion, "motion") { [weak self] (x: Double, y: Double) in self?.hover(x: x, y: y) }
    connect(motion, "leave") { [weak self] () -> Void in
      self?.hoverX = nil
      self?.setHovered(.nothing)
      self?.updateFloat()
    }
    gtk_widget_add_controller(widget, motion)
  }

  // MARK: What a pointer does

  /// What is where, as things are drawn now.
  var hitTest: TimelineHitTest? {
    guard let state, let geometry else { return nil }
    let edges = drawnEdges(state, geometry)
    var stuck: Set<RangeEdge> = []
    if state.range.inPoint == state.extent.inPoint { stuck.insert(.inPoint) }
    if state.range.outPoint == state.extent.outPoint { stuck.insert(.outPoint) }
    return TimelineHitTest(
      layout: layout, inX: edges.inX, outX: edges.outX, playheadX: geometry.x(of: state.playhead),
      stripX: geometry.stripX, stuckEdges: stuck, hasOverview: geometry.isScrollable)
  }

  /// Where the edges are drawn.
  ///
  /// A handle that would be out of view stands at the border, so that it can always be taken and
  /// brought here. While the strip slides below them, handles stay where they are.
  func drawnEdges(
    _ state: EditorState, _ geometry: TimelineGeometry
  ) -> (inX: Double, outX: Double) {
    if isSliding, let follow = geometry.follow { return (follow.inX, follow.outX) }
    let (handle, width) = (layout.handleWidth, geometry.viewWidth)
    let inX = geometry.x(of: state.range.inPoint)
    let outX = geometry.x(of: state.range.outPoint)
    return (
      min(max(inX, handle), max(handle, width - 2 * handle)),
      max(min(outX, width - handle), min(2 * handle, width - handle))
    )
  }

  /// Whether a handle stands at the border because its edge is out of view.
  func isPinned(_ edge: RangeEdge) -> Bool {
    guard let state, let geometry, !isSliding else { return false }
    let edges = drawnEdges(state, geometry)
    return switch edge {
    case .inPoint: abs(edges.inX - geometry.x(of: state.range.inPoint)) > 0.5
    case .outPoint: abs(edges.outX - geometry.x(of: state.range.outPoint)) > 0.5
    }
  }

  /// The pointer was pressed.
  ///
  /// - Returns: Whether there is something to press.
  @discardableResult
  func press(
    x: Double, y: Double, pointer: TimelineHitTest.Pointer = .mouse,
    button: Interaction.Button = .primary, isShifted: Bool = false
  ) -> Bool {
    stopScrolling()
    guard let target = hitTest?.target(x: x, y: y, pointer: pointer), let state, let geometry
    else { return false }
    pointerX = x
    pressX = x
    // A touch does not hover, and leaves nothing hanging when it is over.
    hoverX = nil
    isSnappingSuspended = isShifted
    flick.begin(x: x, seconds: Self.now)
    if button == .primary, isSecondPress(x: x), doubleClick(target, x: x) { return true }
    let press = Interaction.Press(
      x: x, y: y, target: target, pointer: pointer, button: button, isShifted: isShifted)
    interaction = .pressed(press)
    guard button == .primary else { return true }
    switch target {
    case .handle(let edge):
      let edges = drawnEdges(state, geometry)
      holdsPinned = isPinned(edge)
      interaction = .edge(edge, grab: x - (edge == .inPoint ? edges.inX : edges.outX))
      sliders.grabFocus(TimelineSliders.Kind(edge))
      actions.send(.beginDrag(edge))
      startHold(edge)
    case .ruler: beginScrub(grab: 0, at: x)
    case .playhead where pointer == .mouse:
      beginScrub(grab: x - geometry.x(of: state.playhead), at: nil)
    case .range where isShifted, .rangeBar: break
    case .range, .strip:
      if !geometry.isScrollable, pointer == .mouse {
        selectRange(at: geometry.instant(at: x))
        beginScrub(grab: 0, at: x)
      }
    case .overview: beginOverview(x, geometry)
    case .playhead: break
    case .nothing: interaction = .none
    }
    updateCursor()
    canvas.queueDraw()
    updateFloat()
    return interaction != .none
  }

  /// The pressed pointer moved.
  func move(x: Double, y: Double, isShifted: Bool = false) {
    pointerX = x
    isSnappingSuspended = isShifted
    if abs(x - pressX) > 4 { stopHold() }
    // A drag is no first half of a double click.
    if abs(x - pressX) > 4 { lastPress = nil }
    flick.move(x: x, seconds: Self.now)
    if case .pressed(let press) = interaction {
      guard abs(x - press.x) > press.threshold else { return }
      beginDragging(press)
    }
    if holdsPinned {
      // The edge comes into view only for who pulls its handle inward, not for a trembling hand.
      let inward = pressX < (geometry?.viewWidth ?? 0) / 2 ? x - pressX : pressX - x
      guard inward > 4 else { return }
      holdsPinned = false
    }
    follow(x)
    if interaction.scrollsAtBorders { startAutoScroll() }
  }

  /// The pointer was let go.
  func release(x: Double, y: Double) {
    let ended = interaction
    letGo()
    switch ended {
    case .pressed(let press): if press.button == .primary { click(press) }
    case .edge: actions.send(.endDrag)
    case .range: actions.send(.endDrag)
    case .scrub: actions.scrubbingChanged(false)
    case .scroll: startKinetic(velocity: -flick.velocity(seconds: Self.now))
    case .overview: endSliding()
    case .none: break
    }
    updateCursor()
    canvas.queueDraw()
  }

  /// The press was taken away: by another gesture, or by the window.
  func cancelPress() {
    let ended = interaction
    letGo()
    switch ended {
    case .edge, .range: actions.send(.cancelDrag)
    case .scrub: actions.scrubbingChanged(false)
    case .scroll, .overview: endSliding()
    case .pressed, .none: break
    }
    updateCursor()
    canvas.queueDraw()
  }

  private func letGo() {
    interaction = .none
    holdsPinned = false
    snapped = nil
    stopHold()
    unmagnify()
    updateFloat()
  }

  /// Whether this press follows another so closely that it is a double click.
  private func isSecondPress(x: Double) -> Bool {
    let now = Self.now
    defer { lastPress = (now, x) }
    guard let lastPress else { return false }
    var milliseconds: Int32 = 0
    var distance: Int32 = 0
    kerf_settings_get_double_click(widget, &milliseconds, &distance)
    let isSecond =
      now - lastPress.seconds <= Double(milliseconds) / 1000
      && abs(x - lastPress.x) <= Double(distance)
    return isSecond
  }

  /// Zooms to the range, or back to the whole clip.
  ///
  /// - Returns: Whether a double click means anything there.
  @discardableResult
  func doubleClick(_ target: TimelineHitTest.Target, x: Double) -> Bool {
    guard let state, let geometry else { return false }
    switch target {
    case .range, .rangeBar, .playhead, .strip:
      // The first click put the playhead below the pointer: the place tells what was meant.
      if state.range.contains(geometry.instant(at: x)) {
        toggleZoom(to: state.range)
      } else {
        zoomToFit()
      }
    case .handle, .ruler, .overview, .nothing: return false
    }
    lastPress = nil
    return true
  }

  // MARK: Steps of a drag

  /// The press turned out to be a drag.
  private func beginDragging(_ press: Interaction.Press) {
    guard let geometry, let state else { return }
    let isInRange = press.target == .range || press.target == .rangeBar
    let movesRange =
      press.button == .primary
      && (press.target == .rangeBar || (press.isShifted && isInRange))
    if movesRange {
      interaction = .range(grab: press.x - geometry.x(of: state.range.inPoint))
      actions.send(.beginRangeDrag)
    } else {
      interaction = .scroll(lastX: press.x)
      if geometry.follow != nil { beginSliding() }
    }
    updateCursor()
  }

  /// Takes what is dragged to the pointer.
  func follow(_ x: Double) {
    guard let geometry else { return }
    switch interaction {
    case .edge(_, let grab) where geometry.follow != nil:
      // In follow mode the handles stay in view.
      let inView = min(max(x, geometry.margin), geometry.viewWidth - geometry.margin)
      actions.send(.dragEdge(to: geometry.time(at: inView - grab)))
    case .edge(let edge, let grab): dragEdge(edge, to: geometry.time(at: x - grab), geometry)
    case .scrub(let grab): actions.send(.seek(to: geometry.instant(at: x - grab)))
    case .range(let grab): actions.send(.moveRange(inPoint: geometry.time(at: x - grab)))
    case .scroll(let lastX):
      interaction = .scroll(lastX: x)
      scroll(by: lastX - x)
    case .overview(let grab): scrollOverview(to: x - grab)
    case .pressed, .none: break
    }
  }

  /// Moves an edge to a time, or to a place near it that draws it.
  private func dragEdge(_ edge: RangeEdge, to time: MediaTime, _ geometry: TimelineGeometry) {
    guard snaps, !isSnappingSuspended, let state else {
      snapped = nil
      return actions.send(.dragEdge(to: time))
    }
    let point = TimelineSnapping(state: state, geometry: geometry).point(near: time, for: edge)
    actions.send(.dragEdge(to: point?.time ?? time))
    // Limits may have kept it from getting there.
    let range = self.state?.range
    let reached = edge == .inPoint ? range?.inPoint : range?.outPoint
    snapped = point?.time == reached ? point : nil
  }

  private func click(_ press: Interaction.Press) {
    guard let geometry else { return }
    switch press.target {
    case .range, .rangeBar, .strip:
      let time = geometry.instant(at: press.x)
      selectRange(at: time)
      actions.send(.seek(to: time))
    case .handle, .playhead, .ruler, .overview, .nothing: break
    }
  }

  private func beginScrub(grab: Double, at x: Double?) {
    interaction = .scrub(grab: grab)
    actions.scrubbingChanged(true)
    if let x, let geometry { actions.send(.seek(to: geometry.instant(at: x - grab))) }
  }

  private func beginOverview(_ x: Double, _ geometry: TimelineGeometry) {
    let view = overview(geometry)
    let isOnView = view.viewport.contains(x)
    let middle = (view.viewport.upperBound - view.viewport.lowerBound) / 2
    interaction = .overview(grab: isOnView ? x - view.viewport.lowerBound : middle)
    if geometry.follow != nil { beginSliding() }
    if !isOnView { follow(x) }
  }

  /// Lets go when the drag was ended elsewhere, as by undo.
  func endForeignDrag() {
    isSliding = false
    switch interaction {
    case .edge, .range: interaction = .none
    case .none, .pressed, .scrub, .scroll, .overview: break
    }
  }

  // MARK: Hovering

  func hover(x: Double, y: Double) {
    guard interaction == .none else { return }
    pointerX = x
    hoverX = x
    setHovered(hitTest?.target(x: x, y: y) ?? .nothing)
    updateFloat()
  }

  func setHovered(_ target: TimelineHitTest.Target) {
    guard hovered != target else { return }
    hovered = target
    updateCursor()
    canvas.queueDraw()
  }

  private func updateCursor() {
    let name: String
    switch (interaction, hovered) {
    case (.edge, _): name = "col-resize"
    case (.range, _), (.scroll, _): name = "grabbing"
    case (.scrub, _), (.overview, _): name = "default"
    case (_, .handle): name = "col-resize"
    case (_, .rangeBar): name = "grab"
    case (_, .playhead): name = "ew-resize"
    default: name = "default"
    }
    gtk_widget_set_cursor_from_name(widget, name)
  }
}
