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
    /// Many players show the frames that the edit list hides: their decoder of AV1 does not mind it.
    case showsHiddenFrames
    /// The source has frames that its own edit list hides; they stay hidden in the clip.
    case sourceHidesFrames
    /// Frames before the first access point, or behind the last place where a copy can end, are
    /// encoded.
    case encodesEdges
    /// Decoding cannot begin anywhere inside the range, so that all of it is encoded.
    case noAccessPointInRange
    /// Every frame is encoded.
    case encodesEverything
    /// The film gets another codec, since its own cannot be made.
    case codecChanged
    /// No encoder for a film of this kind is installed, so that an inexact method is left.
    case encoderMissing
    /// A clip made by smart cut was not what was asked for and was made again.
    case smartCutFailed
    /// A clip that was encoded throughout was not what was asked for and was made again.
    case encodingFailed
    /// Films beside the first show just the range too, for which their edges are encoded.
    case encodesOtherFilmsEdges
    /// Sound that comes in packets is encoded, since packets of several ranges do not join.
    case encodesSound
    /// The first and last packets of sound are encoded, with silence outside the range, since the
    /// container cannot say that a part of them is not to be heard.
    case encodesSoundEdges
    /// Sound is encoded with the film from beginning to end, or since its container has no times that
    /// would keep it with the picture otherwise.
    case encodesWholeSound
    /// Sound is compressed anew without loss, so that packets begin and end with the range.
    case recompressesSound
    /// Sound begins and ends between two of its packets: nothing can cut these, and they are not encoded.
    case keepsSoundPackets
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
      case .showsHiddenFrames: "shows-hidden-frames"
      case .sourceHidesFrames: "source-hides-frames"
      case .encodesEdges: "encodes-edges"
      case .noAccessPointInRange: "no-access-point-in-range"
      case .encodesEverything: "encodes-everything"
      case .codecChanged: "codec-changed"
      case .encoderMissing: "encoder-missing"
      case .smartCutFailed: "smart-cut-failed"
      case .encodingFailed: "encoding-failed"
      case .encodesOtherFilmsEdges: "encodes-other-films-edges"
      case .encodesSound: "encodes-sound"
      case .encodesSoundEdges: "encodes-sound-edges"
      case .encodesWholeSound: "encodes-whole-sound"
      case .recompressesSound: "recompresses-sound"
      case .keepsSoundPackets: "keeps-sound-packets"
      case .containerChanged: "container-changed"
      }
    }
  }
}
