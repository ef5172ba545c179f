// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TrimModel

/// What the export dialog has been told so far, and what follows from it.
struct ExportDraft {
  /// Name of the clip with its extension.
  var name: String
  var folder: FilePath
  private(set) var settings: ExportSettings
  private(set) var plans: Result<[JoinPlan], ExportPlan.Refusal>
  let formats: [(format: ExportFormat, label: String)]
  /// Whether several ranges become one clip; nil for one range.
  private(set) var joins: Bool?
  private let makePlans: (ExportSettings, _ joined: Bool) -> Result<[JoinPlan], ExportPlan.Refusal>

  /// - Parameters:
  ///   - stem: Of the clip's name; the extension follows from the format.
  ///   - folder: Where it goes.
  ///   - settings: What is chosen at first.
  ///   - joins: Whether several ranges become one clip at first; nil for one range.
  ///   - makePlans: Plans what is kept with other settings, in one clip or a clip for each range.
  init(
    stem: String, folder: FilePath, settings: ExportSettings, joins: Bool? = nil,
    makePlans: @escaping (ExportSettings, _ joined: Bool) -> Result<[JoinPlan], ExportPlan.Refusal>
  ) {
    self.folder = folder
    self.settings = settings
    self.makePlans = makePlans
    self.joins = joins
    plans = makePlans(settings, joins ?? false)
    let same = Self.container(of: makePlans(ExportSettings(), joins ?? false)).map(
      Self.containerName)
    formats = ExportFormat.allCases.map { format in
      switch format {
      case .same:
        (
          format,
          same.map { fill(_t("As the original ({kind})"), ["kind": $0]) } ?? _t("As the original")
        )
      case .mp4: (format, "MP4")
      case .mov: (format, "QuickTime (MOV)")
      case .mkv: (format, "Matroska (MKV)")
      case .webm: (format, "WebM")
      }
    }
    name = stem
    if let suffix = Self.container(of: plans)?.fileExtensions.first { name += ".\(suffix)" }
  }

  var path: FilePath { folder.appending(name) }

  /// Whether the name can be one and the range can be saved so.
  var canBeSaved: Bool {
    guard case .success = plans else { return false }
    return !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/"))
      && name.utf8.count <= 255
  }

  /// Whether a file of this name is there.
  var isTaken: Bool { path.withCString { access($0, F_OK) } == 0 }

  var formatPosition: Int { formats.firstIndex { $0.format == settings.format } ?? 0 }
  var methodPosition: Int { Self.methods.firstIndex(of: settings.method) ?? 0 }

  /// Takes another kind of file; the name's extension follows.
  mutating func choose(format position: Int) {
    guard formats.indices.contains(position) else { return }
    let before = Self.container(of: plans)
    settings.format = formats[position].format
    replan()
    guard let now = Self.container(of: plans), now != before, let suffix = now.fileExtensions.first
    else { return }
    let dot = name.lastIndex(of: ".")
    let known = dot.map { name[name.index(after: $0)...].lowercased() }.map { suffix in
      ExportContainer.allCases.contains { $0.fileExtensions.contains(suffix) }
    }
    let stem = known == true ? name[..<(dot ?? name.endIndex)] : name[...]
    name = "\(stem).\(suffix)"
  }

  mutating func choose(method position: Int) {
    guard Self.methods.indices.contains(position) else { return }
    settings.method = Self.methods[position]
    replan()
  }

  /// Makes one clip of all ranges, or a clip of each.
  mutating func choose(joins: Bool) {
    self.joins = joins
    replan()
  }

  private mutating func replan() { plans = makePlans(settings, joins ?? false) }

  /// What somebody should know of a plan beside its cost.
  func remarks(on plans: [JoinPlan]) -> [String] {
    var remarks: [String] = []
    if plans.contains(where: { $0.method == .hide && $0.hiddenFrames > 0 }) {
      remarks.append(
        _t("The hidden frames can be made visible again by others who get the file."))
    }
    if plans.contains(where: { $0.reasons.contains(.encodesSound) }) {
      remarks.append(_t("Sound is encoded anew, so that it stays with the picture at each joint."))
    }
    if plans.contains(where: { $0.reasons.contains(.keepsSoundPackets) }) {
      remarks.append(
        _t("Sound of this kind is cut only to a few hundredths of a second."))
    }
    let left = plans.first?.dropped.count ?? 0
    if left > 0 {
      remarks.append(
        fill(
          _n(
            "{count} track cannot be kept in this kind of file.",
            "{count} tracks cannot be kept in this kind of file.", left), ["count": "\(left)"]))
    }
    return remarks
  }

  static let methods = ExportMethod.allCases

  static func label(_ method: ExportMethod) -> String {
    switch method {
    case .auto: _t("Automatic")
    case .copy: _t("Copy only")
    case .hide: _t("Copy and hide")
    case .smart: _t("Re-encode the edges")
    case .encode: _t("Re-encode everything")
    }
  }

  static func explanation(_ method: ExportMethod) -> String {
    switch method {
    case .auto: _t("The exact way that changes the fewest frames")
    case .copy: _t("Nothing is re-encoded; the edges move to keyframes")
    case .hide: _t("Nothing is re-encoded; players skip what is outside the range")
    case .smart: _t("Exact everywhere; only frames near the edges are re-encoded")
    case .encode: _t("Exact everywhere; takes long and loses some quality")
    }
  }

  private static func container(
    of plans: Result<[JoinPlan], ExportPlan.Refusal>
  ) -> ExportContainer? { (try? plans.get())?.first?.container }

  private static func containerName(_ container: ExportContainer) -> String {
    switch container {
    case .mp4: "MP4"
    case .mov: "MOV"
    case .threeGP: "3GP"
    case .matroska: "MKV"
    case .webm: "WebM"
    case .mpegTS: "TS"
    case .blurayTS: "M2TS"
    case .mpegPS: "MPG"
    case .avi: "AVI"
    case .flv: "FLV"
    case .asf: "WMV"
    case .ogg: "Ogg"
    case .gif: "GIF"
    }
  }
}
