// SPDX-License-Identifier: GPL-3.0-or-later

/// What fits into which container, as far as it is known before a muxer is asked.
extension ExportContainer {
  /// Whether a stream of this kind and codec can be written; true where only the muxer can tell.
  public func holds(_ stream: StreamInfo) -> Bool {
    switch stream.kind {
    case .attachment: return self == .matroska
    case .data: return holdsData(stream)
    case .subtitle: return subtitleCodecs.contains(stream.codec)
    case .video where stream.isAttachedPicture: return holdsCovers
    case .video: return holdsFilm(ofCodec: stream.codec)
    case .audio: return holdsAudio(stream.codec)
    }
  }

  /// Whether a film of this codec can be written.
  public func holdsFilm(ofCodec codec: String) -> Bool { videoCodecs?.contains(codec) ?? true }

  /// Whether sound of this codec can be written.
  public func holdsSound(ofCodec codec: String) -> Bool { holdsAudio(codec) }

  /// Whether players expect a film of this codec in such a file.
  func isUsual(for codec: String) -> Bool {
    switch self {
    case .avi: ["mpeg4", "mjpeg"].contains(codec)
    case .asf, .ogg, .gif: false
    default: holdsFilm(ofCodec: codec)
    }
  }

  private var holdsCovers: Bool {
    switch self {
    case .mp4, .mov, .threeGP, .matroska: true
    default: false
    }
  }

  /// What cameras and phones record beside the film: motion, places, faces, exposure.
  ///
  /// `gpmd` is known to muxers; the others keep the source's own description.
  private static let timedData: Set<String> = [
    "gpmd", "camm", "mett", "metx", "mebx", "rtmd", "urim",
  ]

  private func holdsData(_ stream: StreamInfo) -> Bool {
    switch self {
    case .mp4, .mov: Self.timedData.contains(stream.tag)
    case .mpegTS, .blurayTS: ["klv", "timed_id3", "scte_35"].contains(stream.codec)
    default: false
    }
  }

  private func holdsAudio(_ codec: String) -> Bool {
    let isPCM = codec.hasPrefix("pcm_")
    switch self {
    case .mov, .matroska, .avi, .asf: return codec != "unknown"
    default: return isPCM ? holdsPCM : audioCodecs?.contains(codec) ?? true
    }
  }

  private var holdsPCM: Bool {
    switch self {
    case .flv, .mpegPS: true
    default: false
    }
  }

  /// Nil: nearly everything.
  private var videoCodecs: Set<String>? {
    switch self {
    case .mp4:
      [
        "h264", "hevc", "av1", "vp9", "mpeg4", "mpeg2video", "mpeg1video", "mjpeg", "vc1",
        "jpeg2000", "png", "dirac",
      ]
    case .threeGP: ["h264", "hevc", "mpeg4", "h263"]
    case .webm: ["vp8", "vp9", "av1"]
    case .mpegTS, .blurayTS:
      ["h264", "hevc", "mpeg2video", "mpeg1video", "mpeg4", "vc1", "dirac", "cavs", "vvc"]
    case .mpegPS: ["mpeg1video", "mpeg2video", "h264"]
    case .flv: ["h264", "flv1", "vp6f", "vp6a", "flashsv", "flashsv2", "mpeg4"]
    case .ogg: ["theora", "vp8", "dirac"]
    case .gif: ["gif"]
    case .mov, .matroska, .avi, .asf: nil
    }
  }

  private var audioCodecs: Set<String>? {
    switch self {
    case .mp4:
      [
        "aac", "mp3", "mp2", "mp1", "ac3", "eac3", "alac", "flac", "opus", "vorbis", "dts",
        "truehd", "qcelp",
      ]
    case .threeGP: ["aac", "amr_nb", "amr_wb"]
    case .webm: ["opus", "vorbis"]
    case .mpegTS, .blurayTS:
      ["aac", "aac_latm", "mp3", "mp2", "mp1", "ac3", "eac3", "dts", "truehd", "opus", "s302m"]
    case .mpegPS: ["mp3", "mp2", "mp1", "ac3", "dts"]
    case .flv: ["aac", "mp3", "speex", "nellymoser", "adpcm_swf"]
    case .ogg: ["vorbis", "opus", "flac", "speex"]
    case .gif: []
    case .mov, .matroska, .avi, .asf: nil
    }
  }

  private var subtitleCodecs: Set<String> {
    switch self {
    case .mp4, .mov: ["mov_text", "dvd_subtitle", "eia_608"]
    case .threeGP: ["mov_text"]
    case .matroska:
      [
        "subrip", "ass", "ssa", "webvtt", "text", "dvd_subtitle", "hdmv_pgs_subtitle",
        "dvb_subtitle", "hdmv_text_subtitle", "arib_caption",
      ]
    case .webm: ["webvtt"]
    case .mpegTS, .blurayTS: ["dvb_subtitle", "dvb_teletext", "hdmv_pgs_subtitle"]
    case .mpegPS: ["dvd_subtitle"]
    case .avi, .flv, .asf, .ogg, .gif: []
    }
  }
}
