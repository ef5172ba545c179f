// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import Glibc
import TrimModel

extension Demuxer {
  /// What the container says of itself and its streams.
  func describe(path: FilePath) -> ClipInfo {
    let info = context.pointee
    return ClipInfo(
      path: path, container: formatName, bytes: byteCount,
      startTime: Self.time(info.start_time, .microseconds),
      duration: info.duration > 0 ? Self.time(info.duration, .microseconds) : nil,
      streams: (0..<streamCount).map(describeStream), chapters: describeChapters(),
      tags: Self.tags(of: info.metadata), videoStreamIndex: videoStreamIndex,
      audioStreamIndex: Self.chooseAudioStream(of: context, besideVideo: videoStreamIndex),
      encoders: EncoderSearch.encoders(for: stream(videoStreamIndex)))
  }

  /// A stream's own number in its container: of a track in MP4.
  func identifier(ofStream index: Int) -> UInt32 {
    UInt32(clamping: stream(index).pointee.id)
  }

  /// How a decoded frame of the film is shown: sizes are the frame's own, for headers may lack them.
  func geometry(of frame: VideoFrame) -> PictureGeometry {
    let stream = stream(videoStreamIndex)
    let turning = Self.turning(of: stream)
    // The container's word on the pixel aspect goes before the bitstream's.
    let aspect = stream.pointee.sample_aspect_ratio
    let isKnown = aspect.num > 0 && aspect.den > 0
    return PictureGeometry(
      codedWidth: frame.width, codedHeight: frame.height,
      pixelAspectNumerator: isKnown ? Int(aspect.num) : frame.pixelAspect?.numerator ?? 1,
      pixelAspectDenominator: isKnown ? Int(aspect.den) : frame.pixelAspect?.denominator ?? 1,
      rotationDegrees: turning.degrees, isMirrored: turning.isMirrored)
  }

  /// Position of the sound that a player would choose beside the film; nil for a silent file.
  private static func chooseAudioStream(
    of context: UnsafeMutablePointer<AVFormatContext>, besideVideo video: Int
  ) -> Int? {
    let index = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, Int32(video), nil, 0)
    return index >= 0 ? Int(index) : nil
  }

  private func describeStream(_ index: Int) -> StreamInfo {
    let stream = stream(index)
    guard let parameters = stream.pointee.codecpar?.pointee else {
      preconditionFailure("libav gives every stream codec parameters")
    }
    let kind = Self.kind(of: parameters.codec_type)
    let isAttachedPicture = stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
    let base = timebase(ofStream: index)
    let tags = Self.tags(of: stream.pointee.metadata)
    func tag(_ key: String) -> String? { tags.first { $0.key.lowercased() == key }?.value }
    let isVideo = kind == .video
    let isAudio = kind == .audio
    return StreamInfo(
      index: index, kind: kind, codec: Self.name(of: parameters.codec_id),
      tag: Self.printable(parameters.codec_tag),
      profile: avcodec_profile_name(parameters.codec_id, parameters.profile)
        .map { String(cString: $0) },
      timebase: base, startTime: Self.time(stream.pointee.start_time, base),
      duration: stream.pointee.duration > 0 ? Self.time(stream.pointee.duration, base) : nil,
      language: tag("language"), title: tag("title"),
      isDefault: stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0,
      isAttachedPicture: isAttachedPicture,
      bitRate: parameters.bit_rate > 0 ? parameters.bit_rate : nil,
      geometry: isVideo ? Self.geometry(of: stream, in: context) : nil,
      pixelFormat: isVideo
        ? av_get_pix_fmt_name(AVPixelFormat(parameters.format)).map { String(cString: $0) } : nil,
      frameRate: isVideo && !isAttachedPicture ? Self.frameRate(of: stream) : nil,
      hasReordering: isVideo && parameters.video_delay > 0,
      sampleRate: isAudio && parameters.sample_rate > 0 ? Int(parameters.sample_rate) : nil,
      channels: isAudio && parameters.ch_layout.nb_channels > 0
        ? Int(parameters.ch_layout.nb_channels) : nil)
  }

  private func describeChapters() -> [Chapter] {
    (0..<Int(context.pointee.nb_chapters)).compactMap { position in
      guard let chapter = context.pointee.chapters?[position]?.pointee else { return nil }
      let base = Timebase(
        numerator: max(1, chapter.time_base.num), denominator: max(1, chapter.time_base.den))
      let title = Self.tags(of: chapter.metadata).first { $0.key.lowercased() == "title" }
      return Chapter(
        start: MediaTime(ticks: chapter.start, timebase: base),
        end: MediaTime(ticks: chapter.end, timebase: base), title: title?.value)
    }
  }

  private static func geometry(
    of stream: UnsafeMutablePointer<AVStream>, in context: UnsafeMutablePointer<AVFormatContext>
  ) -> PictureGeometry {
    let parameters = stream.pointee.codecpar.pointee
    let aspect = av_guess_sample_aspect_ratio(context, stream, nil)
    let turning = turning(of: stream)
    return PictureGeometry(
      codedWidth: Int(parameters.width), codedHeight: Int(parameters.height),
      pixelAspectNumerator: Int(aspect.num), pixelAspectDenominator: Int(aspect.den),
      rotationDegrees: turning.degrees, isMirrored: turning.isMirrored)
  }

  /// Clockwise degrees to the nearest right angle, and whether the picture is mirrored first.
  private static func turning(
    of stream: UnsafeMutablePointer<AVStream>
  ) -> (degrees: Int, isMirrored: Bool) {
    var size = 0
    guard let data = kerf_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size),
      size >= 9 * MemoryLayout<Int32>.size
    else { return (0, false) }
    let matrix = (0..<9).map {
      Double(UnsafeRawPointer(data).loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self))
    }
    // Column vectors of the picture's axes on screen, y down: x goes to (a, b), y to (c, d).
    let (a, b, c, d) = (matrix[0], matrix[1], matrix[3], matrix[4])
    let determinant = a * d - b * c
    guard determinant != 0 else { return (0, false) }
    // The y axis is not touched by a left-to-right mirror, so it tells the turn in both cases.
    let degrees = atan2(-c, d) * 180 / .pi
    let quarter = Int((degrees / 90).rounded())
    return (((quarter % 4 + 4) % 4) * 90, determinant < 0)
  }

  private static func frameRate(of stream: UnsafeMutablePointer<AVStream>) -> FrameRate? {
    for rate in [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate] {
      if let found = FrameRate(numerator: Int(rate.num), denominator: Int(rate.den)) {
        return found
      }
    }
    return nil
  }

  private static func kind(of type: AVMediaType) -> StreamInfo.Kind {
    switch type {
    case AVMEDIA_TYPE_VIDEO: .video
    case AVMEDIA_TYPE_AUDIO: .audio
    case AVMEDIA_TYPE_SUBTITLE: .subtitle
    case AVMEDIA_TYPE_ATTACHMENT: .attachment
    default: .data
    }
  }

  private static func name(of codec: AVCodecID) -> String {
    codec == AV_CODEC_ID_NONE ? "unknown" : String(cString: avcodec_get_name(codec))
  }

  /// The four characters of a codec tag; empty when one of them cannot be printed.
  private static func printable(_ tag: UInt32) -> String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func tags(of dictionary: OpaquePointer?) -> [ClipInfo.Tag] {
    var tags: [ClipInfo.Tag] = []
    var entry = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX)
    while let found = entry {
      tags.append(
        ClipInfo.Tag(
          key: String(cString: found.pointee.key), value: String(cString: found.pointee.value)))
      entry = av_dict_get(dictionary, "", found, AV_DICT_IGNORE_SUFFIX)
    }
    return tags
  }

  private static func time(_ ticks: Int64, _ base: Timebase) -> MediaTime? {
    ticks == kerf_AV_NOPTS_VALUE ? nil : MediaTime(ticks: ticks, timebase: base)
  }
}
