// SPDX-License-Identifier: GPL-3.0-or-later

/// Everything that is being edited in one window, as one value.
///
/// It changes only in ``apply(_:)``. All times are on the film's clock. The range's edges lie on
/// frame boundaries wherever the index already reaches.
public struct EditorState: Equatable, Sendable {
  /// What a pointer holds while it is pressed.
  public enum Drag: Equatable, Sendable {
    case edge(RangeEdge)
    case wholeRange
  }

  public let clip: ClipInfo
  public internal(set) var index: FrameIndex

  /// What is marked: one range, until more are added.
  public internal(set) var ranges: RangeList

  /// The selected range, which handles and keys move.
  public internal(set) var range: TrimRange {
    get { ranges.selected }
    set { ranges.replaceSelected(newValue) }
  }

  /// Places where somebody may want to cut, as far as they have been found.
  public internal(set) var marks = ClipMarks()

  /// PTS of the frame under the playhead.
  public internal(set) var playhead: MediaTime

  /// What is being dragged; nil for nothing.
  public internal(set) var drag: Drag?
  public internal(set) var isLooping = true

  /// Whether the handles stay put on screen while the strip slides below them.
  public internal(set) var isFollowing = false
  public internal(set) var limits = RangeLimits()
  public internal(set) var history = EditHistory()

  /// The ranges when the drag began.
  var rangesBeforeDrag: RangeList?

  /// Starts with the whole clip chosen and nothing indexed.
  public init(clip: ClipInfo) {
    self.clip = clip
    let timebase = clip.video.timebase
    index = FrameIndex(timebase: timebase, frames: [], endPTS: 0, isComplete: false)
    let extent = Self.estimatedExtent(of: clip)
    ranges = RangeList(extent)
    playhead = extent.inPoint
  }

  /// The whole clip: from the index as far as it reaches, else as the container has it.
  public var extent: TrimRange {
    guard let indexed = TrimRange(inPoint: index.startTime, outPoint: index.endTime) else {
      return Self.estimatedExtent(of: clip)
    }
    if index.isComplete { return indexed }
    let estimated = Self.estimatedExtent(of: clip)
    let end = max(indexed.outPoint, estimated.outPoint)
    return TrimRange(inPoint: indexed.inPoint, outPoint: end) ?? indexed
  }

  /// Whether nothing is trimmed.
  public var isWholeClip: Bool { ranges == RangeList(extent) }

  /// What saving keeps, in order: the marked ranges, or all but them.
  public var keptRanges: [TrimRange] { ranges.kept(of: extent) }

  /// Where the selected range may lie: the clip, up to its neighbours.
  public var room: TrimRange { ranges.room(in: extent) }

  /// The handle that is being dragged; nil for none.
  public var draggedEdge: RangeEdge? {
    if case .edge(let edge) = drag { edge } else { nil }
  }

  /// PTS of the last frame that is kept; until the index reaches it, an instant inside that frame.
  public var lastKeptFrame: MediaTime {
    let end = range.outPoint
    return grid.frame(at: MediaTime(ticks: end.ticks - 1, timebase: end.timebase))
  }

  /// PTS of the frame that the preview shows: the dragged edge's, else the playhead's.
  public var shownTime: MediaTime {
    switch drag {
    case .edge(.inPoint), .wholeRange: range.inPoint
    case .edge(.outPoint): lastKeptFrame
    case nil: playhead
    }
  }

  /// Number of the frame on screen at `time`; nil until the index reaches it.
  public func frameNumber(at time: MediaTime) -> Int? {
    index.isComplete || time < index.endTime ? index.frame(at: time) : nil
  }

  /// Length of a frame as the container tells it, for zoom limits and what is not indexed yet.
  public var nominalFrameDuration: MediaTime { grid.nominalFrame }

  /// Time as the interface counts it: 0 at the first shown frame.
  public func interfaceTime(of time: MediaTime) -> MediaTime { time - extent.inPoint }

  /// The clip's time for a time that the interface counts.
  public func clipTime(ofInterfaceTime time: MediaTime) -> MediaTime {
    extent.inPoint.rescaled(to: clip.video.timebase) + time
  }

  /// The clip's time for what somebody typed; relative ones count from `reference`.
  ///
  /// A typed time means the frame that begins there when one does within half a millisecond: times
  /// are printed with three decimals, and what was printed finds its frame again.
  public func time(of expression: TimeExpression, from reference: MediaTime) -> MediaTime {
    let grid = grid
    switch expression {
    case .time(let time):
      let typed = grid.clamped(clipTime(ofInterfaceTime: time))
      let boundary = grid.nearest(to: typed)
      let distance = abs((boundary - typed).seconds)
      return distance <= 0.000_5 ? boundary : typed
    case .frame(let number): return grid.boundary(number, from: extent.inPoint)
    case .relativeFrames(let frames): return grid.boundary(frames, from: reference)
    case .relativeTime(let length): return grid.nearest(to: reference + length)
    case .end: return extent.outPoint
    }
  }

  /// Number of frames in the range; nil until the index reaches its end.
  public var rangeFrameCount: Int? {
    guard let (first, end) = rangeFrames else { return nil }
    return end - first
  }

  /// Numbers of the first frame kept and the first not kept; nil until the index reaches them.
  public var rangeFrames: (first: Int, end: Int)? {
    guard !index.isEmpty, index.isComplete || range.outPoint <= index.endTime else { return nil }
    return (
      index.firstFrame(atOrAfter: range.inPoint), index.firstFrame(atOrAfter: range.outPoint)
    )
  }

  /// The extent as the container describes it; at least a tick long.
  private static func estimatedExtent(of clip: ClipInfo) -> TrimRange {
    let base = clip.video.timebase
    let start = (clip.video.startTime ?? clip.startTime ?? .zero).rescaled(to: base)
    let length = (clip.video.duration ?? clip.duration ?? .zero).rescaled(to: base)
    let end = MediaTime(ticks: start.ticks + max(1, length.ticks), timebase: base)
    guard let extent = TrimRange(inPoint: start, outPoint: end) else {
      preconditionFailure("the end is after the start")
    }
    return extent
  }
}
