// SPDX-License-Identifier: GPL-3.0-or-later

/// What becomes of the list of ranges; each call is one step of history.
extension EditorState {
  /// Changes the list; not while something is dragged.
  mutating func editList(_ change: (inout RangeList, Self) -> Void) {
    guard drag == nil else { return }
    var changed = ranges
    change(&changed, self)
    guard changed != ranges else { return }
    history.record(ranges)
    ranges = changed
  }

  /// Makes the range selected that an edge at `time` would belong to.
  mutating func selectForEdge(at time: MediaTime) {
    if drag == nil, ranges.count > 1 { ranges.select(forEdgeAt: grid.clamped(time)) }
  }

  /// Marks from the frame at `time` on, up to the next range; inside a range, divides it.
  mutating func addRange(at time: MediaTime, length: MediaTime) {
    editList { list, state in
      let grid = state.grid
      let start = grid.frame(at: grid.clamped(time))
      if list.position(at: start) != nil {
        _ = list.split(at: start)  // At its first frame there is nothing to divide.
        return
      }
      guard let gap = list.gaps(in: state.extent).first(where: { $0.contains(start) }) else {
        return
      }
      let wanted = max(grid.nearest(to: start + length), grid.boundary(1, from: start))
      let end = min(wanted, gap.outPoint)
      guard let range = TrimRange(inPoint: max(start, gap.inPoint), outPoint: end) else { return }
      _ = list.add(range)  // It lies in a gap.
    }
  }

  mutating func removeRange() {
    editList { list, state in
      if !list.removeSelected() { list = RangeList(state.extent) }
    }
  }

  mutating func selectNext(_ direction: Int) {
    guard drag == nil else { return }
    let count = ranges.count
    ranges.select((ranges.selection + direction % count + count) % count)
    playhead = range.inPoint
  }

  /// Takes ranges of an earlier time as far as they lie in the clip.
  mutating func restore(_ list: RangeList) {
    guard drag == nil else { return }
    let grid = grid
    if let restored = list.moved({ grid.nearest(to: $0) }) { ranges = restored }
  }

  /// Moves an edge to the next free cut in a direction; it does not pass the other edge.
  mutating func moveToFreeCut(_ edge: RangeEdge, _ direction: Int) {
    guard drag == nil, !index.isEmpty, direction != 0 else { return }
    let number = index.firstFrame(atOrAfter: edge == .inPoint ? range.inPoint : range.outPoint)
    guard
      let target = FreeCuts(index: index)
        .next(from: number, for: edge, direction: direction.signum())
    else { return }
    let time = index.time(ofFrame: target)
    let isAllowed =
      edge == .inPoint
      ? room.inPoint <= time && time < range.outPoint
      : range.inPoint < time && time <= room.outPoint
    if isAllowed { edit { $0.rangeByMoving(edge, to: time) } }
  }

  /// Moves the playhead to the nearest mark in a direction: a keyframe, an edge of a range, or a
  /// place that was found in the film.
  mutating func stepMark(_ direction: Int) {
    guard direction != 0, let current = index.frame(at: playhead) else { return }
    let here = index.time(ofFrame: current)
    let keyframe =
      direction < 0
      ? index.keyframe(atOrBefore: current - 1) : index.keyframe(atOrAfter: current + 1)
    let edges = (ranges.ranges + marks.silences + marks.blacks).flatMap {
      [$0.inPoint, $0.outPoint]
    }
    let grid = grid
    let places =
      (edges + marks.sceneChanges).map { grid.frame(at: $0) }
      + [keyframe.map { index.time(ofFrame: $0) }].compactMap { $0 }
    let target =
      direction < 0
      ? places.filter { $0 < here }.max() : places.filter { $0 > here }.min()
    if let target { playhead = target }
  }
}
