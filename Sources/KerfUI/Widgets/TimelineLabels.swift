// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

/// Texts of the ruler, laid out once: small, with figures of one width.
final class TimelineLabels {
  struct Label {
    let layout: GObjectRef
    let width: Double
    let height: Double
  }

  private let widget: Widget
  private var labels: [String: Label] = [:]
  private var contextSerial: guint = 0

  /// More than a screen of them, and the next screen's.
  private static let limit = 400

  /// Does not keep the widget, which lives longer.
  init(widget: Widget) { self.widget = widget }

  func label(_ text: String) -> Label {
    // Fonts and their size may change at any time.
    let serial = pango_context_get_serial(gtk_widget_get_pango_context(widget))
    if serial != contextSerial || labels.count > Self.limit { labels.removeAll() }
    contextSerial = serial
    if let label = labels[text] { return label }
    let label = make(text)
    labels[text] = label
    return label
  }

  private func make(_ text: String) -> Label {
    let layout = GObjectRef(sinking: made(gtk_widget_create_pango_layout(widget, text)))
    let attributes = pango_attr_list_new()
    // What the theme's “caption” class has.
    pango_attr_list_insert(attributes, pango_attr_scale_new(0.82))
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
    pango_layout_set_attributes(layout.opaque, attributes)
    pango_attr_list_unref(attributes)
    var (width, height): (Int32, Int32) = (0, 0)
    pango_layout_get_pixel_size(layout.opaque, &width, &height)
    return Label(layout: layout, width: Double(width), height: Double(height))
  }
}
