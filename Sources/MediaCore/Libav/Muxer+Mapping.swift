// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// A stream of the source and its place in the clip.
struct MappedStream {
  enum Role: Equatable {
    case film
    /// A second film: it has keyframes of its own.
    case otherFilm
    case sound
    case subtitle
    case data
    /// A cover or an attachment: no packets in time.
    case still
  }

  let info: StreamInfo
  let output: Int
  let role: Role
  /// Bytes of one sample of all channels, for raw sound that can be cut anywhere; nil for packets.
  let bytesPerSample: Int?
  /// Length of a packet that says nothing of its own, in ticks of the source's timebase.
  let usualDuration: Int64
  /// Samples a packet of sound decodes to; 0 where that differs or is not known.
  let samplesPerPacket: Int
  /// What demuxers will subtract from the times of its packets in the file.
  var lead: MediaTime
  /// Whether its units have start codes before them, which some muxers replace by lengths.
  let hasStartCodes: Bool
  /// Whether its packets come out of an encoder, maybe of another codec.
  var isEncoded = false
}

extension Muxer {
  /// Adds the streams of the source that fit, and says which do not.
  ///
  /// - Parameters:
  ///   - demuxer: The source.
  ///   - clip: The source as its demuxer describes it.
  ///   - container: What the muxer writes.
  ///   - leads: Of sound streams, by position: what is to be thrown away before it is heard.
  ///   - excluded: Positions of streams that turned out not to fit beside the others.
  /// - Returns: The streams that are in, in order, and those that are not, with the reason.
  /// - Throws: `.outOfMemory`.
  func mapStreams(
    of demuxer: Demuxer, clip: ClipInfo, into container: ExportContainer,
    leads: [Int: SoundLead] = [:], excluded: Set<Int>
  ) throws(MediaError) -> (mapped: [MappedStream], dropped: [DroppedStream]) {
    var mapped: [MappedStream] = []
    var dropped: [DroppedStream] = []
    let videoCodec = demuxer.stream(demuxer.videoStreamIndex).pointee.codecpar.pointee.codec_id
    let hasTimecode = timecode(of: demuxer) != nil
    for info in clip.streams {
      let source = demuxer.stream(info.index)
      let isFilm = info.index == demuxer.videoStreamIndex
      if !isFilm {
        if let reason = Self.refusal(
          of: info, source, in: container, clip: clip, hasTimecode: hasTimecode,
          videoCodec: videoCodec)
        {
          if reason != .isRedundant || !container.hasEditLists {
            dropped.append(
              DroppedStream(
                index: info.index, kind: info.kind, codec: info.codec, reason: reason))
          }
          continue
        }
        if excluded.contains(info.index) {
          dropped.append(
            DroppedStream(
              index: info.index, kind: info.kind, codec: info.codec, reason: .containerCannotHold))
          continue
        }
      }
      let isCoverInMatroska = info.isAttachedPicture && container == .matroska
      let output =
        isCoverInMatroska
        ? try addAttachment(copying: source) : try addStream(copying: source, into: container)
      mapped.append(
        Self.mapped(
          info, source, output: output, role: Self.role(of: info, isFilm: isFilm),
          lead: setLead(leads[info.index], ofStream: output, in: container)))
    }
    return (mapped, dropped)
  }

  /// How a stream of the source goes into the clip.
  static func mapped(
    _ info: StreamInfo, _ source: UnsafeMutablePointer<AVStream>, output: Int,
    role: MappedStream.Role, lead: MediaTime
  ) -> MappedStream {
    MappedStream(
      info: info, output: output, role: role, bytesPerSample: bytesPerSample(of: source),
      usualDuration: usualDuration(of: source), samplesPerPacket: samplesPerPacket(of: source),
      lead: lead, hasStartCodes: hasStartCodes(source))
  }

  private static func hasStartCodes(_ source: UnsafeMutablePointer<AVStream>) -> Bool {
    switch Demuxer.pictureCoding(of: source) {
    case .h264(lengthBytes: nil), .hevc(lengthBytes: nil): true
    default: false
    }
  }

  /// Moves the film's timecode to the clip's first frame.
  func moveTimecode(of demuxer: Demuxer, bySeconds seconds: Double, film output: Int) {
    let film = demuxer.stream(demuxer.videoStreamIndex)
    guard let text = timecode(of: demuxer),
      let moved = StreamTimecode.moved(text, by: seconds, film: film)
    else { return }
    if av_dict_get(context.pointee.metadata, "timecode", nil, 0) != nil {
      av_dict_set(&context.pointee.metadata, "timecode", moved, 0)
    }
    for index in 0..<streamCount where index == output || hasTimecode(index) {
      av_dict_set(&stream(index).pointee.metadata, "timecode", moved, 0)
    }
  }

  func timecode(of demuxer: Demuxer) -> String? {
    StreamTimecode.text(
      of: demuxer.context, film: demuxer.stream(demuxer.videoStreamIndex))
  }

  private func hasTimecode(_ index: Int) -> Bool {
    av_dict_get(stream(index).pointee.metadata, "timecode", nil, 0) != nil
  }

  private static func role(of info: StreamInfo, isFilm: Bool) -> MappedStream.Role {
    if isFilm { return .film }
    switch info.kind {
    case .video: return info.isAttachedPicture ? .still : .otherFilm
    case .audio: return .sound
    case .subtitle: return .subtitle
    case .data: return .data
    case .attachment: return .still
    }
  }

  /// Why a stream stays out; nil when it fits.
  private static func refusal(
    of info: StreamInfo, _ source: UnsafeMutablePointer<AVStream>, in container: ExportContainer,
    clip: ClipInfo, hasTimecode: Bool, videoCodec: AVCodecID
  ) -> DroppedStream.Reason? {
    // The muxer makes timecode tracks from the timecode and chapter tracks from the chapters.
    if info.kind == .data, info.tag == "tmcd", hasTimecode { return .isRedundant }
    if info.kind == .data, info.tag == "text", !clip.chapters.isEmpty { return .isRedundant }
    if info.isAttachedPicture {
      guard source.pointee.attached_pic.size > 0 else { return .isDamaged }
      // Pictures of chapters are a track that only QuickTime shows, and only beside a text track.
      if source.pointee.disposition & AV_DISPOSITION_TIMED_THUMBNAILS != 0 { return .isRedundant }
      return container.holds(info) ? nil : .containerCannotHold
    }
    // Muxers write data that they do not know so that nobody can read it: what is known is carried.
    if info.kind == .attachment || info.kind == .data {
      guard container.holds(info) else { return .containerCannotHold }
    }
    if info.kind == .attachment { return container.holds(info) ? nil : .containerCannotHold }
    guard let parameters = source.pointee.codecpar?.pointee else { return .isDamaged }
    if info.kind == .audio, parameters.sample_rate <= 0 || parameters.ch_layout.nb_channels <= 0 {
      return .isDamaged
    }
    if info.kind == .video, parameters.width <= 0 || parameters.height <= 0 { return .isDamaged }
    return canHold(source, in: container, videoCodec: videoCodec) ? nil : .containerCannotHold
  }

  private static func samplesPerPacket(of source: UnsafeMutablePointer<AVStream>) -> Int {
    guard let parameters = source.pointee.codecpar?.pointee,
      parameters.codec_type == AVMEDIA_TYPE_AUDIO
    else { return 0 }
    return Int(parameters.frame_size)
  }

  private static func bytesPerSample(of source: UnsafeMutablePointer<AVStream>) -> Int? {
    guard let parameters = source.pointee.codecpar?.pointee,
      parameters.codec_type == AVMEDIA_TYPE_AUDIO
    else { return nil }
    let bits = Int(av_get_exact_bits_per_sample(parameters.codec_id))
    let name = String(cString: avcodec_get_name(parameters.codec_id))
    guard bits > 0, bits % 8 == 0, name.hasPrefix("pcm_"), !Self.blockedPCM.contains(name) else {
      return nil
    }
    return bits / 8 * Int(parameters.ch_layout.nb_channels)
  }

  /// Raw sound with headers or blocks in its packets.
  private static let blockedPCM: Set<String> = ["pcm_bluray", "pcm_dvd", "pcm_zork"]

  private static func usualDuration(of source: UnsafeMutablePointer<AVStream>) -> Int64 {
    guard let parameters = source.pointee.codecpar?.pointee,
      parameters.codec_type == AVMEDIA_TYPE_AUDIO, parameters.frame_size > 0,
      parameters.sample_rate > 0
    else { return 0 }
    return av_rescale_q(
      Int64(parameters.frame_size), AVRational(num: 1, den: parameters.sample_rate),
      source.pointee.time_base)
  }
}
