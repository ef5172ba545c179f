// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

extension OpenContainer {
  /// libavformat's names of the containers that are opened: files that hold their own media.
  ///
  /// Playlists (hls, dash, concat, imf, sdp …) and everything that reaches for other files are not
  /// among them. Sound-only and picture formats are, so that they get their own clear sentence.
  static let openedFormats = [
    "mov,matroska,mpegts,mpeg,mpegvideo,avi,flv,live_flv,asf,asf_o,ogg,gif,mxf,ivf,h264,hevc,m4v",
    "dv,nut,rm,wtv,yuv4mpegpipe,obu,vc1,gxf,lxf,nsv,roq,apng,h263,mjpeg,dirac,amv,smk,bink,xmv,pva",
    "mp3,wav,w64,flac,aac,ac3,eac3,aiff,caf,ape,tta,wv,dts,truehd,amr,au,oma,voc,loas",
    "png_pipe,jpeg_pipe,bmp_pipe,tiff_pipe,webp_pipe,gif_pipe,psd_pipe,svg_pipe,jpegls_pipe",
    "j2k_pipe,jpegxl_pipe,exr_pipe,dpx_pipe,image2",
  ].joined(separator: ",")

  /// Containers whose header describes the film well enough to decode it.
  private static let selfDescribingFormats = ["mov", "matroska"]

  /// Reads what the streams are and returns the film's position among them.
  static func prepare(
    _ context: UnsafeMutablePointer<AVFormatContext>, analysis: Analysis
  ) throws(MediaError) -> Int {
    let format = String(cString: context.pointee.iformat.pointee.name)
    if format.hasSuffix("_pipe") || format == "image2" {
      throw MediaError(.isStillPicture, "open input")
    }
    if analysis == .headerOnly, let video = chooseVideoStream(of: context),
      isDecodableFromHeader(format, kerf_stream(context, Int32(video)))
    {
      return video
    }
    try check(avformat_find_stream_info(context, nil), "read stream info")
    guard let video = chooseVideoStream(of: context) else {
      throw MediaError(.noVideo, "find video stream")
    }
    return video
  }

  /// Position of the film among the streams: what a player would show; nil without one.
  ///
  /// Covers never; tracks of one picture or of still-picture codecs only when there is nothing else;
  /// then the one marked default, then the first.
  static func chooseVideoStream(of context: UnsafeMutablePointer<AVFormatContext>) -> Int? {
    var best: (index: Int, score: Int)?
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = kerf_stream(context, Int32(index)),
        let parameters = stream.pointee.codecpar,
        parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO,
        parameters.pointee.width > 0, parameters.pointee.height > 0,
        stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
      else { continue }
      var score = 0
      if avcodec_find_decoder(parameters.pointee.codec_id) != nil { score += 8 }
      if stream.pointee.nb_frames != 1 { score += 4 }
      if !stillCodecs.contains(parameters.pointee.codec_id) { score += 2 }
      if stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0 { score += 1 }
      if best.map({ score > $0.score }) ?? true { best = (index, score) }
    }
    return best?.index
  }

  /// Whether a reader finds its place again whatever others read meanwhile: each sample is listed and
  /// tells all that its decoder needs.
  var canBeReadInTurns: Bool {
    formatName.hasPrefix("mov") && Self.isDecodableFromHeader(formatName, stream(videoStreamIndex))
  }

  static func openingError(_ code: Int32) -> MediaError {
    switch code {
    case kerf_AVERROR_EXIT: return MediaError(code: code, operation: "open input")
    case kerf_AVERROR_ENOMEM: return MediaError(.outOfMemory, "open input")
    case kerf_AVERROR_INVALIDDATA, kerf_AVERROR_EOF:
      // A container that was recognised logs what is wrong with it; random bytes log nothing.
      guard let line = LibavLog.takeLastLine() else { return MediaError(.notMedia, "open input") }
      return MediaError(.invalidData, "open input", detail: line)
    default: return MediaError(.notMedia, "open input", detail: LibavLog.takeLastLine())
    }
  }

  private static let stillCodecs: Set<AVCodecID> = [
    AV_CODEC_ID_MJPEG, AV_CODEC_ID_PNG, AV_CODEC_ID_BMP, AV_CODEC_ID_TIFF, AV_CODEC_ID_WEBP,
  ]

  private static func isDecodableFromHeader(
    _ format: String, _ stream: UnsafeMutablePointer<AVStream>?
  ) -> Bool {
    guard let parameters = stream?.pointee.codecpar.pointee,
      selfDescribingFormats.contains(where: { format.split(separator: ",").contains($0[...]) })
    else { return false }
    switch parameters.codec_id {
    case AV_CODEC_ID_H264, AV_CODEC_ID_HEVC: return parameters.extradata_size > 0
    case AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1: return true
    default: return false
    }
  }
}

extension AVCodecID: @retroactive Hashable {}
