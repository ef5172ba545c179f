// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// Puts groups of controls side by side, centred, and on further lines when the window is narrow.
final class WrapRow {
  private let canvas: Canvas
  private let layout: Layout

  var widget: Widget { canvas.widget }

  /// Takes the groups over as children, in reading order.
  init(spacing: Int, lineSpacing: Int, _ groups: [Widget]) {
    let layout = Layout(groups: groups, spacing: spacing, lineSpacing: lineSpacing)
    self.layout = layout
    canvas = Canvas(
      cssName: "wraprow", role: GTK_ACCESSIBLE_ROLE_GROUP,
      handlers: Canvas.Handlers(
        measure: { orientation, forSize in layout.measure(orientation, forSize: forSize) },
        allocate: { width, _ in layout.allocate(width: width) },
        isHeightForWidth: true))
    for group in groups { gtk_widget_set_parent(group, canvas.widget) }
  }

  private final class Layout {
    struct Line {
      var groups: [(widget: Widget, width: Int)] = []
      var width = 0
      var height = 0
      /// Between two groups.
      let spacing: Int
    }

    let groups: [Widget]
    let spacing: Int
    let lineSpacing: Int

    init(groups: [Widget], spacing: Int, lineSpacing: Int) {
      self.groups = groups
      self.spacing = spacing
      self.lineSpacing = lineSpacing
    }

    func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) {
      if orientation == GTK_ORIENTATION_HORIZONTAL {
        let sizes = visibleGroups.map { Self.width(of: $0) }
        let natural = sizes.map(\.natural).reduce(0, +) + spacing * max(0, sizes.count - 1)
        return (sizes.map(\.minimum).max() ?? 0, natural)
      }
      let lines = lines(width: forSize < 0 ? Int.max : forSize)
      let height = lines.map(\.height).reduce(0, +) + lineSpacing * max(0, lines.count - 1)
      return (height, height)
    }

    func allocate(width: Int) {
      var y = 0
      for line in lines(width: width) {
        var x = max(0, (width - line.width) / 2)
        for group in line.groups {
          var place = GtkAllocation(
            x: Int32(x), y: Int32(y), width: Int32(group.width), height: Int32(line.height))
          gtk_widget_size_allocate(group.widget, &place, -1)
          x += group.width + line.spacing
        }
        y += line.height + lineSpacing
      }
    }

    private var visibleGroups: [Widget] { groups.filter { gtk_widget_should_layout($0) != 0 } }

    /// Half the space between groups is better than a further line.
    private func lines(width: Int) -> [Line] {
      let roomy = lines(width: width, spacing: spacing)
      guard roomy.count > 1 else { return roomy }
      let tight = lines(width: width, spacing: spacing / 2)
      return tight.count < roomy.count ? tight : roomy
    }

    private func lines(width: Int, spacing: Int) -> [Line] {
      var lines: [Line] = []
      for group in visibleGroups {
        let size = Self.width(of: group)
        let groupWidth = max(size.minimum, min(size.natural, width))
        var (minimum, natural) = (Int32(0), Int32(0))
        gtk_widget_measure(
          group, GTK_ORIENTATION_VERTICAL, Int32(groupWidth), &minimum, &natural, nil, nil)
        let needed = groupWidth + (lines.last.map { $0.width + spacing } ?? 0)
        if lines.isEmpty || needed > width { lines.append(Line(spacing: spacing)) }
        let isFirst = lines[lines.count - 1].groups.isEmpty
        lines[lines.count - 1].groups.append((group, groupWidth))
        lines[lines.count - 1].width += groupWidth + (isFirst ? 0 : spacing)
        lines[lines.count - 1].height = max(lines[lines.count - 1].height, Int(natural))
      }
      return lines
    }

    private static func width(of widget: Widget) -> (minimum: Int, natural: Int) {
      var (minimum, natural) = (Int32(0), Int32(0))
      gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
      return (Int(minimum), Int(natural))
    }
  }
}
