// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// Finds the best encoder that this libavcodec has for a film.
enum EncoderSearch {
  /// What can encode pictures like those of a stream.
  static func encoders(for stream: UnsafeMutablePointer<AVStream>) -> FilmEncoders {
    guard let parameters = stream.pointee.codecpar?.pointee, isReproducible(stream) else {
      return .none
    }
    let format = AVPixelFormat(parameters.format)
    let codec = String(cString: avcodec_get_name(parameters.codec_id))
    let matching = names[codec]?.first { makes(format, $0) }
    let substitute = names["h264"]?.first { avcodec_find_encoder_by_name($0) != nil }
    return FilmEncoders(
      matching: matching.map { .init(codec: codec, name: $0) },
      substitute: codec == "h264" && matching != nil
        ? nil : substitute.map { .init(codec: "h264", name: $0) })
  }

  /// The pixel format, among those that an encoder takes, in which least of `format` is lost.
  static func pixelFormat(nearest format: AVPixelFormat, for encoder: String) -> AVPixelFormat {
    guard let codec = avcodec_find_encoder_by_name(encoder),
      let offered = kerf_encoder_pixel_formats(codec)
    else { return format }
    let formats = list(offered)
    if formats.contains(format) { return format }
    var loss: Int32 = 0
    return avcodec_find_best_pix_fmt_of_list(offered, format, 0, &loss)
  }

  private static func makes(_ format: AVPixelFormat, _ encoder: String) -> Bool {
    guard let codec = avcodec_find_encoder_by_name(encoder) else { return false }
    guard let offered = kerf_encoder_pixel_formats(codec) else { return true }
    return list(offered).contains(format)
  }

  private static func list(_ formats: UnsafePointer<AVPixelFormat>) -> [AVPixelFormat] {
    var result: [AVPixelFormat] = []
    while formats[result.count] != AV_PIX_FMT_NONE { result.append(formats[result.count]) }
    return result
  }

  /// Whether decoded pictures are all that the stream shows: no alpha beside them, no colours that
  /// only Dolby Vision's own data makes right.
  private static func isReproducible(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    if av_dict_get(stream.pointee.metadata, "alpha_mode", nil, 0) != nil { return false }
    var size = 0
    guard let data = kerf_stream_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size) else {
      return true
    }
    // Without a base layer that other players can show.
    return kerf_dovi_compatibility(data, size) != 0
  }

  /// By codec, the best first.
  private static let names: [String: [String]] = [
    "h264": ["libx264"],
    "hevc": ["libx265"],
    "vp8": ["libvpx"],
    "vp9": ["libvpx-vp9"],
    "av1": ["libaom-av1", "libsvtav1", "librav1e"],
    "mpeg1video": ["mpeg1video"],
    "mpeg2video": ["mpeg2video"],
    "mpeg4": ["mpeg4", "libxvid"],
    "msmpeg4v2": ["msmpeg4v2"],
    "msmpeg4v3": ["msmpeg4"],
    "wmv1": ["wmv1"],
    "wmv2": ["wmv2"],
    "flv1": ["flv"],
    "theora": ["libtheora"],
  ]
}
