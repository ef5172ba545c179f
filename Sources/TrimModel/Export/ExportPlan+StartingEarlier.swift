// SPDX-License-Identifier: GPL-3.0-or-later

extension ExportPlan {
  /// The same clip with more hidden frames before it, for a keyframe that turned out to be none.
  ///
  /// Nil where nothing can be hidden or nothing comes before.
  public func startingEarlier(in index: FrameIndex, of clip: ClipInfo) -> ExportPlan? {
    guard method == .hide, case .copy(let piece) = segments.first, segments.count == 1,
      piece.packets.lowerBound > 0
    else { return nil }
    let earlier = index.keyframes.last {
      index.frames[$0].decodePosition < piece.packets.lowerBound
        && $0 < piece.shownFrames.lowerBound
    }
    let edges = CopyEdges(index: index, isIntraOnly: false, joinsFields: !clip.hasEditLists)
    let run = edges.hiding(of: shownFrames, from: earlier)
    return ExportPlan(
      method: method, container: container, requested: requested, landing: landing,
      shownFrames: shownFrames,
      segments: [
        .copy(
          CopiedPiece(
            packets: run.packets, shownFrames: shownFrames, leadingPackets: run.leading))
      ],
      encoder: nil, hiddenFrames: run.hidden, estimatedBytes: estimatedBytes, reasons: reasons,
      dropped: dropped)
  }
}
