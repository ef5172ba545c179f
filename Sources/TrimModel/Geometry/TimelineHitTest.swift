// SPDX-License-Identifier: GPL-3.0-or-later

/// What of the timeline a pointer is on.
public struct TimelineHitTest: Equatable, Sendable {
  public enum Target: Equatable, Sendable {
    case handle(RangeEdge)
    case playhead
    /// The bar above or below the range.
    case rangeBar
    /// The strip inside the range.
    case range
    /// The strip outside the range.
    case strip
    case ruler
    case overview
    /// Beside the strip.
    case nothing
  }

  public enum Pointer: Sendable {
    case mouse
    case touch

    /// Width of the area in which a handle is hit, in pixels.
    public var handleHitWidth: Double {
      switch self {
      case .mouse: 24
      case .touch: 44
      }
    }

    /// Half the width in which the playhead's line is hit.
    var playheadReach: Double {
      switch self {
      case .mouse: 6
      case .touch: 16
      }
    }

    /// Height in which the range's bars are hit, from the strip's border inward.
    var barReach: Double {
      switch self {
      case .mouse: 8
      case .touch: 12
      }
    }
  }

  public let layout: TimelineLayout

  /// Where the range begins and ends.
  public let inX: Double
  public let outX: Double
  public let playheadX: Double

  /// The strip from the clip's start to its end.
  public let stripX: ClosedRange<Double>

  /// Edges that no drag can move, because the clip ends there and the range is at its minimum.
  public let stuckEdges: Set<RangeEdge>
  public let hasOverview: Bool

  public init(
    layout: TimelineLayout, inX: Double, outX: Double, playheadX: Double,
    stripX: ClosedRange<Double>, stuckEdges: Set<RangeEdge> = [], hasOverview: Bool = true
  ) {
    self.layout = layout
    self.inX = inX
    self.outX = outX
    self.playheadX = playheadX
    self.stripX = stripX
    self.stuckEdges = stuckEdges
    self.hasOverview = hasOverview
  }

  /// The middle of a handle as drawn: handles stand outside the range, so that no kept frame is
  /// covered.
  public func handleMiddle(_ edge: RangeEdge) -> Double {
    switch edge {
    case .inPoint: inX - layout.handleWidth / 2
    case .outPoint: outX + layout.handleWidth / 2
    }
  }

  /// What is at a place.
  ///
  /// Handles beat all else; of two, the nearer wins, and at equal distance the one that can move.
  public func target(x: Double, y: Double, pointer: Pointer = .mouse) -> Target {
    if layout.strip.contains(y), let edge = handle(at: x, pointer) { return .handle(edge) }
    if y < layout.strip.lowerBound { return y >= layout.ruler.lowerBound ? .ruler : .nothing }
    if y > layout.strip.upperBound {
      return hasOverview && y <= layout.overview.upperBound + 2 ? .overview : .nothing
    }
    if abs(x - playheadX) <= pointer.playheadReach { return .playhead }
    guard stripX.contains(x) else { return .nothing }
    guard inX <= x, x < outX else { return .strip }
    let reach = pointer.barReach
    let isOnBar = y < layout.strip.lowerBound + reach || y > layout.strip.upperBound - reach
    return isOnBar ? .rangeBar : .range
  }

  private func handle(at x: Double, _ pointer: Pointer) -> RangeEdge? {
    let reach = pointer.handleHitWidth / 2
    let (toIn, toOut) = (abs(x - handleMiddle(.inPoint)), abs(x - handleMiddle(.outPoint)))
    switch (toIn <= reach, toOut <= reach) {
    case (true, false): return .inPoint
    case (false, true): return .outPoint
    case (false, false): return nil
    case (true, true):
      if toIn != toOut { return toIn < toOut ? .inPoint : .outPoint }
      return stuckEdges.contains(.outPoint) ? .inPoint : .outPoint
    }
  }
}
