// SPDX-License-Identifier: GPL-3.0-or-later

/// Where edges may be.
///
/// Every range made here lies on frame boundaries inside its room, which is the clip up to the ranges
/// beside it, and holds at least one frame. A minimum that the room cannot hold yields all of it;
/// where the limits contradict each other the minimum wins.
extension EditorState {
  var grid: FrameGrid {
    FrameGrid(index: index, extent: extent, frameRate: clip.video.frameRate)
  }

  /// The range with one edge dragged: it stops where the limits and the other edge stop it.
  func rangeByMoving(_ edge: RangeEdge, to time: MediaTime) -> TrimRange {
    let grid = grid
    let time = grid.nearest(to: time)
    let moved: TrimRange?
    switch edge {
    case .inPoint:
      let end = range.outPoint
      let start = min(
        max(time, earliestInPoint(before: end, grid)), latestInPoint(before: end, grid))
      moved = TrimRange(inPoint: start, outPoint: end)
    case .outPoint:
      let start = range.inPoint
      let end = max(
        min(time, latestOutPoint(after: start, grid)), earliestOutPoint(after: start, grid))
      moved = TrimRange(inPoint: start, outPoint: end)
    }
    return moved ?? range
  }

  /// The range with one edge put at a time: the other edge gives way to the room's end when the
  /// time is behind it, since it is this edge that was asked for.
  func rangeBySetting(_ edge: RangeEdge, to time: MediaTime) -> TrimRange {
    let time = grid.nearest(to: time)
    switch edge {
    case .inPoint where time >= range.outPoint:
      return limited(start: time, end: room.outPoint)
    case .outPoint where time <= range.inPoint:
      return limited(start: room.inPoint, end: time, keeping: .outPoint)
    default:
      return rangeByMoving(edge, to: time)
    }
  }

  /// The allowed range nearest to these two times; where they cannot both stay, `edge` does.
  func limited(start: MediaTime, end: MediaTime, keeping edge: RangeEdge = .inPoint) -> TrimRange {
    let grid = grid
    var (start, end) = (grid.nearest(to: start), grid.nearest(to: end))
    switch edge {
    case .inPoint:
      start = min(start, latestInPoint(before: room.outPoint, grid))
      end = max(
        min(end, latestOutPoint(after: start, grid)), earliestOutPoint(after: start, grid))
    case .outPoint:
      end = max(end, earliestOutPoint(after: room.inPoint, grid))
      start = min(
        max(start, earliestInPoint(before: end, grid)), latestInPoint(before: end, grid))
    }
    return TrimRange(inPoint: start, outPoint: end) ?? range
  }

  /// The range moved to start near `time`, as long as it was when the drag began.
  ///
  /// With a constant frame rate that is the same number of frames; with a variable one the length
  /// stays and the number may change.
  func rangeByMovingWhole(to time: MediaTime) -> TrimRange {
    let grid = grid
    let length = (rangesBeforeDrag?.selected ?? range).duration
    let latest = max(room.inPoint, room.outPoint - length)
    let start = grid.nearest(to: min(max(time, room.inPoint), latest))
    var end = grid.nearest(to: start + length)
    if end <= start { end = grid.boundary(1, from: start) }
    end = min(end, room.outPoint)
    return TrimRange(inPoint: start, outPoint: end) ?? range
  }

  // MARK: Limits

  /// The last in point that leaves the minimum range before `end`.
  private func latestInPoint(before end: MediaTime, _ grid: FrameGrid) -> MediaTime {
    let oneFrame = grid.boundary(-1, from: end)
    return max(room.inPoint, min(oneFrame, grid.last(atOrBefore: end - minimumLength)))
  }

  /// The first out point that leaves the minimum range behind `start`.
  private func earliestOutPoint(after start: MediaTime, _ grid: FrameGrid) -> MediaTime {
    let oneFrame = grid.boundary(1, from: start)
    return min(room.outPoint, max(oneFrame, grid.first(atOrAfter: start + minimumLength)))
  }

  /// The first in point that keeps the maximum range before `end`.
  private func earliestInPoint(before end: MediaTime, _ grid: FrameGrid) -> MediaTime {
    maximumLength.map { grid.first(atOrAfter: end - $0) } ?? room.inPoint
  }

  /// The last out point that keeps the maximum range behind `start`.
  private func latestOutPoint(after start: MediaTime, _ grid: FrameGrid) -> MediaTime {
    maximumLength.map { grid.last(atOrBefore: start + $0) } ?? room.outPoint
  }

  /// Rounded up, so that what is allowed is never shorter.
  private var minimumLength: MediaTime {
    Self.length(max(0, limits.minimumSeconds)).rescaled(to: index.timebase, rounding: .up)
  }

  /// Rounded down, so that what is allowed is never longer.
  private var maximumLength: MediaTime? {
    limits.maximumSeconds.map {
      Self.length(max(0, $0)).rescaled(to: index.timebase, rounding: .down)
    }
  }

  /// A preference's seconds, at most some years so that sums with it fit.
  private static func length(_ seconds: Double) -> MediaTime {
    MediaTime(seconds: min(seconds, 1e8), timebase: .microseconds)
  }
}
