// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

/// Calls a closure with each frame that the screen shows, for movement.
final class TickSource {
  private let widget: Widget
  private var identifier: guint = 0

  /// Does not keep the widget; the widget ends what is running when it goes.
  init(widget: Widget) { self.widget = widget }

  var isRunning: Bool { identifier != 0 }

  /// Calls `body` with the seconds since the call before, until it answers false.
  func start(_ body: @escaping (_ seconds: Double) -> Bool) {
    guard identifier == 0 else { return }
    let box = TickBox { [weak self] seconds in
      let goesOn = body(seconds)
      if !goesOn { self?.identifier = 0 }
      return goesOn
    }
    identifier = gtk_widget_add_tick_callback(
      widget, TickBox.call, Retained.pointer(to: box), Retained.release)
  }

  func stop() {
    guard identifier != 0 else { return }
    gtk_widget_remove_tick_callback(widget, identifier)
    identifier = 0
  }
}

private final class TickBox {
  private let body: (Double) -> Bool
  private var last: gint64?

  init(_ body: @escaping (Double) -> Bool) { self.body = body }

  static let call: GtkTickCallback = { _, clock, data in
    guard let clock, let data else { return 0 }
    let box = Retained.object(data, as: TickBox.self)
    let now = gdk_frame_clock_get_frame_time(clock)
    // After a pause of the screen nothing should jump.
    let seconds = min(0.1, Double(now - (box.last ?? now)) / 1e6)
    box.last = now
    return box.body(seconds) ? 1 : 0
  }
}
