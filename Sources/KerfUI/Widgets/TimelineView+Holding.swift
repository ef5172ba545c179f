// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import Glibc
import TrimModel

/// Magnifying while a handle is held still: one picture per frame around its edge, until it is let
/// go.
extension TimelineView {
  /// What to go back to.
  struct Magnified {
    let scale: Double
    let isFitted: Bool
    let edge: RangeEdge
  }

  /// Seconds that a handle is held without moving before the strip magnifies.
  static let holdSeconds = 0.6

  /// A handle was pressed: waits whether it is held.
  func startHold(_ edge: RangeEdge) {
    holding?.cancel()
    holding = Task { [weak self] in
      try? await Task.sleep(for: .seconds(Self.holdSeconds))  // Cancelled is over as well.
      guard let self, !Task.isCancelled else { return }
      self.magnify(edge)
    }
  }

  /// The pointer moved on or was let go: nothing magnifies any more.
  func stopHold() {
    holding?.cancel()
    holding = nil
  }

  /// Zooms in about an edge as far as there is.
  func magnify(_ edge: RangeEdge) {
    holding = nil
    guard case .edge(edge, _) = interaction, magnified == nil, let geometry, let state,
      geometry.follow == nil, geometry.pixelsPerSecond < geometry.largestPixelsPerSecond * 0.9
    else { return }
    magnified = Magnified(
      scale: geometry.pixelsPerSecond, isFitted: geometry.isFitted, edge: edge)
    let time = edge == .inPoint ? state.range.inPoint : state.range.outPoint
    animateZoom(to: geometry.largestPixelsPerSecond, about: time)
  }

  /// Goes back to the zoom from before the hold.
  func unmagnify() {
    guard let magnified else { return }
    self.magnified = nil
    guard let state else { return }
    let time = magnified.edge == .inPoint ? state.range.inPoint : state.range.outPoint
    animateZoom(to: magnified.scale, about: time, fits: magnified.isFitted)
  }

  // MARK: Animation

  /// A zoom under way.
  struct ZoomAnimation {
    let from: Double
    let to: Double
    /// Stays where it is.
    let time: MediaTime
    let fits: Bool
    var seconds = 0.0
  }

  private static let zoomSeconds = 0.18

  /// Zooms so that `time` stays where it is, in a moment, or at once where nothing is to move.
  private func animateZoom(to scale: Double, about time: MediaTime, fits: Bool = false) {
    guard let geometry else { return }
    zoomAnimation = ZoomAnimation(
      from: geometry.pixelsPerSecond, to: scale, time: time, fits: fits)
    guard adw_get_enable_animations(widget) != 0, gtk_widget_get_mapped(widget) != 0 else {
      return advanceZoom(Self.zoomSeconds)
    }
    startTicks()
  }

  /// Lets time pass for a zoom under way.
  func advanceZoom(_ seconds: Double) {
    guard var animation = zoomAnimation else { return }
    animation.seconds += seconds
    let part = min(1, animation.seconds / Self.zoomSeconds)
    let eased = 1 - (1 - part) * (1 - part) * (1 - part)
    zoomAnimation = part < 1 ? animation : nil
    let scale = animation.from * pow(animation.to / animation.from, eased)
    if let geometry {
      let x = geometry.x(of: animation.time)
      if part >= 1, animation.fits {
        self.geometry?.zoomToFit()
      } else {
        self.geometry?.zoom(to: part < 1 ? scale : animation.to, about: x)
      }
      // The pointer holds the edge where it is now.
      if case .edge(let edge, _) = interaction, let moved = self.geometry {
        interaction = .edge(edge, grab: pointerX - moved.x(of: animation.time))
      }
    }
    viewChanged()
  }
}
