// SPDX-License-Identifier: GPL-3.0-or-later

extension ExportPlan {
  /// Plans how a range of a clip is saved.
  ///
  /// Costs a walk over the frames near the two edges, never over the whole file.
  ///
  /// - Throws: ``Refusal`` when the clip cannot be saved so.
  public static func make(
    range: TrimRange, clip: ClipInfo, index: FrameIndex, settings: ExportSettings = .init()
  ) throws(Refusal) -> ExportPlan {
    if settings.method == .smart || settings.method == .encode {
      throw .methodNotAvailableYet(settings.method)
    }
    let frames = try shownFrames(of: range, in: index)
    let (container, isChanged) = try chooseContainer(for: clip, format: settings.format)
    let edges = CopyEdges(
      index: index, isIntraOnly: isIntraOnly(clip.video.codec), joinsFields: !clip.hasEditLists)
    let copied = edges.copy(of: frames)
    let hasExactCopy = copied.shownFrames == frames

    let method: ExportMethod
    switch settings.method {
    case .auto: method = hasExactCopy || !hides(clip, in: container) ? .copy : .hide
    case .hide where !container.hasEditLists: throw .containerCannotHide(container)
    default: method = settings.method
    }
    let piece = method == .hide ? edges.hiding(of: frames) : copied
    if piece.hidden > 0, clip.hasEditLists, !container.hasEditLists {
      throw .containerCannotHide(container)
    }

    var reasons: [Reason] = []
    if method == .hide, piece.hidden > 0 { reasons.append(.hidesFramesByEditList) }
    if method == .copy {
      if hasExactCopy {
        reasons.append(edges.isIntraOnly ? .codecIsIntraOnly : .edgesAreAccessPoints)
      }
      if piece.shownFrames.lowerBound < frames.lowerBound {
        reasons.append(.startsEarlierAtKeyframe)
      }
      if piece.shownFrames.upperBound > frames.upperBound {
        reasons.append(.endsLaterForReordering)
      }
      if !hasExactCopy, settings.method == .auto { reasons.append(.exactMethodNotAvailableYet) }
      if piece.hidden > 0 { reasons.append(.sourceHidesFrames) }
    }
    if isChanged { reasons.append(.containerChanged) }

    let requested = timeRange(of: frames, in: index)
    return ExportPlan(
      method: method, container: container, requested: requested,
      landing: method == .hide ? requested : timeRange(of: piece.shownFrames, in: index),
      shownFrames: piece.shownFrames,
      segments: [
        .copy(
          CopiedPiece(
            packets: piece.packets, shownFrames: piece.shownFrames, leadingPackets: piece.leading))
      ],
      hiddenFrames: piece.hidden,
      estimatedBytes: piece.bytes
        + bytesBesideFilm(of: clip, in: container, seconds: piece.seconds),
      reasons: reasons, dropped: droppedStreams(of: clip, in: container))
  }

  /// Whether hidden frames stay hidden: the AV1 decoder that most programs use, dav1d in libavcodec,
  /// shows frames that an edit list leaves out.
  private static func hides(_ clip: ClipInfo, in container: ExportContainer) -> Bool {
    container.hasEditLists && clip.video.codec != "av1"
  }

  /// Numbers of the frames that begin inside the range.
  private static func shownFrames(of range: TrimRange, in index: FrameIndex) throws(Refusal)
    -> Range<Int>
  {
    guard index.isComplete || range.outPoint < index.endTime else { throw .stillReading }
    let first = index.firstFrame(atOrAfter: range.inPoint)
    let end = index.firstFrame(atOrAfter: range.outPoint)
    guard first < end else { throw .noFrameInRange }
    return first..<end
  }

  private static func timeRange(of frames: Range<Int>, in index: FrameIndex) -> TrimRange {
    let start = index.time(ofFrame: frames.lowerBound)
    guard
      let range = TrimRange(inPoint: start, outPoint: index.time(ofFrame: frames.upperBound))
    else { preconditionFailure("frame times rise and the range holds a frame") }
    return range
  }

  /// The container of the clip, and whether it is another one than the source's.
  private static func chooseContainer(for clip: ClipInfo, format: ExportFormat) throws(Refusal)
    -> (ExportContainer, isChanged: Bool)
  {
    let source = ExportContainer(of: clip)
    let asked: ExportContainer? =
      switch format {
      case .same: nil
      case .mp4: .mp4
      case .mov: .mov
      case .mkv: .matroska
      case .webm: .webm
      }
    if let asked {
      guard asked.holds(clip.video) else {
        throw .formatCannotHold(asked, codec: clip.video.codec)
      }
      return (asked, source != asked)
    }
    // The film and its sound decide; what else does not fit is listed.
    let needed = clip.streams.filter { stream in
      stream.index == clip.videoStreamIndex
        || (stream.kind == .audio && stream.codec != "unknown" && stream.codec != "none")
    }
    var candidates: [ExportContainer] = source.map { [$0] } ?? []
    if source == .mp4 || source == .threeGP { candidates.append(.mov) }
    for candidate in candidates where needed.allSatisfy(candidate.holds) {
      return (candidate, candidate != source)
    }
    return (.matroska, source != .matroska)
  }

  private static func droppedStreams(of clip: ClipInfo, in container: ExportContainer)
    -> [DroppedStream]
  {
    clip.streams.compactMap { stream in
      guard stream.index != clip.videoStreamIndex, !container.holds(stream) else { return nil }
      // Timecode tracks are made anew from the timecode, chapter tracks from the chapters.
      let isRemade = stream.kind == .data && ["tmcd", "text"].contains(stream.tag)
      if isRemade, container.hasEditLists { return nil }
      return DroppedStream(
        index: stream.index, kind: stream.kind, codec: stream.codec, reason: .containerCannotHold)
    }
  }

  /// Everything but the film: sound by bit rate, and what the container adds.
  private static func bytesBesideFilm(
    of clip: ClipInfo, in container: ExportContainer, seconds: Double
  ) -> Int64 {
    var bits = 0.0
    for stream in clip.streams where stream.kind == .audio && container.holds(stream) {
      bits += Double(stream.bitRate ?? 128_000) * seconds
    }
    return Int64(bits / 8) + 4096
  }

  /// Whether every packet of the codec is a picture of its own, whatever its key flag says.
  public static func isIntraOnly(_ codec: String) -> Bool { intraOnlyCodecs.contains(codec) }

  private static let intraOnlyCodecs: Set<String> = [
    "prores", "mjpeg", "mjpegb", "dnxhd", "huffyuv", "ffvhuff", "utvideo", "dvvideo", "rawvideo",
    "v210", "v308", "v408", "v410", "r210", "jpeg2000", "jpegls", "png", "cfhd", "magicyuv", "hap",
    "tiff", "bmp", "dpx", "exr", "targa", "ljpeg", "asv1", "asv2", "aic", "avui", "ayuv", "yuv4",
    "cllc", "vble", "hymt", "webp", "photocd", "sheervideo", "dxv", "notchlc", "speedhq", "mvha",
  ]
}
