// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// Two fingers on the timeline.
extension TimelineView {
  /// A box with the timeline in it, on which two fingers zoom.
  ///
  /// The drag takes the first finger for itself, and what one gesture of a widget takes is lost to its
  /// others. A gesture around it that sees fingers before it does can still take both away from it.
  func makePinchBox() -> Widget {
    let box = Make.box(GTK_ORIENTATION_VERTICAL, [widget])
    let pinch = made(gtk_gesture_zoom_new())
    gtk_event_controller_set_propagation_phase(pinch, GTK_PHASE_CAPTURE)
    // Pixels a second, and the instant between the fingers, when they came down.
    var start: (scale: Double, seconds: Double)?
    func centre() -> Double {
      var (x, y) = (0.0, 0.0)
      gtk_gesture_get_bounding_box_center(pinch, &x, &y)
      return x
    }
    connect(pinch, "begin") { [weak self] (_: OpaquePointer?) -> Void in
      guard let self, let geometry = self.geometry else { return }
      gtk_gesture_set_state(pinch, GTK_EVENT_SEQUENCE_CLAIMED)
      self.cancelPress()
      start = (geometry.pixelsPerSecond, geometry.seconds(at: centre()))
    }
    connect(pinch, "scale-changed") { [weak self] (factor: Double) in
      guard let self, let start else { return }
      // What was between the fingers stays between them, also where they wander.
      self.zoom(to: start.scale * factor, bringing: start.seconds, to: centre())
    }
    gtk_widget_add_controller(box, pinch)
    return box
  }
}
