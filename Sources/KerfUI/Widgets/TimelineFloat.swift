// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// A card of pictures that floats above the strip, over whatever is there.
///
/// A transparent canvas over the whole window that takes no events: moving the card draws it
/// elsewhere and lays out nothing.
final class TimelineFloat {
  struct Picture {
    /// nil while it is on its way.
    var texture: GObjectRef?
    /// In widget pixels.
    var width: Double
    var height: Double
    var caption: String
    /// Whether it is cut away.
    var isDimmed = false
  }

  /// Pictures side by side; above `x` of the timeline, or within the window where that is not.
  struct Card {
    var pictures: [Picture]
    var x: Double
  }

  let widget: Widget
  private let canvas: Canvas
  private let labels: TimelineLabels
  private let anchor: Widget
  private(set) var card: Card?

  private static let padding = 6.0
  private static let spacing = 4.0
  private static let distance = 4.0
  private static let radius = 10.0

  /// - Parameter anchor: The timeline, above which cards float; it lives longer.
  init(anchor: Widget) {
    self.anchor = anchor
    let owner = WeakBox()
    canvas = Canvas(
      cssName: "timeline-float",
      handlers: Canvas.Handlers(draw: { snapshot, width, _ in
        owner.float?.draw(snapshot, width: Double(width))
      }))
    widget = canvas.widget
    labels = TimelineLabels(widget: widget)
    gtk_widget_set_can_target(widget, 0)
    gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR)
    owner.float = self
  }

  func show(_ card: Card?) {
    guard card != nil || self.card != nil else { return }
    self.card = card
    canvas.queueDraw()
  }

  private func draw(_ snapshot: OpaquePointer, width: Double) {
    guard let card, !card.pictures.isEmpty else { return }
    var (origin, place) = (graphene_point_t(x: 0, y: 0), graphene_point_t(x: 0, y: 0))
    guard gtk_widget_compute_point(anchor, widget, &origin, &place) != 0 else { return }
    let brush = Brush(snapshot: snapshot, scale: kerf_compat_get_scale(widget))
    let palette = TimelinePalette(widget: anchor)
    let texts = card.pictures.map { labels.label($0.caption) }
    let widths = zip(card.pictures, texts).map { max($0.width, $1.width) }
    let height = card.pictures.map(\.height).max() ?? 0
    let textHeight = texts.map(\.height).max() ?? 0
    let size = (
      width: widths.reduce(0, +) + 2 * Self.padding + Self.spacing * Double(widths.count - 1),
      height: height + textHeight + 2 * Self.padding + 3
    )
    let x = Double(place.x) + card.x - size.width / 2
    let bounds = Brush.Rectangle(
      x: brush.snap(min(max(4, x), max(4, width - size.width - 4))),
      y: brush.snap(max(4, Double(place.y) - size.height - Self.distance)), width: size.width,
      height: size.height)
    brush.shadow(bounds, radius: Self.radius)
    brush.fill(bounds, radius: Self.radius, palette.card)
    brush.border(
      bounds, radius: Self.radius, width: brush.thickness(1),
      palette.foreground(palette.isHighContrast ? 1 : 0.12))
    var left = bounds.x + Self.padding
    for (number, picture) in card.pictures.enumerated() {
      let room = Brush.Rectangle(
        x: brush.snap(left + (widths[number] - picture.width) / 2), y: bounds.y + Self.padding,
        width: picture.width, height: picture.height)
      brush.clip(room, radius: 5) {
        brush.fill(room, palette.foreground(0.1))
        if let texture = picture.texture { brush.texture(texture.opaque, room) }
        if picture.isDimmed { brush.fill(room, palette.dim.with(alpha: 0.7)) }
      }
      brush.text(
        texts[number], x: left + (widths[number] - texts[number].width) / 2,
        y: bounds.y + Self.padding + height + 3,
        palette.foreground(picture.isDimmed ? 0.7 : 1))
      left += widths[number] + Self.spacing
    }
  }

  /// Lets the canvas's closures, which are made before this is, find it.
  private final class WeakBox { weak var float: TimelineFloat? }
}
