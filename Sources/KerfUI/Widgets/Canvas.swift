// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

/// A widget that Swift closures draw and lay out.
///
/// The widget owns the closures until it is disposed of: capture its owner weakly. Children are set
/// with `gtk_widget_set_parent` and leave with the widget.
final class Canvas: GObjectRef {
  /// What the widget asks; sizes are logical pixels, snapshots `GtkSnapshot`.
  struct Handlers {
    /// Draws below the children.
    var draw: ((_ snapshot: OpaquePointer, _ width: Int, _ height: Int) -> Void)?
    /// Draws above the children.
    var drawAbove: ((_ snapshot: OpaquePointer, _ width: Int, _ height: Int) -> Void)?
    /// How large it wants to be; `forSize` is the other dimension, or −1.
    var measure: ((_ orientation: GtkOrientation, _ forSize: Int) -> (minimum: Int, natural: Int))?
    /// Places the children.
    var allocate: ((_ width: Int, _ height: Int) -> Void)?
    /// Whether the height follows from the width, which `measure` then gets as `forSize`.
    var isHeightForWidth = false
  }

  /// Makes the widget; style sheets know it as `cssName`.
  init(
    cssName: String, role: GtkAccessibleRole = GTK_ACCESSIBLE_ROLE_PRESENTATION, handlers: Handlers
  ) {
    var callbacks = Self.callbacks
    callbacks.is_height_for_width = handlers.isHeightForWidth ? 1 : 0
    let box = Retained.pointer(to: HandlersBox(handlers))
    super.init(sinking: made(kerf_canvas_new(cssName, role, &callbacks, box)))
  }

  func queueDraw() { gtk_widget_queue_draw(widget) }

  private final class HandlersBox {
    let handlers: Handlers
    init(_ handlers: Handlers) { self.handlers = handlers }
  }

  private static func handlers(_ data: UnsafeMutableRawPointer) -> Handlers {
    Retained.object(data, as: HandlersBox.self).handlers
  }

  private static let callbacks = KerfCanvasCallbacks(
    snapshot: { data, snapshot, width, height in
      guard let data, let snapshot else { return }
      Canvas.handlers(data).draw?(snapshot, Int(width), Int(height))
    },
    snapshot_above: { data, snapshot, width, height in
      guard let data, let snapshot else { return }
      Canvas.handlers(data).drawAbove?(snapshot, Int(width), Int(height))
    },
    measure: { data, orientation, forSize, minimum, natural in
      guard let data, let size = Canvas.handlers(data).measure?(orientation, Int(forSize))
      else { return }
      minimum?.pointee = Int32(clamping: size.minimum)
      natural?.pointee = Int32(clamping: max(size.minimum, size.natural))
    },
    size_allocate: { data, width, height in
      guard let data else { return }
      Canvas.handlers(data).allocate?(Int(width), Int(height))
    },
    is_height_for_width: 0,
    destroy: Retained.release)
}
