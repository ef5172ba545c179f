// SPDX-License-Identifier: GPL-3.0-or-later

extension ExportPlan {
  /// Why a plan is as it is; the interface has a sentence for each.
  public enum Reason: Equatable, Sendable {
    /// Every frame stands alone, so that a copy may begin and end anywhere.
    case codecIsIntraOnly
    /// Both edges are where a copy can begin and end.
    case edgesAreAccessPoints
    /// The clip begins earlier, at a keyframe, because a copy cannot begin at the in point.
    case startsEarlierAtKeyframe
    /// The clip ends later, because the last frames asked for need frames shown after them.
    case endsLaterForReordering
    /// Frames outside the range stay in the file, hidden by an edit list.
    case hidesFramesByEditList
    /// The source has frames that its own edit list hides; they stay hidden in the clip.
    case sourceHidesFrames
    /// The exact methods that encode a few frames are not available yet.
    case exactMethodNotAvailableYet
    /// The source's container cannot be written, or cannot hold its streams; this one can.
    case containerChanged

    /// A stable name for scripts.
    public var code: String {
      switch self {
      case .codecIsIntraOnly: "codec-is-intra-only"
      case .edgesAreAccessPoints: "edges-are-access-points"
      case .startsEarlierAtKeyframe: "starts-earlier-at-keyframe"
      case .endsLaterForReordering: "ends-later-for-reordering"
      case .hidesFramesByEditList: "hides-frames-by-edit-list"
      case .sourceHidesFrames: "source-hides-frames"
      case .exactMethodNotAvailableYet: "exact-method-not-available-yet"
      case .containerChanged: "container-changed"
      }
    }
  }
}
