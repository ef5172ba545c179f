// SPDX-License-Identifier: GPL-3.0-or-later

extension ExportPlan {
  /// What all methods' plans for a range have in common.
  struct Draft {
    let frames: Range<Int>
    let clip: ClipInfo
    let index: FrameIndex
    let settings: ExportSettings
    let container: ExportContainer
    let isContainerChanged: Bool
    let edges: CopyEdges

    // MARK: - Copies

    /// A copy whose edges are where a copy can begin and end.
    func copying(_ run: CopyEdges.Run, isExact: Bool) throws(Refusal) -> ExportPlan {
      if run.hidden > 0, clip.hasEditLists, !container.hasEditLists {
        throw .containerCannotHide(container)
      }
      var reasons: [Reason] = []
      if isExact {
        reasons.append(edges.isIntraOnly ? .codecIsIntraOnly : .edgesAreAccessPoints)
      }
      if run.shownFrames.lowerBound < frames.lowerBound { reasons.append(.startsEarlierAtKeyframe) }
      if run.shownFrames.upperBound > frames.upperBound { reasons.append(.endsLaterForReordering) }
      if !isExact, settings.method == .auto { reasons.append(.encoderMissing) }
      if run.hidden > 0 { reasons.append(.sourceHidesFrames) }
      return plan(
        settings.method == .smart ? .smart : .copy, showing: run.shownFrames,
        [Self.segment(run)], hidden: run.hidden, filmBytes: run.bytes, reasons: reasons)
    }

    /// A copy of all that decoding the range needs; an edit list leaves out the rest.
    func hiding() -> ExportPlan {
      let run = edges.hiding(of: frames)
      return plan(
        .hide, showing: frames, [Self.segment(run)], hidden: run.hidden, filmBytes: run.bytes,
        reasons: run.hidden == 0
          ? []
          : ExportPlan.hides(clip, in: container)
            ? [.hidesFramesByEditList] : [.hidesFramesByEditList, .showsHiddenFrames])
    }

    // MARK: - Encoding

    func smart(_ cut: CopyEdges.SmartCut) -> ExportPlan {
      var segments: [Segment] = []
      if !cut.head.isEmpty { segments.append(.encode(frames: cut.head)) }
      if let run = cut.copied { segments.append(Self.segment(run)) }
      if !cut.tail.isEmpty { segments.append(.encode(frames: cut.tail)) }
      return plan(
        .smart, showing: frames, segments, encoder: clip.encoders.matching, hidden: 0,
        filmBytes: index.bytes(ofFrames: frames),
        reasons: [cut.copied == nil ? .noAccessPointInRange : .encodesEdges])
    }

    /// Everything anew: in the film's own codec where that can be made and held, and not by the
    /// encoder `failed`.
    func encoding(withoutEncoder failed: FilmEncoders.Choice? = nil) throws(Refusal) -> ExportPlan {
      for choice in [clip.encoders.matching, clip.encoders.substitute] where choice != failed {
        guard let choice,
          let (container, isChanged) = try? ExportPlan.chooseContainer(
            for: clip, codec: choice.codec, format: settings.format)
        else { continue }
        var reasons: [Reason] = [.encodesEverything]
        if choice.codec != clip.video.codec { reasons.append(.codecChanged) }
        let draft = Draft(
          frames: frames, clip: clip, index: index, settings: settings, container: container,
          isContainerChanged: isChanged, edges: edges)
        return draft.plan(
          .encode, showing: frames, [.encode(frames: frames)], encoder: choice, hidden: 0,
          filmBytes: index.bytes(ofFrames: frames), reasons: reasons)
      }
      if let choice = clip.encoders.matching ?? clip.encoders.substitute {
        throw .formatCannotHold(container, codec: choice.codec)
      }
      throw .encoderMissing(codec: clip.video.codec)
    }

    // MARK: - Plan

    private func plan(
      _ method: ExportMethod, showing shown: Range<Int>, _ segments: [Segment],
      encoder: FilmEncoders.Choice? = nil, hidden: Int, filmBytes: Int64, reasons: [Reason]
    ) -> ExportPlan {
      let landing = ExportPlan.timeRange(of: shown, in: index)
      return ExportPlan(
        method: method, container: container,
        requested: ExportPlan.timeRange(of: frames, in: index), landing: landing,
        shownFrames: shown, segments: segments,
        encoder: segments.contains(where: \.isEncoded) ? encoder : nil, hiddenFrames: hidden,
        estimatedBytes: filmBytes
          + ExportPlan.bytesBesideFilm(
            of: clip, index: index, in: container, seconds: landing.duration.seconds),
        reasons: reasons
          + ExportPlan.otherFilmReasons(of: clip, in: container, settings: settings)
          + ExportPlan.soundReasons(
            of: clip, in: container, settings: settings,
            isFilmEncoded: segments.allSatisfy(\.isEncoded), isStart: shown.lowerBound == 0,
            isEnd: shown.upperBound == index.count)
          + (isContainerChanged ? [.containerChanged] : []),
        dropped: ExportPlan.droppedStreams(of: clip, in: container))
    }

    private static func segment(_ run: CopyEdges.Run) -> Segment {
      .copy(
        CopiedPiece(
          packets: run.packets, shownFrames: run.shownFrames, leadingPackets: run.leading))
    }
  }
}
