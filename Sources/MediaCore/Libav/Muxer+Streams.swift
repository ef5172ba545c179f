// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// Streams and descriptions as the source has them.
extension Muxer {
  /// Whether a muxer takes this stream; found by asking it, with the bytes going nowhere.
  static func canHold(
    _ source: UnsafeMutablePointer<AVStream>, in container: ExportContainer, videoCodec: AVCodecID
  ) -> Bool {
    do throws(MediaError) {
      let output = try OutputWriter(descriptor: nil, cancellation: Cancellation())
      let trial = try Muxer(MuxerFormat(container, videoCodec: videoCodec), output: output)
      try trial.addStream(copying: source, into: container)
      try trial.writeHeader()
      // Free what the header allocated; the trailer of an empty file may fail as it likes.
      av_write_trailer(trial.context)
      return true
    } catch {
      return false
    }
  }

  /// Adds a stream that is to hold the packets of `source` as they are.
  @discardableResult
  func addStream(
    copying source: UnsafeMutablePointer<AVStream>, into container: ExportContainer
  ) throws(MediaError) -> Int {
    guard let stream = avformat_new_stream(context, nil) else {
      throw MediaError(.outOfMemory, "add stream")
    }
    try check(
      avcodec_parameters_copy(stream.pointee.codecpar, source.pointee.codecpar), "copy parameters")
    try check(kerf_stream_copy_side_data(stream, source), "copy side data")
    stream.pointee.time_base = source.pointee.time_base
    stream.pointee.avg_frame_rate = source.pointee.avg_frame_rate
    stream.pointee.r_frame_rate = source.pointee.r_frame_rate
    stream.pointee.disposition = source.pointee.disposition
    if source.pointee.sample_aspect_ratio.num > 0 {
      stream.pointee.sample_aspect_ratio = source.pointee.sample_aspect_ratio
      stream.pointee.codecpar.pointee.sample_aspect_ratio = source.pointee.sample_aspect_ratio
    }
    // Packet identifiers of transport streams; elsewhere numbers of tracks that would clash.
    if keepsIdentifiers, container == .mpegTS || container == .blurayTS {
      stream.pointee.id = source.pointee.id
    }
    av_dict_copy(&stream.pointee.metadata, source.pointee.metadata, 0)
    for key in Self.staleKeys(in: stream.pointee.metadata) {
      av_dict_set(&stream.pointee.metadata, key, nil, 0)
    }
    if container.hasEditLists, stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_DATA {
      // The one kind of data that the muxer knows; what it really is comes from the source's index.
      stream.pointee.codecpar.pointee.codec_id = AV_CODEC_ID_BIN_DATA
      stream.pointee.codecpar.pointee.codec_tag = Self.tag("gpmd")
    } else {
      chooseTag(of: stream, source)
    }
    return Int(stream.pointee.index)
  }

  /// Adds a cover as an attachment: what Matroska has for it.
  func addAttachment(copying source: UnsafeMutablePointer<AVStream>) throws(MediaError) -> Int {
    let picture = source.pointee.attached_pic
    guard let stream = avformat_new_stream(context, nil), picture.size > 0,
      let bytes = av_mallocz(Int(picture.size) + Int(AV_INPUT_BUFFER_PADDING_SIZE))
    else { throw MediaError(.outOfMemory, "add attachment") }
    bytes.copyMemory(from: picture.data, byteCount: Int(picture.size))
    guard let parameters = stream.pointee.codecpar else {
      preconditionFailure("libav gives every stream codec parameters")
    }
    let codec = source.pointee.codecpar.pointee.codec_id
    parameters.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
    parameters.pointee.codec_id = codec
    parameters.pointee.extradata = bytes.assumingMemoryBound(to: UInt8.self)
    parameters.pointee.extradata_size = picture.size
    av_dict_copy(&stream.pointee.metadata, source.pointee.metadata, 0)
    let isPNG = codec == AV_CODEC_ID_PNG
    av_dict_set(
      &stream.pointee.metadata, "filename", isPNG ? "cover.png" : "cover.jpg",
      AV_DICT_DONT_OVERWRITE)
    av_dict_set(
      &stream.pointee.metadata, "mimetype", isPNG ? "image/png" : "image/jpeg",
      AV_DICT_DONT_OVERWRITE)
    return Int(stream.pointee.index)
  }

  /// Takes over the tags of the whole file, but for those that describe the old file's bytes.
  func copyTags(of demuxer: Demuxer) {
    av_dict_copy(&context.pointee.metadata, demuxer.context.pointee.metadata, 0)
    for key in ["major_brand", "minor_version", "compatible_brands", "duration"] {
      av_dict_set(&context.pointee.metadata, key, nil, 0)
    }
    for key in Self.staleKeys(in: context.pointee.metadata) {
      av_dict_set(&context.pointee.metadata, key, nil, 0)
    }
  }

  /// Moves the dates at which file and streams were recorded.
  func moveCreationTime(bySeconds seconds: Double) {
    func move(_ tags: inout OpaquePointer?) {
      for key in Self.dateKeys {
        guard let entry = av_dict_get(tags, key, nil, 0),
          let moved = DateText.moved(String(cString: entry.pointee.value), bySeconds: seconds)
        else { continue }
        av_dict_set(&tags, key, moved, 0)
      }
    }
    move(&context.pointee.metadata)
    for index in 0..<streamCount { move(&stream(index).pointee.metadata) }
  }

  /// The date of the container, and those that phones write beside it with the local time.
  static let dateKeys = [
    "creation_time", "com.apple.quicktime.creationdate", "date", "date_recorded",
  ]

  /// Writes a stream's tag.
  func setTag(_ key: String, to value: String, ofStream index: Int) {
    av_dict_set(&stream(index).pointee.metadata, key, value, 0)
  }

  /// Adds the source's chapters that reach into the ranges, cut and shifted to where these are.
  ///
  /// - Parameters:
  ///   - demuxer: The source.
  ///   - ranges: On its clock.
  ///   - offsets: Where each of them begins in the clip.
  ///   - hasMarks: Whether those without a title are marks that the clip gets in another way.
  /// - Throws: `.outOfMemory`.
  func copyChapters(
    of demuxer: Demuxer, from ranges: [TrimRange], at offsets: [MediaTime], hasMarks: Bool
  ) throws(MediaError) {
    let source = demuxer.context
    var kept: [UnsafeMutablePointer<AVChapter>] = []
    var last: Int?
    for (range, offset) in zip(ranges, offsets) {
      let origin = range.inPoint - offset
      for position in 0..<Int(source.pointee.nb_chapters) {
        guard let chapter = source.pointee.chapters?[position] else { continue }
        let isUntitled = av_dict_get(chapter.pointee.metadata, "title", nil, 0) == nil
        if isUntitled, hasMarks { continue }
        let base = Timebase(
          numerator: max(1, chapter.pointee.time_base.num),
          denominator: max(1, chapter.pointee.time_base.den))
        let first = max(MediaTime(ticks: chapter.pointee.start, timebase: base), range.inPoint)
        let end = min(MediaTime(ticks: chapter.pointee.end, timebase: base), range.outPoint)
        guard first < end else { continue }
        let start = first.ticks(since: origin, in: base)
        // A chapter out of which a piece was taken stays one.
        if last == position, let before = kept.last, before.pointee.end >= start - 1 {
          before.pointee.end = end.ticks(since: origin, in: base)
          continue
        }
        last = position
        guard let memory = av_mallocz(MemoryLayout<AVChapter>.size) else { continue }
        let copy = memory.bindMemory(to: AVChapter.self, capacity: 1)
        // Numbers of chapters must differ, and ranges may repeat them.
        copy.pointee.id = ranges.count > 1 ? Int64(kept.count + 1) : chapter.pointee.id
        copy.pointee.time_base = chapter.pointee.time_base
        copy.pointee.start = start
        copy.pointee.end = end.ticks(since: origin, in: base)
        av_dict_copy(&copy.pointee.metadata, chapter.pointee.metadata, 0)
        // The MP4 muxer makes a track of titles, and refers to it also where it stays empty.
        if isUntitled { av_dict_set(&copy.pointee.metadata, "title", "", 0) }
        kept.append(copy)
      }
    }
    guard !kept.isEmpty else { return }
    // Freed by the context with its chapters.
    let bytes = kept.count * MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
    guard let memory = av_mallocz(bytes) else { throw MediaError(.outOfMemory, "add chapters") }
    let list = memory.bindMemory(
      to: UnsafeMutablePointer<AVChapter>?.self, capacity: kept.count)
    for (position, chapter) in kept.enumerated() { list[position] = chapter }
    context.pointee.chapters = list
    context.pointee.nb_chapters = UInt32(kept.count)
  }

  private static func tag(_ name: String) -> UInt32 {
    name.utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
  }

  /// Keeps the source's tag where the container knows it for this codec, else lets the muxer choose.
  private func chooseTag(
    of stream: UnsafeMutablePointer<AVStream>, _ source: UnsafeMutablePointer<AVStream>
  ) {
    guard let parameters = stream.pointee.codecpar else { return }
    let codec = parameters.pointee.codec_id
    let tag = parameters.pointee.codec_tag
    guard let tables = context.pointee.oformat.pointee.codec_tag else { return }
    if tag != 0, av_codec_get_id(tables, tag) == codec { return }
    parameters.pointee.codec_tag = 0
    // HEVC that keeps its parameter sets beside the packets: the muxer's own choice, hev1, is not
    // played by Apple's devices.
    let isLengthPrefixed =
      parameters.pointee.extradata_size > 0 && parameters.pointee.extradata?.pointee == 1
    if codec == AV_CODEC_ID_HEVC, isLengthPrefixed {
      let hvc1 = Self.tag("hvc1")
      if av_codec_get_id(tables, hvc1) == codec { parameters.pointee.codec_tag = hvc1 }
    }
  }

  /// Statistics that Matroska writers leave behind: of the source, wrong for the clip.
  private static func staleKeys(in dictionary: OpaquePointer?) -> [String] {
    var keys: [String] = []
    var entry = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX)
    while let found = entry {
      let key = String(cString: found.pointee.key)
      let upper = key.uppercased()
      let stale = ["BPS", "DURATION", "NUMBER_OF_FRAMES", "NUMBER_OF_BYTES"]
      if upper.hasPrefix("_STATISTICS_")
        || stale.contains(where: { upper == $0 || upper.hasPrefix($0 + "-") })
      {
        keys.append(key)
      }
      entry = av_dict_get(dictionary, "", found, AV_DICT_IGNORE_SUFFIX)
    }
    return keys
  }
}
