// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

/// Icons that no icon theme has, drawn in the colour of the text around them.
enum GlyphIcon {
  /// A bracket that opens: the range starts here.
  case setIn
  /// A bracket that closes: the range ends here.
  case setOut
  /// Two handles that stay while the strip moves below them.
  case follow

  /// A 16-pixel widget that shows the icon; keep it until it has a parent.
  func make() -> Canvas {
    // The closure lives as long as the widget, so that the bare pointer in the box stays good.
    let drawn = Drawn()
    let canvas = Canvas(
      cssName: "glyph",
      handlers: Canvas.Handlers(
        draw: { snapshot, width, height in
          guard let widget = drawn.widget else { return }
          var bounds = graphene_rect_t(
            origin: graphene_point_t(x: 0, y: 0),
            size: graphene_size_t(width: Float(width), height: Float(height)))
          guard let context = gtk_snapshot_append_cairo(snapshot, &bounds) else { return }
          defer { cairo_destroy(context) }
          var color = GdkRGBA()
          kerf_compat_get_color(widget, &color)
          gdk_cairo_set_source_rgba(context, &color)
          cairo_translate(context, Double(width - 16) / 2, Double(height - 16) / 2)
          self.draw(context)
        },
        measure: { _, _ in (16, 16) }))
    drawn.widget = canvas.widget
    return canvas
  }

  private final class Drawn {
    var widget: Widget?
  }

  private func draw(_ context: OpaquePointer) {
    cairo_set_line_width(context, 2)
    switch self {
    case .setIn: drawBracket(context)
    case .setOut:
      cairo_translate(context, 16, 0)
      cairo_scale(context, -1, 1)
      drawBracket(context)
    case .follow:
      for x in [4.0, 10.0] {
        cairo_rectangle(context, x, 1, 2, 8)
        cairo_fill(context)
      }
      cairo_move_to(context, 3, 13)
      cairo_line_to(context, 13, 13)
      cairo_stroke(context)
      drawTriangle(context, tip: (0, 13), base: 4)
      drawTriangle(context, tip: (16, 13), base: 12)
    }
  }

  private func drawBracket(_ context: OpaquePointer) {
    cairo_move_to(context, 7, 2)
    cairo_line_to(context, 3, 2)
    cairo_line_to(context, 3, 14)
    cairo_line_to(context, 7, 14)
    cairo_stroke(context)
    drawTriangle(context, tip: (7, 8), base: 12)
  }

  private func drawTriangle(_ context: OpaquePointer, tip: (x: Double, y: Double), base: Double) {
    let half = abs(base - tip.x) * 0.7
    cairo_move_to(context, tip.x, tip.y)
    cairo_line_to(context, base, tip.y - half)
    cairo_line_to(context, base, tip.y + half)
    cairo_close_path(context)
    cairo_fill(context)
  }
}
