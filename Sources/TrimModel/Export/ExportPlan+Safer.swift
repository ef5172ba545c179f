// SPDX-License-Identifier: GPL-3.0-or-later

extension ExportPlan {
  /// The plan to try when the clip that this one made is not what was asked for.
  ///
  /// Hidden clips first begin earlier, for a keyframe that is none. Then everything is encoded; what
  /// cannot be encoded is hidden or, where that is not possible, encoded in another codec.
  ///
  /// - Parameters:
  ///   - clip: The source.
  ///   - index: Of the source.
  ///   - isRetrying: Whether the same method, more carefully, may be tried again.
  /// - Returns: A plan whose reasons say what failed; nil when nothing safer is left.
  public func nextSafer(
    for clip: ClipInfo, index: FrameIndex, isRetrying: Bool
  ) -> ExportPlan? {
    if isRetrying, let earlier = startingEarlier(in: index, of: clip) { return earlier }
    // Whoever asked for a copy that lands elsewhere does not want an encoded one instead.
    guard isExact else { return nil }
    let draft = Draft(
      frames: shownFrames, clip: clip, index: index, settings: ExportSettings(),
      container: container, isContainerChanged: reasons.contains(.containerChanged),
      edges: CopyEdges(
        index: index, isIntraOnly: Self.isIntraOnly(clip.video.codec),
        joinsFields: !clip.hasEditLists))
    let told: [Reason] = reasons.filter { $0 == .smartCutFailed || $0 == .encodingFailed }
    switch method {
    case .smart where encodedFrames < shownFrames.count, .copy, .hide:
      guard let encoded = try? draft.encoding(), encoded.container == container else { return nil }
      return encoded.explained(by: told + (method == .smart ? [.smartCutFailed] : []))
    case .smart, .encode:
      let reasons = told + [.encodingFailed]
      if Self.hides(clip, in: container) { return draft.hiding().explained(by: reasons) }
      guard let encoded = try? draft.encoding(withoutEncoder: encoder),
        encoded.encoder != clip.encoders.matching, encoded.container == container
      else { return nil }
      return encoded.explained(by: reasons)
    case .auto: return nil
    }
  }

  /// The same plan with more reasons in front.
  func explained(by more: [Reason]) -> ExportPlan {
    ExportPlan(
      method: method, container: container, requested: requested, landing: landing,
      shownFrames: shownFrames, segments: segments, encoder: encoder, hiddenFrames: hiddenFrames,
      estimatedBytes: estimatedBytes, reasons: more + reasons, dropped: dropped)
  }
}
