// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// What the pressed pointer does to the timeline; all x in widget pixels.
enum Interaction: Equatable {
  case none

  /// Pressed, not moved far enough yet to be more than a click.
  case pressed(Press)

  /// Moves a handle; `grab` is from the edge to the pointer.
  case edge(RangeEdge, grab: Double)

  /// Moves the playhead; `grab` is from it to the pointer.
  case scrub(grab: Double)

  /// Moves the whole range; `grab` is from its start to the pointer.
  case range(grab: Double)

  /// Scrolls the strip along with the pointer.
  case scroll(lastX: Double)

  /// Moves the view through the overview bar; `grab` is from the view's left border to the pointer.
  case overview(grab: Double)

  struct Press: Equatable {
    let x: Double
    let y: Double
    let target: TimelineHitTest.Target
    let pointer: TimelineHitTest.Pointer
    let button: Button
    let isShifted: Bool

    /// How far a pointer may tremble in a click.
    var threshold: Double { pointer == .touch ? 10 : 4 }
  }

  enum Button: Equatable { case primary, middle }

  /// Whether dragging to the border of the view scrolls it on.
  var scrollsAtBorders: Bool {
    switch self {
    case .edge, .scrub, .range: true
    case .none, .pressed, .scroll, .overview: false
    }
  }
}
