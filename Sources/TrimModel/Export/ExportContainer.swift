// SPDX-License-Identifier: GPL-3.0-or-later

/// A container that clips are written in.
public enum ExportContainer: String, CaseIterable, Sendable {
  case mp4
  case mov
  case threeGP = "3gp"
  case matroska = "mkv"
  case webm
  case mpegTS = "ts"
  case blurayTS = "m2ts"
  case mpegPS = "mpg"
  case avi
  case flv
  case asf
  case ogg
  case gif

  /// The family of the source's file, whether or not its streams fit when written again.
  ///
  /// Nil for what is only read: bare streams and rare containers.
  public init?(of clip: ClipInfo) {
    let names = Set(clip.container.split(separator: ",").map(String.init))
    let fileExtension = clip.path.lowercaseExtension
    if names.contains("mp4") {
      let brand = clip.tags.first { $0.key.lowercased() == "major_brand" }?.value ?? ""
      if brand.hasPrefix("qt") {
        self = .mov
      } else if brand.hasPrefix("3g") {
        self = .threeGP
      } else if brand.isEmpty {
        // Files without a brand are QuickTime's from before there were brands.
        self = ["mp4", "m4v"].contains(fileExtension) ? .mp4 : .mov
      } else {
        self = .mp4
      }
    } else if names.contains("matroska") {
      self = fileExtension == "webm" ? .webm : .matroska
    } else if names.contains("mpegts") {
      self = ["m2ts", "mts"].contains(fileExtension) ? .blurayTS : .mpegTS
    } else if let known = Self.byFormatName.first(where: { names.contains($0.name) }) {
      self = known.container
    } else {
      return nil
    }
  }

  /// Whether an edit list can hide frames in it.
  public var hasEditLists: Bool { self == .mp4 || self == .mov || self == .threeGP }

  /// How a container says where sound begins and ends between two packets.
  public enum SoundEdges: String, Equatable, Sendable {
    /// An edit list does, to the sample.
    case editList
    /// Samples to be thrown away are written beside their packets.
    case padding
    /// Not at all: packets are kept or left out as a whole. Raw sound is cut to the sample anyway.
    case packets
  }

  public var soundEdges: SoundEdges {
    if hasEditLists { return .editList }
    return self == .matroska || self == .webm ? .padding : .packets
  }

  /// Whether parameter sets lie beside the packets, in the description of a stream.
  public var storesHeadersApart: Bool {
    switch self {
    case .mp4, .mov, .threeGP, .matroska, .webm, .flv, .asf: true
    case .mpegTS, .blurayTS, .mpegPS, .avi, .ogg, .gif: false
    }
  }

  /// Extensions that files of this kind carry, the usual one first.
  public var fileExtensions: [String] {
    switch self {
    case .mp4: ["mp4", "m4v", "mp4v", "f4v"]
    case .mov: ["mov", "qt"]
    case .threeGP: ["3gp", "3gpp", "3g2", "3gp2", "mp4"]
    case .matroska: ["mkv", "mk3d", "mks"]
    case .webm: ["webm"]
    case .mpegTS: ["ts", "tp", "trp", "m2t", "mpegts", "mpg", "tod"]
    case .blurayTS: ["m2ts", "mts"]
    case .mpegPS: ["mpg", "mpeg", "vob", "m2p", "ps", "mod"]
    case .avi: ["avi", "divx"]
    case .flv: ["flv"]
    case .asf: ["wmv", "asf"]
    case .ogg: ["ogv", "ogg", "ogm"]
    case .gif: ["gif"]
    }
  }

  private static let byFormatName: [(name: String, container: Self)] = [
    ("mpeg", .mpegPS), ("avi", .avi), ("flv", .flv), ("live_flv", .flv), ("asf", .asf),
    ("asf_o", .asf), ("ogg", .ogg), ("gif", .gif),
  ]
}
