// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// libavformat's name of a container's muxer, and what must be said to it.
struct MuxerFormat {
  /// What of the clip the options depend on.
  struct Facts {
    /// The source's brand, for MP4.
    var majorBrand: String?
    /// Whether the source keeps its tags under QuickTime's reverse-domain keys.
    var hasKeyedTags = false
    /// Ticks a second in which edit lists are exact; nil outside the MP4 family.
    var movieTimescale: Int32?
    /// Room for the index at the start of the file, in bytes; 0 for an index at the end.
    var indexBytes: Int64 = 0
    /// How long the clip is.
    var seconds = 0.0
  }

  let name: String
  let options: [(key: String, value: String)]

  init(_ container: ExportContainer, videoCodec: AVCodecID, facts: Facts = Facts()) {
    switch container {
    case .mp4, .mov, .threeGP:
      name = container == .threeGP ? "3gp" : container.rawValue
      options = Self.options(ofMP4: container, facts)
    case .matroska, .webm:
      name = container == .webm ? "webm" : "matroska"
      // As in the source: the muxer would mark the first stream of each kind.
      options = [("default_mode", "passthrough")]
    case .mpegTS: (name, options) = ("mpegts", [])
    case .blurayTS: (name, options) = ("mpegts", [("mpegts_m2ts_mode", "1")])
    case .mpegPS:
      (name, options) = (videoCodec == AV_CODEC_ID_MPEG1VIDEO ? "mpeg" : "vob", [])
    case .avi: (name, options) = ("avi", [])
    case .flv: (name, options) = ("flv", [])
    case .asf: (name, options) = ("asf", [])
    case .ogg:
      // Pages of a second unless told otherwise. Sound that begins late can say so only where its
      // first page is not its last.
      let page = max(1000, Int(facts.seconds * 250_000))
      (name, options) = ("ogg", facts.seconds < 1 ? [("page_duration", String(page))] : [])
    case .gif: (name, options) = ("gif", [("loop", "0")])
    }
  }

  private static func options(ofMP4 container: ExportContainer, _ facts: Facts)
    -> [(key: String, value: String)]
  {
    var options: [(key: String, value: String)] = []
    if let timescale = facts.movieTimescale {
      options.append(("movie_timescale", String(timescale)))
    }
    if facts.indexBytes > 0 { options.append(("moov_size", String(facts.indexBytes))) }
    if facts.hasKeyedTags { options.append(("movflags", "use_metadata_tags")) }
    if container == .mp4, let brand = facts.majorBrand, keptBrands.contains(brand) {
      options.append(("brand", brand))
    }
    return options
  }

  /// Brands that say nothing untrue of a plain file; those of fragments would.
  private static let keptBrands: Set<String> = [
    "isom", "iso2", "mp41", "mp42", "avc1", "M4V ", "M4VH", "M4VP", "XAVC", "MSNV", "f4v ",
  ]
}
