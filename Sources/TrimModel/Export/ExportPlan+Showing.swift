// SPDX-License-Identifier: GPL-3.0-or-later

extension ExportPlan {
  /// What a clip shows, whoever made it and however: without pieces, for comparing only.
  ///
  /// - Precondition: `frames` is not empty and within the index.
  public init(showing frames: Range<Int>, of index: FrameIndex, in container: ExportContainer) {
    guard
      let range = TrimRange(
        inPoint: index.time(ofFrame: frames.lowerBound),
        outPoint: index.time(ofFrame: frames.upperBound))
    else { preconditionFailure("frame times rise and the range holds a frame") }
    self.init(
      method: .copy, container: container, requested: range, landing: range, shownFrames: frames,
      segments: [], encoder: nil, hiddenFrames: 0, estimatedBytes: 0, reasons: [], dropped: [])
  }
}
