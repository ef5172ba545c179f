// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// Ranges beside the selected one, and what is dimmed because it goes.
extension TimelineView {
  /// What is cut away recedes.
  func drawDimmed(_ frame: Frame, _ y: ClosedRange<Double>) {
    let state = frame.state
    guard state.ranges.count > 1 || state.ranges.purpose == .remove else {
      // The edges as drawn: handles may stand at a border for an edge out of view.
      if frame.inX > frame.stripX.lowerBound { dim(frame, frame.stripX.lowerBound...frame.inX, y) }
      if frame.outX < frame.stripX.upperBound {
        dim(frame, frame.outX...frame.stripX.upperBound, y)
      }
      return
    }
    let gone =
      state.ranges.purpose == .keep ? state.ranges.gaps(in: state.extent) : state.ranges.ranges
    for range in gone {
      guard let x = visibleX(of: range, frame) else { continue }
      dim(frame, x, y)
    }
  }

  private func dim(_ frame: Frame, _ x: ClosedRange<Double>, _ y: ClosedRange<Double>) {
    frame.brush.fill(Brush.Rectangle(x: x, y: y), frame.palette.dim)
  }

  /// Frames of the ranges that are not selected: thin and without handles, they take a click.
  func drawOtherRanges(_ frame: Frame) {
    for range in frame.state.ranges.others {
      guard let x = visibleX(of: range, frame) else { continue }
      let bounds = Brush.Rectangle(x: x, y: frame.layout.strip)
      frame.brush.border(
        bounds, radius: 5, width: frame.brush.thickness(2),
        frame.palette.range.with(alpha: frame.palette.isHighContrast ? 1 : 0.65))
    }
  }

  /// Where a range lies as far as it is in view; nil when it is not.
  private func visibleX(of range: TrimRange, _ frame: Frame) -> ClosedRange<Double>? {
    let (left, right) = (frame.stripX.lowerBound, frame.stripX.upperBound)
    let from = frame.brush.snap(min(max(frame.geometry.x(of: range.inPoint), left), right))
    let to = frame.brush.snap(min(max(frame.geometry.x(of: range.outPoint), left), right))
    return from < to ? from...to : nil
  }

  /// Selects the range below a click, if it is another one.
  func selectRange(at time: MediaTime) {
    guard let ranges = state?.ranges, let position = ranges.position(at: time),
      position != ranges.selection
    else { return }
    actions.send(.selectRange(position))
  }
}
