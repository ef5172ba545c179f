// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// Quiet marks of places where somebody may want to cut.
extension TimelineView {
  /// Ticks below the strip where a cut costs nothing, when there is room for them.
  func drawKeyframes(_ frame: Frame) {
    let (index, geometry) = (frame.state.index, frame.geometry)
    guard index.keyframes.count > 1, !index.isIntraOnly,
      geometry.durationSeconds * geometry.pixelsPerSecond / Double(index.keyframes.count) >= 12,
      let first = index.frame(at: geometry.instant(at: 0)),
      let last = index.frame(at: geometry.instant(at: geometry.viewWidth))
    else { return }
    let y = frame.layout.strip.upperBound + 2
    let inPoint = frame.state.range.inPoint
    var next = index.keyframe(atOrAfter: first)
    while let number = next, number <= last {
      let time = index.time(ofFrame: number)
      // The one that the range begins at says that its cut is free.
      let color = time == inPoint ? frame.palette.range : frame.palette.foreground(0.3)
      frame.brush.verticalLine(x: geometry.x(of: time), y: y...(y + 4), width: 2, color)
      next = index.keyframe(atOrAfter: number + 1)
    }
  }

  /// New scenes above the strip; silence and black as lines below it.
  func drawMarks(_ frame: Frame) {
    let (marks, geometry) = (frame.state.marks, frame.geometry)
    guard !marks.isEmpty else { return }
    let below = frame.layout.strip.upperBound + 3
    for (stretches, strength) in [(marks.silences, Float(0.2)), (marks.blacks, Float(0.5))] {
      for stretch in Self.visible(stretches, geometry) {
        let left = frame.brush.snap(max(-4, geometry.x(of: stretch.inPoint)))
        let right = frame.brush.snap(min(geometry.viewWidth + 4, geometry.x(of: stretch.outPoint)))
        guard right - left >= 3 else { continue }
        frame.brush.fill(
          Brush.Rectangle(x: left, y: below, width: right - left, height: 2), radius: 1,
          frame.palette.foreground(strength))
      }
    }
    drawScenes(frame)
  }

  private func drawScenes(_ frame: Frame) {
    let (scenes, geometry) = (frame.state.marks.sceneChanges, frame.geometry)
    let bottom = frame.layout.ruler.upperBound - 1
    let (from, to) = (geometry.instant(at: 0), geometry.instant(at: geometry.viewWidth))
    let first = scenes.firstPosition { $0 >= from }
    let end = max(first, scenes.firstPosition { $0 > to })
    // So many that they would be a line say nothing.
    guard end > first, geometry.viewWidth / Double(end - first) >= 10 else { return }
    for time in scenes[first..<end] {
      let x = geometry.x(of: time)
      for (row, width) in [(2.0, 5.0), (1.0, 3.0), (0.0, 1.0)] {
        frame.brush.fill(
          Brush.Rectangle(
            x: frame.brush.snap(x - width / 2), y: bottom - row - 1, width: width, height: 1),
          frame.palette.foreground(0.5))
      }
    }
  }

  private static func visible(
    _ stretches: [TrimRange], _ geometry: TimelineGeometry
  ) -> ArraySlice<TrimRange> {
    let (from, to) = (geometry.instant(at: 0), geometry.instant(at: geometry.viewWidth))
    let first = stretches.firstPosition { $0.outPoint > from }
    return stretches[first..<max(first, stretches.firstPosition { $0.inPoint > to })]
  }

  /// A line through ruler and strip at the place that draws the dragged edge.
  func drawSnap(_ frame: Frame) {
    guard let snapped, case .edge = interaction else { return }
    let x = frame.geometry.x(of: snapped.time)
    frame.brush.verticalLine(
      x: x, y: (frame.layout.ruler.upperBound - 4)...(frame.layout.strip.upperBound + 7), width: 2,
      frame.palette.foreground)
  }

  /// What draws the dragged edge, in a word for the bubble.
  var snapWord: String? {
    guard let snapped, case .edge(let edge, _) = interaction else { return nil }
    return switch snapped.kind {
    case .playhead: _t("playhead")
    case .rangeEdge: _t("next range")
    // Translators: beside a time, at a keyframe: nothing has to be re-encoded for a cut here.
    case .keyframe: edge == .inPoint ? _t("lossless here") : _t("keyframe")
    case .sceneChange: _t("new scene")
    case .black: _t("black picture")
    case .silence: _t("silence")
    }
  }
}

extension Array {
  /// Position of the first element that fulfils a condition that all later ones fulfil too.
  fileprivate func firstPosition(_ isLater: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
