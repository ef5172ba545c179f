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
    let frames = try shownFrames(of: range, in: index)
    let (container, isChanged) = try chooseContainer(
      for: clip, codec: clip.video.codec, format: settings.format)
    let edges = CopyEdges(
      index: index, isIntraOnly: isIntraOnly(clip.video.codec), joinsFields: !clip.hasEditLists)
    let copied = edges.copy(of: frames)
    let hasExactCopy =
      copied.shownFrames == frames && (copied.hidden == 0 || container.hasEditLists)
    let draft = Draft(
      frames: frames, clip: clip, index: index, settings: settings, container: container,
      isContainerChanged: isChanged, edges: edges)
    // Frames outside the range do not stay in the file, hidden by the source or not, where there is
    // another way.
    let isCleanCopy = hasExactCopy && copied.hidden == 0
    switch settings.method {
    case .auto where isCleanCopy: return try draft.copying(copied, isExact: true)
    case .auto where canSmartCut(clip): return draft.smart(edges.smartCut(of: frames))
    case .auto where hasExactCopy: return try draft.copying(copied, isExact: true)
    case .auto where clip.encoders.substitute != nil || clip.encoders.matching != nil:
      return try draft.encoding()
    case .auto where hides(clip, in: container): return draft.hiding()
    case .auto, .copy: return try draft.copying(copied, isExact: hasExactCopy)
    case .hide:
      guard container.hasEditLists else { throw .containerCannotHide(container) }
      return draft.hiding()
    case .smart:
      if isCleanCopy { return try draft.copying(copied, isExact: true) }
      guard joinedCodecs.contains(clip.video.codec) else {
        throw .codecCannotBeJoined(clip.video.codec)
      }
      guard canSmartCut(clip) else { throw .encoderMissing(codec: clip.video.codec) }
      return draft.smart(edges.smartCut(of: frames))
    case .encode: return try draft.encoding()
    }
  }

  /// Whether pieces that are encoded can stand beside copied ones.
  private static func canSmartCut(_ clip: ClipInfo) -> Bool {
    clip.encoders.matching != nil && joinedCodecs.contains(clip.video.codec)
  }

  /// Whether encoded pieces of this codec can stand beside copied ones.
  static func isJoinable(_ codec: String) -> Bool { joinedCodecs.contains(codec) }

  /// Codecs whose streams may change their parameters at a keyframe.
  private static let joinedCodecs: Set<String> = [
    "h264", "hevc", "vp8", "vp9", "av1", "mpeg1video", "mpeg2video", "mpeg4",
  ]

  /// Whether hidden frames stay hidden: the AV1 decoder that most programs use, dav1d in libavcodec,
  /// shows frames that an edit list leaves out.
  static func hides(_ clip: ClipInfo, in container: ExportContainer) -> Bool {
    container.hasEditLists && clip.video.codec != "av1"
  }

  /// Numbers of the frames that begin inside the range.
  static func shownFrames(of range: TrimRange, in index: FrameIndex) throws(Refusal)
    -> Range<Int>
  {
    guard index.isComplete || range.outPoint < index.endTime else { throw .stillReading }
    let first = index.firstFrame(atOrAfter: range.inPoint)
    let end = index.firstFrame(atOrAfter: range.outPoint)
    guard first < end else { throw .noFrameInRange }
    return first..<end
  }

  static func timeRange(of frames: Range<Int>, in index: FrameIndex) -> TrimRange {
    let start = index.time(ofFrame: frames.lowerBound)
    guard
      let range = TrimRange(inPoint: start, outPoint: index.time(ofFrame: frames.upperBound))
    else { preconditionFailure("frame times rise and the range holds a frame") }
    return range
  }

  static func droppedStreams(of clip: ClipInfo, in container: ExportContainer)
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
  static func bytesBesideFilm(
    of clip: ClipInfo, index: FrameIndex, in container: ExportContainer, seconds: Double
  ) -> Int64 {
    let sounds = clip.streams.filter { $0.kind == .audio }
    let known = sounds.compactMap(\.bitRate).reduce(0, +)
    let unknownCount = sounds.count { $0.bitRate == nil }
    var guess = Double(guessedBitRate)
    // Sound whose rate nobody wrote down is what is left of the file.
    let length = (clip.duration ?? clip.video.duration ?? .zero).seconds
    if unknownCount > 0, index.isComplete, clip.bytes > 0, length > 0 {
      let left = Double(clip.bytes - index.bytes(ofFrames: 0..<index.count)) * 8 / length
      let rate = max(0, (left - Double(known)) / Double(unknownCount))
      let isAlone = clip.streams.count { $0.kind == .video && !$0.isAttachedPicture } == 1
      guess = isAlone ? rate : min(rate, guess)
    }
    let bits = sounds.filter(container.holds).reduce(0) {
      $0 + ($1.bitRate.map(Double.init) ?? guess) * seconds
    }
    return Int64(bits / 8) + 4096
  }

  private static let guessedBitRate = 128_000

  /// Whether every packet of the codec is a picture of its own, whatever its key flag says.
  public static func isIntraOnly(_ codec: String) -> Bool { intraOnlyCodecs.contains(codec) }

  private static let intraOnlyCodecs: Set<String> = [
    "prores", "mjpeg", "mjpegb", "dnxhd", "huffyuv", "ffvhuff", "utvideo", "dvvideo", "rawvideo",
    "v210", "v308", "v408", "v410", "r210", "jpeg2000", "jpegls", "png", "cfhd", "magicyuv", "hap",
    "tiff", "bmp", "dpx", "exr", "targa", "ljpeg", "asv1", "asv2", "aic", "avui", "ayuv", "yuv4",
    "cllc", "vble", "hymt", "webp", "photocd", "sheervideo", "dxv", "notchlc", "speedhq", "mvha",
  ]
}
