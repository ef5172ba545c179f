// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import Glibc
import TrimModel

/// Wheel, zoom, what scrolls by itself, and follow mode's sliding.
extension TimelineView {
  /// Seconds of a clock that only goes on.
  static var now: Double { Double(g_get_monotonic_time()) / 1e6 }

  /// What a step of a wheel zooms by.
  private static let zoomStep = 1.25

  func addScrolling() {
    let wheel = made(
      gtk_event_controller_scroll_new(
        GtkEventControllerScrollFlags(
          rawValue: kerf_GTK_SCROLL_BOTH_AXES.rawValue | kerf_GTK_SCROLL_KINETIC.rawValue)))
    connect(wheel, "scroll") { [weak self] (dx: Double, dy: Double) in
      guard let self else { return false }
      let isWheel = gtk_event_controller_scroll_get_unit(wheel) == GDK_SCROLL_UNIT_WHEEL
      let modifiers = gtk_event_controller_get_current_event_state(wheel).rawValue
      return self.turnWheel(
        dx: dx, dy: dy, isWheel: isWheel,
        isControl: modifiers & kerf_GDK_CONTROL_MASK.rawValue != 0,
        isAlt: modifiers & kerf_GDK_ALT_MASK.rawValue != 0)
    }
    connect(wheel, "decelerate") { [weak self] (vx: Double, vy: Double) in
      self?.startKinetic(velocity: abs(vx) > abs(vy) ? vx : vy)
    }
    gtk_widget_add_controller(widget, wheel)
  }

  /// A wheel or two fingers turned; a vertical wheel scrolls the strip too.
  ///
  /// - Returns: Whether it was of use here.
  @discardableResult
  func turnWheel(
    dx: Double, dy: Double, isWheel: Bool, isControl: Bool = false, isAlt: Bool = false
  ) -> Bool {
    guard let geometry else { return false }
    // A step of a wheel is 1; two fingers tell pixels, of which some 40 are a step.
    let steps = (abs(dx) > abs(dy) ? dx : dy) / (isWheel ? 1 : 40)
    if isControl {
      zoom(by: pow(Self.zoomStep, -steps), about: pointerX)
      return true
    }
    if isAlt {
      wheelFrames += steps
      let frames = Int(wheelFrames.rounded(.towardZero))
      wheelFrames -= Double(frames)
      if frames != 0 { actions.send(.step(frames: frames)) }
      return true
    }
    guard geometry.isScrollable else { return false }
    if geometry.follow != nil { beginSliding() }
    kinetic = nil
    let distance = isWheel ? steps * wheelStep(geometry) : (abs(dx) > abs(dy) ? dx : dy)
    scroll(by: distance)
    if isSliding { restSliding() }
    return true
  }

  /// What GTK's own scrolled windows scroll for a step of the wheel.
  private func wheelStep(_ geometry: TimelineGeometry) -> Double {
    pow(geometry.viewWidth, 2.0 / 3)
  }

  // MARK: Zoom

  func zoomIn() { zoom(by: Self.zoomStep, about: zoomCentre) }
  func zoomOut() { zoom(by: 1 / Self.zoomStep, about: zoomCentre) }

  func zoomToFit() {
    geometry?.zoomToFit()
    zoomedRange = nil
    viewChanged()
  }

  /// Zooms to a range, or back to the whole clip when that was the last thing done.
  func toggleZoom(to range: TrimRange) {
    if zoomedRange == range { return zoomToFit() }
    geometry?.zoom(to: range)
    zoomedRange = range
    viewChanged()
  }

  func zoom(by factor: Double, about x: Double) {
    guard let geometry else { return }
    zoom(to: geometry.pixelsPerSecond * factor, about: x)
  }

  func zoom(to scale: Double, about x: Double) {
    guard let geometry else { return }
    zoom(to: scale, bringing: geometry.seconds(at: x), to: x)
  }

  /// Zooms, and scrolls until that instant is at `x`.
  func zoom(to scale: Double, bringing seconds: Double, to x: Double) {
    stopScrolling()
    geometry?.zoom(to: scale, bringing: seconds, to: x)
    zoomedRange = nil
    viewChanged()
  }

  /// Keys zoom about the playhead where it is in view.
  private var zoomCentre: Double {
    guard let geometry, let state else { return 0 }
    let x = geometry.x(of: state.playhead)
    return (0...geometry.viewWidth).contains(x) ? x : geometry.viewWidth / 2
  }

  // MARK: Scrolling

  /// Scrolls; in follow mode the range goes along with what comes below the handles.
  func scroll(by distance: Double) {
    guard var geometry else { return }
    let before = geometry.scrollX
    geometry.scroll(by: distance)
    guard geometry.scrollX != before else { return }
    self.geometry = geometry
    if isSliding, let range = geometry.followedRange {
      actions.send(.moveRange(inPoint: range.inPoint))
    }
    viewChanged()
  }

  func scrollOverview(to x: Double) {
    guard let geometry else { return }
    let strip = geometry.durationSeconds * geometry.pixelsPerSecond
    let room = max(1, geometry.viewWidth - 2 * geometry.margin)
    scroll(by: (x - geometry.margin) / room * strip - geometry.scrollX)
  }

  func startKinetic(velocity: Double) {
    let flick = KineticScroll(velocity: velocity)
    let isAnimated = adw_get_enable_animations(widget) != 0
    guard !flick.isFinished, isAnimated, geometry?.isScrollable == true else {
      return endSliding()
    }
    kinetic = flick
    startTicks()
  }

  /// Stops what scrolls by itself.
  func stopScrolling() {
    kinetic = nil
    ticks.stop()
    endSliding()
  }

  func startAutoScroll() {
    guard autoScrollSpeed != 0 else { return }
    startTicks()
  }

  /// Pixels a second that the pointer's nearness to a border asks for.
  private var autoScrollSpeed: Double {
    guard let geometry, interaction.scrollsAtBorders, !holdsPinned, geometry.follow == nil
    else { return 0 }
    let speed = EdgeAutoScroll.speed(at: pointerX, viewWidth: geometry.viewWidth)
    // What was taken hold of near a border has not been dragged to it.
    let moved = pointerX - pressX
    return (speed < 0 && moved < 0) || (speed > 0 && moved > 0) ? speed : 0
  }

  func startTicks() {
    ticks.start { [weak self] seconds in self?.tick(seconds) ?? false }
  }

  /// Lets time pass for all that moves by itself.
  ///
  /// - Returns: Whether anything still does.
  func tick(_ seconds: Double) -> Bool {
    if zoomAnimation != nil { advanceZoom(seconds) }
    let speed = autoScrollSpeed
    if speed != 0 {
      scroll(by: speed * seconds)
      follow(pointerX)
    }
    if var flick = kinetic {
      let before = geometry?.scrollX
      scroll(by: flick.advance(seconds: seconds))
      let isAtEnd = seconds > 0 && geometry?.scrollX == before
      kinetic = flick.isFinished || isAtEnd ? nil : flick
      if kinetic == nil { endSliding() }
    }
    if isSliding, kinetic == nil, interaction == .none {
      slidingRest += seconds
      if slidingRest > 0.25 { endSliding() }
    }
    let isResting = isSliding && interaction == .none
    return speed != 0 || kinetic != nil || isResting || zoomAnimation != nil
  }

  // MARK: Follow mode

  /// From here on scrolling changes the range, as one step of history.
  func beginSliding() {
    guard !isSliding else { return }
    isSliding = true
    actions.send(.beginRangeDrag)
  }

  /// A wheel tells no end: the slide ends when no more comes.
  private func restSliding() {
    slidingRest = 0
    startTicks()
  }

  func endSliding() {
    guard isSliding else { return }
    isSliding = false
    actions.send(.endDrag)
    // The range lies on frames: the strip gives way by that fraction of one.
    if let range = state?.range { geometry?.align(range) }
    viewChanged()
  }
}
