// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

/// Draws rectangles, textures and text into a snapshot, on whole device pixels.
struct Brush {
  let snapshot: OpaquePointer

  /// Device pixels for a widget pixel.
  let scale: Double

  struct Rectangle {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = max(0, width)
      self.height = max(0, height)
    }

    init(x: ClosedRange<Double>, y: ClosedRange<Double>) {
      self.init(
        x: x.lowerBound, y: y.lowerBound, width: x.upperBound - x.lowerBound,
        height: y.upperBound - y.lowerBound)
    }

    var graphene: graphene_rect_t {
      graphene_rect_t(
        origin: graphene_point_t(x: Float(x), y: Float(y)),
        size: graphene_size_t(width: Float(width), height: Float(height)))
    }
  }

  /// The nearest device pixel.
  func snap(_ position: Double) -> Double { (position * scale).rounded() / scale }

  /// The thinnest line that covers whole device pixels and is at least so wide.
  func thickness(_ width: Double) -> Double { max(1, (width * scale).rounded()) / scale }

  func fill(_ rectangle: Rectangle, _ color: GdkRGBA) {
    guard rectangle.width > 0, rectangle.height > 0 else { return }
    var (color, bounds) = (color, rectangle.graphene)
    gtk_snapshot_append_color(snapshot, &color, &bounds)
  }

  func fill(_ rectangle: Rectangle, radius: Double, _ color: GdkRGBA) {
    clip(rectangle, radius: radius) { fill(rectangle, color) }
  }

  /// A line of a device pixel or more, centred on a pixel at `x`.
  func verticalLine(x: Double, y: ClosedRange<Double>, width: Double = 1, _ color: GdkRGBA) {
    let width = thickness(width)
    fill(
      Rectangle(
        x: snap(x - width / 2), y: y.lowerBound, width: width, height: y.upperBound - y.lowerBound),
      color)
  }

  func clip(_ rectangle: Rectangle, radius: Double = 0, _ body: () -> Void) {
    guard rectangle.width > 0, rectangle.height > 0 else { return }
    var bounds = rectangle.graphene
    if radius > 0 {
      var rounded = GskRoundedRect()
      gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(radius))
      gtk_snapshot_push_rounded_clip(snapshot, &rounded)
    } else {
      gtk_snapshot_push_clip(snapshot, &bounds)
    }
    body()
    gtk_snapshot_pop(snapshot)
  }

  /// A border inside `rectangle`.
  func border(_ rectangle: Rectangle, radius: Double, width: Double, _ color: GdkRGBA) {
    guard rectangle.width > 0, rectangle.height > 0 else { return }
    var bounds = rectangle.graphene
    var rounded = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(radius))
    let widths = [Float](repeating: Float(width), count: 4)
    let colors = [GdkRGBA](repeating: color, count: 4)
    gtk_snapshot_append_border(snapshot, &rounded, widths, colors)
  }

  /// The soft shadow of something that floats.
  func shadow(_ rectangle: Rectangle, radius: Double) {
    var bounds = rectangle.graphene
    var rounded = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(radius))
    for (alpha, spread, blur) in [(Float(0.28), Float(1), Float(5)), (0.14, 3, 14)] {
      var color = GdkRGBA(red: 0, green: 0, blue: 0, alpha: alpha)
      gtk_snapshot_append_outset_shadow(snapshot, &rounded, &color, 0, 1, spread, blur)
    }
  }

  func texture(_ texture: OpaquePointer, _ rectangle: Rectangle) {
    kerf_compat_snapshot_texture(
      snapshot, texture, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
  }

  func text(_ label: TimelineLabels.Label, x: Double, y: Double, _ color: GdkRGBA) {
    var color = color
    var origin = graphene_point_t(x: Float(snap(x)), y: Float(snap(y)))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &origin)
    gtk_snapshot_append_layout(snapshot, label.layout.opaque, &color)
    gtk_snapshot_restore(snapshot)
  }
}
