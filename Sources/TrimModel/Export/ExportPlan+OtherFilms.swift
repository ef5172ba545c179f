// SPDX-License-Identifier: GPL-3.0-or-later

/// Films beside the one that players take: a second camera, the film at another size.
extension ExportPlan {
  /// Plans what becomes of another film of a clip: the frames of the range and no others.
  ///
  /// - Parameters:
  ///   - range: What the clip shows.
  ///   - clip: The source, described as if that film was the one that players take.
  ///   - index: Of that film.
  ///   - container: Of the clip.
  /// - Returns: A plan for that film alone.
  /// - Throws: ``Refusal`` when no frame begins in the range, or when it can neither be copied nor
  ///   joined.
  public static func ofOtherFilm(
    in range: TrimRange, clip: ClipInfo, index: FrameIndex, container: ExportContainer
  ) throws(Refusal) -> ExportPlan {
    let frames = try shownFrames(of: range, in: index)
    let edges = CopyEdges(
      index: index, isIntraOnly: isIntraOnly(clip.video.codec), joinsFields: !clip.hasEditLists)
    let draft = Draft(
      frames: frames, clip: clip, index: index, settings: ExportSettings(method: .smart),
      container: container, isContainerChanged: false, edges: edges)
    let copied = edges.copy(of: frames)
    if copied.shownFrames == frames, copied.hidden == 0 {
      return try draft.copying(copied, isExact: true)
    }
    guard isJoinable(clip.video.codec) else { throw .codecCannotBeJoined(clip.video.codec) }
    guard clip.encoders.matching != nil else { throw .encoderMissing(codec: clip.video.codec) }
    return draft.smart(edges.smartCut(of: frames))
  }

  /// Whether edges of films beside the first may be encoded, so that they show the range and no more.
  public var mayEncodeOtherFilms: Bool { reasons.contains(.encodesOtherFilmsEdges) }

  /// What is done to films beside the first, if anything.
  static func otherFilmReasons(
    of clip: ClipInfo, in container: ExportContainer, settings: ExportSettings
  ) -> [Reason] {
    // Who asks for a copy gets nothing but one, and what is hidden is hidden in all films.
    guard settings.method != .copy, settings.method != .hide else { return [] }
    let isAny = clip.streams.contains { stream in
      stream.kind == .video && !stream.isAttachedPicture && stream.index != clip.videoStreamIndex
        && isJoinable(stream.codec) && container.holds(stream)
    }
    return isAny ? [.encodesOtherFilmsEdges] : []
  }
}
