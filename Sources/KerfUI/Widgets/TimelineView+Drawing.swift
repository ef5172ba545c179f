// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// Everything is drawn in one coordinate system, in render nodes that cost next to nothing: only
/// tiles and ticks in view exist.
extension TimelineView {
  /// What one drawing needs.
  struct Frame {
    let brush: Brush
    let palette: TimelinePalette
    let state: EditorState
    let geometry: TimelineGeometry
    let layout: TimelineLayout

    /// Where the edges are drawn, not further out of view than matters.
    let inX: Double
    let outX: Double

    /// The strip as far as it is in view.
    let stripX: ClosedRange<Double>

    /// Room for a line on the outermost pixel, and for rounded corners out of view.
    static let slack = 40.0
  }

  private static let stripRadius = 6.0
  private static let frameRadius = 8.0

  func draw(_ snapshot: OpaquePointer, width: Double, height: Double) {
    let brush = Brush(snapshot: snapshot, scale: kerf_compat_get_scale(widget))
    let palette = TimelinePalette(widget: widget, removes: state?.ranges.purpose == .remove)
    guard let state, let geometry else { return drawNothing(brush, palette, width) }
    let edges = drawnEdges(state, geometry)
    let (left, right) = (-Frame.slack, width + Frame.slack)
    let stripLeft = min(max(geometry.stripX.lowerBound, left), right)
    let stripRight = min(max(geometry.stripX.upperBound, stripLeft), right)
    let frame = Frame(
      brush: brush, palette: palette, state: state, geometry: geometry, layout: layout,
      inX: brush.snap(min(max(edges.inX, left), right)),
      outX: brush.snap(min(max(edges.outX, left), right)),
      stripX: brush.snap(stripLeft)...max(brush.snap(stripLeft), brush.snap(stripRight)))
    let bubble = bubble(frame)
    drawRuler(frame, around: bubble)
    drawStrip(frame)
    drawKeyframes(frame)
    drawMarks(frame)
    drawOtherRanges(frame)
    drawRange(frame)
    drawSnap(frame)
    drawPlayhead(frame)
    drawFocus(frame)
    if let bubble { draw(bubble, frame) }
    if geometry.isScrollable { drawOverview(frame) }
  }

  private func drawNothing(_ brush: Brush, _ palette: TimelinePalette, _ width: Double) {
    let margin = TimelineLayout.margin
    let strip = Brush.Rectangle(
      x: margin, y: layout.strip.lowerBound + layout.barThickness, width: width - 2 * margin,
      height: layout.pictureHeight)
    brush.fill(strip, radius: Self.stripRadius, palette.foreground(0.06))
  }

  // MARK: Ruler

  private func drawRuler(_ frame: Frame, around bubble: Bubble?) {
    let marks = TimelineRuler.marks(geometry: frame.geometry, index: frame.state.index) {
      labels.label($0).width
    }
    let bottom = frame.layout.ruler.upperBound - 4
    let (tickColor, textColor) = (
      frame.palette.foreground(0.28), frame.palette.foreground(0.72)
    )
    for mark in marks {
      let isLabelled = mark.label != nil
      frame.brush.verticalLine(
        x: mark.x, y: (bottom - (isLabelled ? 9 : 4))...bottom, tickColor)
      guard let text = mark.label else { continue }
      let label = labels.label(text)
      let x = mark.x + TimelineRuler.labelOffset
      // A label that would be cut off says nothing.
      guard x >= 2, x + label.width <= frame.geometry.viewWidth - 2,
        bubble.map({ x + label.width <= $0.left || x >= $0.right }) ?? true
      else { continue }
      frame.brush.text(label, x: x, y: bottom - 3 - label.height, textColor)
    }
  }

  // MARK: Strip

  private func drawStrip(_ frame: Frame) {
    let (brush, layout) = (frame.brush, frame.layout)
    let top = brush.snap(layout.strip.lowerBound + layout.barThickness)
    let y = top...max(top, brush.snap(layout.strip.upperBound - layout.barThickness))
    // Below a handle that stands at the clip's end its corners would show as gaps.
    let covered = layout.handleWidth / 2
    let left = frame.stripX.lowerBound - (frame.inX <= frame.stripX.lowerBound ? covered : 0)
    let right = frame.stripX.upperBound + (frame.outX >= frame.stripX.upperBound ? covered : 0)
    let strip = Brush.Rectangle(x: left...right, y: y)
    brush.clip(strip, radius: Self.stripRadius) {
      brush.fill(strip, frame.palette.foreground(0.07))
      let pictures = top...max(top, brush.snap(layout.pictures.upperBound))
      drawTiles(frame, pictures)
      drawWaveform(frame)
      drawDimmed(frame, y)
    }
  }

  private func drawTiles(_ frame: Frame, _ y: ClosedRange<Double>) {
    let tiles = ThumbnailLayout(geometry: frame.geometry, index: frame.state.index).visible
    for tile in tiles {
      let left = frame.brush.snap(tile.x)
      let right = frame.brush.snap(tile.x + tile.width)
      guard left < right else { continue }
      let seconds = tile.width / frame.geometry.pixelsPerSecond
      let entry = thumbnails[tile.time] ?? thumbnails.nearest(to: tile.time, within: seconds)
      if let entry {
        drawPicture(entry, frame, left...right, y)
      } else {
        // A blank shows where its picture will be.
        frame.brush.fill(
          Brush.Rectangle(
            x: right - frame.brush.thickness(1), y: y.lowerBound, width: frame.brush.thickness(1),
            height: y.upperBound - y.lowerBound), frame.palette.foreground(0.09))
      }
    }
  }

  /// Fills a tile with its picture: cropped at the sides where the tile is narrower, repeated where
  /// one frame lasts longer than a picture is wide.
  private func drawPicture(
    _ entry: ThumbnailCache.Entry, _ frame: Frame, _ x: ClosedRange<Double>,
    _ y: ClosedRange<Double>
  ) {
    let (tileWidth, height) = (x.upperBound - x.lowerBound, y.upperBound - y.lowerBound)
    let aspect = Double(entry.size.width) / Double(max(1, entry.size.height))
    let isRepeated = tileWidth > frame.geometry.tileWidth * 1.3
    let cell = isRepeated ? frame.geometry.tileWidth : tileWidth
    let pictureHeight = max(height, cell / aspect)
    let pictureWidth = pictureHeight * aspect
    frame.brush.clip(Brush.Rectangle(x: x, y: y)) {
      var left = x.lowerBound
      // From the first cell that is in view.
      if left < -cell { left += (-left / cell).rounded(.down) * cell }
      while left < min(x.upperBound, frame.geometry.viewWidth) {
        let picture = Brush.Rectangle(
          x: left + (cell - pictureWidth) / 2, y: y.lowerBound + (height - pictureHeight) / 2,
          width: pictureWidth, height: pictureHeight)
        if isRepeated {
          frame.brush.clip(
            Brush.Rectangle(x: left, y: y.lowerBound, width: cell, height: height)
          ) { frame.brush.texture(entry.texture.opaque, picture) }
        } else {
          frame.brush.texture(entry.texture.opaque, picture)
        }
        left += cell
      }
    }
  }

  // MARK: Range

  /// The handles and the bars that join them.
  private func drawRange(_ frame: Frame) {
    let (brush, layout, palette) = (frame.brush, frame.layout, frame.palette)
    let handle = layout.handleWidth
    let outer = Brush.Rectangle(
      x: (frame.inX - handle)...(max(frame.inX, frame.outX) + handle), y: layout.strip)
    let inner = frame.inX...max(frame.inX, frame.outX)
    let bar = brush.thickness(layout.barThickness)
    brush.clip(outer, radius: Self.frameRadius) {
      for y in [outer.y, outer.y + outer.height - bar] {
        brush.fill(
          Brush.Rectangle(x: outer.x, y: y, width: outer.width, height: bar), palette.range)
      }
      for edge in RangeEdge.allCases {
        let x = edge == .inPoint ? outer.x : inner.upperBound
        brush.fill(
          Brush.Rectangle(x: x, y: outer.y, width: handle, height: outer.height),
          handleColor(edge, palette))
      }
    }
    if palette.isHighContrast {
      brush.border(outer, radius: Self.frameRadius, width: 2, palette.foreground)
    }
    for edge in RangeEdge.allCases {
      // A short grip: the range goes on out of view.
      let gripHeight = isPinned(edge) ? 6 : min(20, outer.height * 0.4)
      let middle = edge == .inPoint ? outer.x + handle / 2 : inner.upperBound + handle / 2
      let width = brush.thickness(palette.isHighContrast ? 4 : 3)
      brush.fill(
        Brush.Rectangle(
          x: brush.snap(middle - width / 2),
          y: brush.snap(outer.y + (outer.height - gripHeight) / 2), width: width,
          height: gripHeight), radius: width / 2,
        palette.onRange.with(alpha: palette.isHighContrast ? 1 : 0.9))
    }
  }

  private func handleColor(_ edge: RangeEdge, _ palette: TimelinePalette) -> GdkRGBA {
    if case .edge(edge, _) = interaction {
      return palette.range.mixed(with: palette.onRange, 0.2)
    }
    return hovered == .handle(edge) && interaction == .none
      ? palette.range.mixed(with: palette.onRange, 0.12) : palette.range
  }

  // MARK: Playhead

  private func drawPlayhead(_ frame: Frame) {
    // While an edge is dragged the picture is that edge's.
    guard frame.state.draggedEdge == nil, !isSliding else { return }
    let x = frame.geometry.x(of: frame.state.playhead)
    guard x > -Frame.slack, x < frame.geometry.viewWidth + Frame.slack else { return }
    let (brush, palette, layout) = (frame.brush, frame.palette, frame.layout)
    let width = brush.thickness(2)
    let left = brush.snap(x - width / 2)
    let hair = brush.thickness(1)
    let y = (layout.ruler.upperBound - 8)...(layout.strip.upperBound + 2)
    brush.fill(
      Brush.Rectangle(x: (left - hair)...(left + width + hair), y: y),
      palette.background.with(alpha: 0.7))
    brush.fill(Brush.Rectangle(x: left...(left + width), y: y), palette.foreground)
    // The head that is taken hold of.
    let head = Brush.Rectangle(
      x: left + width / 2 - 5, y: layout.ruler.upperBound - 17, width: 10, height: 15)
    brush.fill(
      Brush.Rectangle(
        x: head.x - hair, y: head.y - hair, width: head.width + 2 * hair,
        height: head.height + 2 * hair), radius: 6, palette.background)
    brush.fill(head, radius: 5, palette.foreground)
  }

  private func drawFocus(_ frame: Frame) {
    let layout = frame.layout
    let height = layout.strip.upperBound - layout.strip.lowerBound
    for kind in TimelineSliders.Kind.allCases where sliders.hasVisibleFocus(kind) {
      let ring: Brush.Rectangle
      switch kind {
      case .inPoint, .outPoint:
        let left = kind == .inPoint ? frame.inX - layout.handleWidth : frame.outX
        ring = Brush.Rectangle(
          x: left - 3, y: layout.strip.lowerBound - 3, width: layout.handleWidth + 6,
          height: height + 6)
      case .playhead:
        let x = frame.brush.snap(frame.geometry.x(of: frame.state.playhead))
        ring = Brush.Rectangle(
          x: x - 9, y: layout.ruler.upperBound - 21, width: 18, height: 23)
      }
      frame.brush.border(ring, radius: 9, width: 2, frame.palette.foreground)
    }
  }

  /// The time of what is being moved, and where it stands.
  private struct Bubble {
    let rectangle: Brush.Rectangle
    let label: TimelineLabels.Label

    /// Nothing else is written between these.
    var left: Double { rectangle.x - 4 }
    var right: Double { rectangle.x + rectangle.width + 4 }
  }

  private func bubble(_ frame: Frame) -> Bubble? {
    let (time, x): (MediaTime, Double)
    switch interaction {
    case .edge(.inPoint, _), .range: (time, x) = (frame.state.range.inPoint, frame.inX)
    case .edge(.outPoint, _): (time, x) = (frame.state.lastKeptFrame, frame.outX)
    case .scrub:
      (time, x) = (frame.state.playhead, frame.geometry.x(of: frame.state.playhead))
    case .none, .pressed, .scroll, .overview: return nil
    }
    let text = Timecode.string(frame.state.interfaceTime(of: time))
    let label = labels.label(snapWord.map { "\(text) · \($0)" } ?? text)
    let size = (width: label.width + 16, height: label.height + 4)
    let room = max(4, frame.geometry.viewWidth - size.width - 4)
    return Bubble(
      rectangle: Brush.Rectangle(
        x: frame.brush.snap(min(max(4, x - size.width / 2), room)),
        y: max(0, frame.layout.ruler.upperBound - size.height - 2), width: size.width,
        height: size.height),
      label: label)
  }

  private func draw(_ bubble: Bubble, _ frame: Frame) {
    let place = bubble.rectangle
    // A gap to the ruler's lines.
    frame.brush.fill(
      Brush.Rectangle(
        x: bubble.left, y: place.y, width: bubble.right - bubble.left, height: place.height),
      frame.palette.background)
    frame.brush.fill(place, radius: place.height / 2, frame.palette.range)
    frame.brush.text(bubble.label, x: place.x + 8, y: place.y + 2, frame.palette.onRange)
  }

  // MARK: Overview

  struct Overview {
    let track: ClosedRange<Double>
    let viewport: ClosedRange<Double>

    /// Where a part of the clip between 0 and 1 lies.
    func x(_ part: Double) -> Double {
      track.lowerBound + (track.upperBound - track.lowerBound) * min(max(part, 0), 1)
    }
  }

  func overview(_ geometry: TimelineGeometry) -> Overview {
    let track = geometry.margin...max(geometry.margin, geometry.viewWidth - geometry.margin)
    let duration = max(geometry.durationSeconds, 1e-9)
    let whole = Overview(track: track, viewport: track)
    let left = whole.x(geometry.seconds(at: 0) / duration)
    let right = whole.x(geometry.seconds(at: geometry.viewWidth) / duration)
    // Of a long recording the view is a hair: keep it wide enough to be taken hold of.
    let least = min(24, track.upperBound - track.lowerBound)
    guard right - left < least else { return Overview(track: track, viewport: left...right) }
    let from = min(max((left + right - least) / 2, track.lowerBound), track.upperBound - least)
    return Overview(track: track, viewport: from...(from + least))
  }

  private func drawOverview(_ frame: Frame) {
    let (brush, palette) = (frame.brush, frame.palette)
    let overview = overview(frame.geometry)
    let y = frame.layout.overview
    let radius = (y.upperBound - y.lowerBound) / 2
    let start = frame.geometry.extent.inPoint
    let duration = max(frame.geometry.durationSeconds, 1e-9)
    func x(_ time: MediaTime) -> Double { overview.x((time - start).seconds / duration) }
    brush.clip(Brush.Rectangle(x: overview.track, y: y), radius: radius) {
      brush.fill(Brush.Rectangle(x: overview.track, y: y), palette.foreground(0.1))
      brush.fill(Brush.Rectangle(x: overview.viewport, y: y), palette.foreground(0.3))
      let middle = (y.lowerBound + y.upperBound) / 2
      for range in frame.state.ranges.ranges {
        let inX = x(range.inPoint)
        let outX = max(x(range.outPoint), inX + 2)
        brush.fill(
          Brush.Rectangle(x: inX...outX, y: (middle - 1)...(middle + 1)), palette.range)
      }
      brush.verticalLine(x: x(frame.state.playhead), y: y, width: 2, palette.foreground)
    }
    if palette.isHighContrast {
      brush.border(
        Brush.Rectangle(x: overview.viewport, y: y), radius: radius, width: 1, palette.foreground)
    }
  }
}
