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
      if let before = rangeBeforeDrag { range = before }
      drag = nil
      rangeBeforeDrag = nil
    case .setEdge(let edge, let time): edit { $0.rangeBySetting(edge, to: time) }
    case .keepThrough(let time):
      edit {
        let grid = $0.grid
        return $0.rangeBySetting(.outPoint, to: grid.boundary(1, from: grid.frame(at: time)))
      }
    case .nudge(let edge, let frames):
      let time = edge == .inPoint ? range.inPoint : range.outPoint
      edit { $0.rangeByMoving(edge, to: $0.grid.boundary(frames, from: time)) }
    case .moveRange(let inPoint): edit { $0.rangeByMovingWhole(to: inPoint) }
    case .setRange(let range): edit { $0.limited(start: range.inPoint, end: range.outPoint) }
    case .selectAll: edit { $0.limited(start: $0.extent.inPoint, end: $0.extent.outPoint) }
    case .seek(let time): playhead = grid.frame(at: time)
    case .step(let frames): step(by: frames)
    case .stepKeyframe(let direction): stepKeyframe(direction)
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
    rangeBeforeDrag = range
  }

  private mutating func endDrag() {
    guard drag != nil else { return }
    if let before = rangeBeforeDrag, before != range { history.record(before) }
    rangeBeforeDrag = nil
    drag = nil
    // The loop starts over at the in point.
    playhead = range.inPoint
  }

  /// Replaces the range as one step of history, or as part of the drag under way.
  private mutating func edit(_ makeRange: (Self) -> TrimRange) {
    let new = makeRange(self)
    guard new != range else { return }
    if drag == nil { history.record(range) }
    range = new
  }

  /// Goes through history; a drag under way is one step, which ends here.
  private mutating func travel(_ take: (inout EditHistory, TrimRange) -> TrimRange?) {
    if drag != nil { endDrag() }
    if let range = take(&history, range) { self.range = range }
  }

  private mutating func grow(to newIndex: FrameIndex) {
    let old = extent
    let isPlayheadFirst = playhead == old.inPoint
    index = newIndex
    let new = extent
    let grown = self
    /// An edge at an end of the clip stays there; one that was set before the index reached it
    /// lands on the nearest frame now.
    func carried(_ range: TrimRange) -> TrimRange {
      grown.limited(
        start: range.inPoint == old.inPoint ? new.inPoint : range.inPoint,
        end: range.outPoint == old.outPoint ? new.outPoint : range.outPoint)
    }
    range = carried(range)
    rangeBeforeDrag = rangeBeforeDrag.map(carried)
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
