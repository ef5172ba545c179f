// SPDX-License-Identifier: GPL-3.0-or-later

/// Everything that is being edited in one window, as one value.
///
/// It changes only in ``apply(_:)``. All times are on the film's clock. The range's edges lie on
/// frame boundaries wherever the index already reaches.
public struct EditorState: Equatable, Sendable {
  public let clip: ClipInfo
  public internal(set) var index: FrameIndex
  public internal(set) var range: TrimRange

  /// PTS of the frame under the playhead.
  public internal(set) var playhead: MediaTime

  /// The handle that is being dragged; nil for none.
  public internal(set) var draggedEdge: RangeEdge?
  public internal(set) var isLooping = true

  /// Whether the handles stay put on screen while the strip slides below them.
  public internal(set) var isFollowing = false
  public internal(set) var limits = RangeLimits()
  public internal(set) var history = EditHistory()

  /// The range when the drag began.
  var rangeBeforeDrag: TrimRange?

  /// Starts with the whole clip chosen and nothing indexed.
  public init(clip: ClipInfo) {
    self.clip = clip
    let timebase = clip.video.timebase
    index = FrameIndex(timebase: timebase, frames: [], endPTS: 0, isComplete: false)
    let extent = Self.estimatedExtent(of: clip)
    range = extent
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
  public var isWholeClip: Bool { range == extent }

  /// PTS of the last frame that is kept.
  public var lastKeptFrame: MediaTime {
    guard let number = index.frame(at: range.outPoint) else { return range.outPoint }
    let boundary = index.time(ofFrame: number)
    let last = boundary < range.outPoint ? number : number - 1
    return index.time(ofFrame: max(0, last))
  }

  /// PTS of the frame that the preview shows: the dragged edge's, else the playhead's.
  public var shownTime: MediaTime {
    switch draggedEdge {
    case .inPoint: range.inPoint
    case .outPoint: lastKeptFrame
    case nil: playhead
    }
  }

  /// Time as the interface counts it: 0 at the first shown frame.
  public func interfaceTime(of time: MediaTime) -> MediaTime { time - extent.inPoint }

  /// The clip's time for a time that the interface counts.
  public func clipTime(ofInterfaceTime time: MediaTime) -> MediaTime {
    let base = clip.video.timebase
    return extent.inPoint.rescaled(to: base) + time
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
