// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import MediaCore
import TrimModel

/// What a clip is and what saving it costs, in a few words.
enum ClipSentence {
  /// `0:10.000 · 1920 × 1080 · H.264`.
  static func subtitle(of state: EditorState) -> String {
    let size = state.clip.geometry.displaySize
    let length = Timecode.string(state.extent.duration, decimals: 1)
    return [
      length, "\(size.width) × \(size.height)", codecName(state.clip.video.codec),
    ].joined(separator: " · ")
  }

  /// The cost line: what saving the range does, from the plan alone.
  private static func cost(of plan: ExportPlan) -> String {
    let bytes = fill(_t("≈ {size}"), ["size": size(plan.estimatedBytes)])
    return (costParts(of: plan) + [bytes]).joined(separator: " · ")
  }

  /// The same for all clips that are saved, each of one range or joined of several.
  static func cost(of plans: [JoinPlan]) -> String {
    if let plan = plans.first, plans.count == 1, plan.parts.count == 1 {
      return cost(of: plan.parts[0])
    }
    guard !plans.isEmpty else { return _t("Nothing is left to save.") }
    let encoded = plans.reduce(0) { $0 + $1.encodedFrames }
    let untouched = plans.reduce(0) { $0 + $1.untouchedFrames }
    let joined = plans[0].parts.count
    var parts = [
      joined > 1
        ? fill(
          _n("{count} range in one clip", "{count} ranges in one clip", joined),
          ["count": "\(joined)"])
        : fill(_n("{count} clip", "{count} clips", plans.count), ["count": "\(plans.count)"])
    ]
    if plans.allSatisfy(\.isExact) { parts.append(_t("Exact")) }
    parts.append(
      encoded == 0
        ? fill(
          _n("{count} frame, untouched", "all {count} frames untouched", untouched),
          ["count": "\(untouched)"])
        : fill(
          _t("{untouched} of {all} frames untouched, {encoded} re-encoded"),
          [
            "untouched": "\(untouched)", "all": "\(untouched + encoded)", "encoded": "\(encoded)",
          ]))
    let bytes = plans.reduce(0) { $0 + $1.estimatedBytes }
    return (parts + [fill(_t("≈ {size}"), ["size": size(bytes)])]).joined(separator: " · ")
  }

  /// Why there is no plan yet, or cannot be one.
  static func refusal(_ refusal: ExportPlan.Refusal) -> String {
    switch refusal {
    case .stillReading: _t("The file is still being read…")
    case .noFrameInRange: _t("There is no frame in this range.")
    case .encoderMissing(let codec), .codecCannotBeJoined(let codec):
      fill(_t("No encoder for {codec} is installed."), ["codec": codecName(codec)])
    case .containerCannotHide: _t("This kind of file cannot be cut without moving its edges.")
    case .partsCannotBeJoined:
      _t("These ranges cannot be joined without re-encoding.")
    case .formatCannotHold(_, let codec):
      fill(_t("The chosen format cannot hold {codec}."), ["codec": codecName(codec)])
    }
  }

  /// What of an inexact clip is not as it was asked for; nil for an exact one.
  static func inexactness(of plan: JoinPlan) -> String? {
    plan.parts.first { !$0.isExact }.map { landing(of: $0) }
  }

  /// That a clip was made again by another method than planned; nil when it was not.
  static func setback(of result: ExportResult) -> String? {
    guard !result.setbacks.isEmpty else { return nil }
    let frames = result.plan.encodedFrames
    guard frames == result.plan.shownFrames.count else {
      return _t("Made again by a safer method, since the first result was not right")
    }
    return fill(
      _n(
        "Its frame was re-encoded, since the first result was not right",
        "All {count} frames were re-encoded, since the first result was not right", frames),
      ["count": "\(frames)"])
  }

  /// A file's name, shortened in its middle, since the end of it tells as much as the beginning.
  static func shortened(_ name: String) -> String {
    name.count <= 64 ? name : "\(name.prefix(40))…\(name.suffix(22))"
  }

  /// A size for people: `3.4 MB`.
  static func size(_ bytes: Int64) -> String {
    guard let text = g_format_size(guint64(max(0, bytes))) else { return "" }
    defer { g_free(text) }
    return localized(String(cString: text))
  }

  /// The name that people know a codec by.
  static func codecName(_ codec: String) -> String {
    names[codec] ?? codec.uppercased()
  }

  private static func costParts(of plan: ExportPlan) -> [String] {
    guard plan.isExact else { return [landing(of: plan)] }
    let untouched = plan.untouchedFrames
    var parts = [_t("Exact")]
    if plan.encodedFrames == 0 {
      parts.append(
        fill(
          _n("{count} frame, untouched", "all {count} frames untouched", untouched),
          ["count": "\(untouched)"]))
    } else {
      parts.append(
        fill(
          _t("{untouched} of {all} frames untouched, {encoded} re-encoded"),
          [
            "untouched": "\(untouched)", "all": "\(plan.shownFrames.count)",
            "encoded": "\(plan.encodedFrames)",
          ]))
    }
    if plan.reasons.contains(.hidesFramesByEditList) {
      parts.append(
        fill(
          _n(
            "{count} more stays hidden in the file", "{count} more stay hidden in the file",
            plan.hiddenFrames), ["count": "\(plan.hiddenFrames)"]))
    }
    return parts
  }

  /// Where the edges land when they cannot be exact.
  private static func landing(of plan: ExportPlan) -> String {
    let earlier = plan.requested.inPoint - plan.landing.inPoint
    let later = plan.landing.outPoint - plan.requested.outPoint
    let values = [
      "earlier": Timecode.secondsString(earlier), "later": Timecode.secondsString(later),
    ]
    if later <= .zero {
      return fill(_t("Starts {earlier} s earlier, at a keyframe · untouched"), values)
    }
    if earlier <= .zero { return fill(_t("Ends {later} s later · untouched"), values) }
    return fill(_t("Starts {earlier} s earlier and ends {later} s later · untouched"), values)
  }

  private static let names: [String: String] = [
    "h264": "H.264", "hevc": "HEVC", "av1": "AV1", "vp8": "VP8", "vp9": "VP9", "vvc": "VVC",
    "mpeg4": "MPEG-4", "mpeg2video": "MPEG-2", "mpeg1video": "MPEG-1", "mjpeg": "Motion JPEG",
    "prores": "ProRes", "dnxhd": "DNxHD", "theora": "Theora", "gif": "GIF", "dvvideo": "DV",
    "wmv1": "WMV 7", "wmv2": "WMV 8", "wmv3": "WMV 9", "vc1": "VC-1", "h263": "H.263",
    "flv1": "Sorenson H.263", "ffv1": "FFV1", "rawvideo": "Raw", "cfhd": "CineForm",
  ]
}
