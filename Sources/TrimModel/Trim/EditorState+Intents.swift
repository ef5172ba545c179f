// SPDX-License-Identifier: GPL-3.0-or-later

extension EditorState {
  /// Changes the state as `intent` asks: the only place where it changes.
  public mutating func apply(_ intent: TrimIntent) {
    switch intent {
    case .indexGrew(let index): grow(to: index)
    case .beginDrag(let edge): begin(.edge(edge))
    case .beginRangeDrag: begin(.wholeRange)
    case .dragEdge(let time):
      guard let edge = draggedEdge else { return }
      range = rangeByMoving(edge, to: time)
    case .endDrag: endDrag()
    case .cancelDrag:
      if let before = rangesBeforeDrag { ranges = before }
      drag = nil
      rangesBeforeDrag = nil
    case .setEdge(let edge, let time):
      selectForEdge(at: time)
      edit { $0.rangeBySetting(edge, to: time) }
    case .keepThrough(let time):
      selectForEdge(at: time)
      edit {
        let grid = $0.grid
        return $0.rangeBySetting(.outPoint, to: grid.boundary(1, from: grid.frame(at: time)))
      }
    case .nudge(let edge, let frames):
      let time = edge == .inPoint ? range.inPoint : range.outPoint
      edit { $0.rangeByMoving(edge, to: $0.grid.boundary(frames, from: time)) }
    case .moveRange(let inPoint): edit { $0.rangeByMovingWhole(to: inPoint) }
    case .setRange(let range): edit { $0.limited(start: range.inPoint, end: range.outPoint) }
    case .moveEdgeToFreeCut(let edge, let direction): moveToFreeCut(edge, direction)
    case .selectAll:
      editList { $0 = RangeList($1.extent) }
      edit { $0.limited(start: $0.extent.inPoint, end: $0.extent.outPoint) }
    case .addRange(let time, let length): addRange(at: time, length: length)
    case .selectRange(let position): if drag == nil { ranges.select(position) }
    case .selectNextRange(let direction): selectNext(direction)
    case .removeRange: removeRange()
    case .setPurpose(let purpose): editList { list, _ in list.purpose = purpose }
    case .restore(let list): restore(list)
    case .marksGrew(let marks): self.marks = marks
    case .seek(let time): playhead = grid.frame(at: time)
    case .step(let frames): step(by: frames)
    case .stepKeyframe(let direction): stepKeyframe(direction)
    case .stepMark(let direction): stepMark(direction)
    case .playbackReached(let time): if drag == nil { playhead = time }
    case .setLooping(let isOn): isLooping = isOn
    case .setFollowing(let isOn): isFollowing = isOn
    case .setLimits(let limits):
      self.limits = limits
      edit { $0.limited(start: $0.range.inPoint, end: $0.range.outPoint) }
    case .undo: travel { $0.undo(from: $1) }
    case .redo: travel { $0.redo(from: $1) }
    }
  }

  private mutating func begin(_ newDrag: Drag) {
    endDrag()
    drag = newDrag
    rangesBeforeDrag = ranges
  }

  private mutating func endDrag() {
    guard drag != nil else { return }
    if let before = rangesBeforeDrag, before != ranges { history.record(before) }
    rangesBeforeDrag = nil
    drag = nil
    // The loop starts over at the in point.
    playhead = range.inPoint
  }

  /// Replaces the range as one step of history, or as part of the drag under way.
  mutating func edit(_ makeRange: (Self) -> TrimRange) {
    let new = makeRange(self)
    guard new != range else { return }
    if drag == nil { history.record(ranges) }
    range = new
  }

  /// Goes through history; a drag under way is one step, which ends here.
  private mutating func travel(_ take: (inout EditHistory, RangeList) -> RangeList?) {
    if drag != nil { endDrag() }
    if let ranges = take(&history, ranges) { self.ranges = ranges }
  }

  private mutating func grow(to newIndex: FrameIndex) {
    let old = extent
    let isPlayheadFirst = playhead == old.inPoint
    index = newIndex
    let new = extent
    var grown = self
    /// An edge at an end of the clip stays there; one that was set before the index reached it
    /// lands on the nearest frame now.
    func carried(_ list: RangeList) -> RangeList {
      func moved(_ time: MediaTime) -> MediaTime {
        if time == old.inPoint { return new.inPoint }
        return time == old.outPoint ? new.outPoint : grown.grid.nearest(to: time)
      }
      guard list.count > 1 else {
        grown.ranges = list
        let range = list.selected
        var single = RangeList(
          grown.limited(
            start: range.inPoint == old.inPoint ? new.inPoint : range.inPoint,
            end: range.outPoint == old.outPoint ? new.outPoint : range.outPoint))
        single.purpose = list.purpose
        return single
      }
      return list.moved(moved) ?? RangeList(new)
    }
    ranges = carried(ranges)
    rangesBeforeDrag = rangesBeforeDrag.map(carried)
    history.replaceEach(carried)
    playhead = isPlayheadFirst ? new.inPoint : grid.frame(at: playhead)
  }

  private mutating func step(by frames: Int) {
    let grid = grid
    playhead = grid.frame(at: grid.boundary(frames, from: grid.frame(at: playhead)))
  }

  private mutating func stepKeyframe(_ direction: Int) {
    guard let current = index.frame(at: playhead) else { return }
    let target =
      direction < 0
      ? index.keyframe(atOrBefore: current - 1) : index.keyframe(atOrAfter: current + 1)
    if let target { playhead = index.time(ofFrame: target) }
  }
}
