// SPDX-License-Identifier: GPL-3.0-or-later

extension EditorState {
  /// Changes the state as `intent` asks: the only place where it changes.
  public mutating func apply(_ intent: TrimIntent) {
    switch intent {
    case .indexGrew(let index): grow(to: index)
    case .beginDrag(let edge):
      draggedEdge = edge
      rangeBeforeDrag = range
    case .dragEdge(let time):
      guard let edge = draggedEdge else { return }
      range = rangeByMoving(edge, to: time)
    case .endDrag:
      if let before = rangeBeforeDrag, before != range { history.record(before) }
      rangeBeforeDrag = nil
      if draggedEdge != nil { playhead = range.inPoint }
      draggedEdge = nil
    case .setEdge(let edge, let time): edit { $0.rangeByMoving(edge, to: time) }
    case .nudge(let edge, let frames):
      let time = edge == .inPoint ? range.inPoint : range.outPoint
      edit { $0.rangeByMoving(edge, to: $0.boundary($0.nearestBoundary(to: time), moved: frames)) }
    case .moveRange(let inPoint): edit { $0.rangeByMovingWhole(to: inPoint) }
    case .setRange(let range): edit { _ in range }
    case .selectAll: edit { $0.extent }
    case .seek(let time): playhead = frameTime(at: time)
    case .step(let frames): step(by: frames)
    case .stepKeyframe(let direction): stepKeyframe(direction)
    case .playbackReached(let time): if draggedEdge == nil { playhead = time }
    case .setLooping(let isOn): isLooping = isOn
    case .setFollowing(let isOn): isFollowing = isOn
    case .setLimits(let limits): self.limits = limits
    case .undo: if let range = history.undo(from: range) { self.range = range }
    case .redo: if let range = history.redo(from: range) { self.range = range }
    }
  }

  /// Replaces the range as one step of history, or as part of the drag under way.
  private mutating func edit(_ makeRange: (Self) -> TrimRange) {
    let new = makeRange(self)
    guard new != range else { return }
    if rangeBeforeDrag == nil { history.record(range) }
    range = new
  }

  private mutating func grow(to newIndex: FrameIndex) {
    let wasWhole = isWholeClip
    let (inWasFirst, outWasLast) = (
      range.inPoint == extent.inPoint, range.outPoint == extent.outPoint
    )
    let playheadWasFirst = playhead == extent.inPoint
    index = newIndex
    let whole = extent
    if playheadWasFirst { playhead = whole.inPoint }
    if wasWhole {
      range = whole
      return
    }
    // An edge that was set before the index reached it lands on the nearest frame now.
    let start = inWasFirst ? whole.inPoint : snapped(range.inPoint)
    let end = outWasLast ? whole.outPoint : snapped(range.outPoint)
    range = TrimRange(inPoint: start, outPoint: end) ?? range
  }

  private mutating func step(by frames: Int) {
    guard let current = index.frame(at: playhead) else { return }
    playhead = index.time(ofFrame: min(max(current + frames, 0), index.count - 1))
  }

  private mutating func stepKeyframe(_ direction: Int) {
    guard let current = index.frame(at: playhead) else { return }
    let target =
      direction < 0
      ? index.keyframe(atOrBefore: current - 1) : index.keyframe(atOrAfter: current + 1)
    if let target { playhead = index.time(ofFrame: target) }
  }
}

/// Where edges may be.
extension EditorState {
  /// The range with one edge at the allowed frame boundary nearest to `time`.
  func rangeByMoving(_ edge: RangeEdge, to time: MediaTime) -> TrimRange {
    let whole = extent
    let time = min(max(snapped(time), whole.inPoint), whole.outPoint)
    let moved: TrimRange?
    switch edge {
    case .inPoint:
      let latest = latestInPoint(before: range.outPoint)
      let earliest = limits.maximumSeconds.map { earliestInPoint(within: $0, of: range.outPoint) }
      moved = TrimRange(
        inPoint: max(min(time, latest), earliest ?? whole.inPoint), outPoint: range.outPoint)
    case .outPoint:
      let earliest = earliestOutPoint(after: range.inPoint)
      let latest = limits.maximumSeconds.map { latestOutPoint(within: $0, of: range.inPoint) }
      moved = TrimRange(
        inPoint: range.inPoint, outPoint: min(max(time, earliest), latest ?? whole.outPoint))
    }
    return moved ?? range
  }

  /// The range moved to start near `time`, with the same number of frames.
  func rangeByMovingWhole(to time: MediaTime) -> TrimRange {
    let whole = extent
    guard let (first, end) = rangeFrames, index.isComplete else {
      let latest = whole.outPoint - range.duration
      let start = max(whole.inPoint, min(time, latest))
      return TrimRange(inPoint: start, outPoint: start + range.duration) ?? range
    }
    let length = end - first
    let start = min(max(nearestBoundary(to: time), 0), index.count - length)
    return TrimRange(
      inPoint: index.time(ofFrame: start), outPoint: index.time(ofFrame: start + length)) ?? range
  }

  /// The frame boundary nearest to `time`, where the index reaches that far.
  func snapped(_ time: MediaTime) -> MediaTime {
    guard !index.isEmpty, index.isComplete || time <= index.endTime else {
      return time.rescaled(to: index.timebase)
    }
    return index.time(ofFrame: index.nearestBoundary(to: time))
  }

  /// PTS of the frame on screen at `time`, inside the clip.
  func frameTime(at time: MediaTime) -> MediaTime {
    let whole = extent
    guard index.isComplete || time < index.endTime, let number = index.frame(at: time) else {
      return min(max(time, whole.inPoint), whole.outPoint)
    }
    return index.time(ofFrame: number)
  }

  func nearestBoundary(to time: MediaTime) -> Int { index.nearestBoundary(to: time) }

  func boundary(_ number: Int, moved frames: Int) -> MediaTime {
    guard !index.isEmpty else { return range.inPoint }
    return index.time(ofFrame: min(max(number + frames, 0), index.count))
  }

  /// The last in point that leaves the minimum range before `outPoint`.
  private func latestInPoint(before outPoint: MediaTime) -> MediaTime {
    let limit = outPoint - minimumLength
    guard !index.isEmpty else { return min(limit, previousTick(outPoint)) }
    let oneFrame = index.time(ofFrame: max(0, index.firstFrame(atOrAfter: outPoint) - 1))
    // The last boundary at or before the limit, and at least one frame before the out point.
    let allowed = index.frame(at: limit).map { index.time(ofFrame: $0) } ?? oneFrame
    return max(extent.inPoint, min(allowed, oneFrame))
  }

  /// The first out point that leaves the minimum range after `inPoint`.
  private func earliestOutPoint(after inPoint: MediaTime) -> MediaTime {
    let limit = inPoint + minimumLength
    guard !index.isEmpty else { return max(limit, nextTick(inPoint)) }
    let first = index.firstFrame(atOrAfter: inPoint)
    let oneFrame = index.time(ofFrame: min(first + 1, index.count))
    let allowed = index.time(ofFrame: index.firstFrame(atOrAfter: limit))
    return min(extent.outPoint, max(allowed, oneFrame))
  }

  private func earliestInPoint(within seconds: Double, of outPoint: MediaTime) -> MediaTime {
    let limit = outPoint - MediaTime(seconds: seconds, timebase: index.timebase)
    guard !index.isEmpty else { return limit }
    return min(
      index.time(ofFrame: index.firstFrame(atOrAfter: limit)), latestInPoint(before: outPoint))
  }

  private func latestOutPoint(within seconds: Double, of inPoint: MediaTime) -> MediaTime {
    let limit = inPoint + MediaTime(seconds: seconds, timebase: index.timebase)
    guard let last = index.frame(at: limit) else { return limit }
    let boundary = limit >= index.endTime ? index.endTime : index.time(ofFrame: last)
    return max(boundary, earliestOutPoint(after: inPoint))
  }

  private var minimumLength: MediaTime {
    MediaTime(seconds: limits.minimumSeconds, timebase: index.timebase)
  }

  private func previousTick(_ time: MediaTime) -> MediaTime {
    MediaTime(ticks: time.ticks - 1, timebase: time.timebase)
  }

  private func nextTick(_ time: MediaTime) -> MediaTime {
    MediaTime(ticks: time.ticks + 1, timebase: time.timebase)
  }
}
