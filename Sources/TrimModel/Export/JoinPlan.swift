// SPDX-License-Identifier: GPL-3.0-or-later

/// What saving several ranges of one source as one clip will do, one after another as given.
///
/// A plan of one range is the same as that range's ``ExportPlan``.
public struct JoinPlan: Equatable, Sendable {
  /// What is done with each range; never empty, all in the same container.
  public let parts: [ExportPlan]

  /// Whether there is sound that cannot be cut anywhere, and more than one range.
  private var encodesSound = false

  /// What was chosen when it was made.
  private let settings: ExportSettings

  /// A clip of one range.
  public init(_ plan: ExportPlan) {
    parts = [plan]
    settings = ExportSettings()
  }

  /// What a clip shows, whoever made it: for comparing only.
  ///
  /// - Precondition: There are ranges, none is empty and all are within the index.
  public init(showing ranges: [Range<Int>], of index: FrameIndex, in container: ExportContainer) {
    precondition(!ranges.isEmpty, "a clip shows something")
    parts = ranges.map { ExportPlan(showing: $0, of: index, in: container) }
    settings = ExportSettings()
  }

  private init(parts: [ExportPlan], of clip: ClipInfo, settings: ExportSettings) {
    self.parts = parts
    encodesSound =
      parts.count > 1
      && clip.streams.contains { $0.kind == .audio && !$0.codec.hasPrefix("pcm_") }
    self.settings = settings
  }

  /// Plans how ranges are saved as one clip, in their order, which need not be the film's.
  ///
  /// Each range is planned alone; where what comes out cannot stand in one film, all is encoded.
  ///
  /// - Throws: ``ExportPlan/Refusal`` when a range, or all of them together, cannot be saved so.
  public static func make(
    ranges: [TrimRange], clip: ClipInfo, index: FrameIndex, settings: ExportSettings = .init()
  ) throws(ExportPlan.Refusal) -> JoinPlan {
    let alone = try plans(of: ranges, clip: clip, index: index, settings: settings)
    guard let first = alone.first else { throw .noFrameInRange }
    if alone.count > 1, first.container == .avi, clip.video.hasReordering {
      // Nothing there says when a frame is shown: at joints frames would be late and sound early.
      var other = settings
      other.format = .mkv
      return try make(ranges: ranges, clip: clip, index: index, settings: other)
    }
    if alone.count == 1 || canStandTogether(alone, of: clip) {
      return JoinPlan(parts: alone, of: clip, settings: settings)
    }
    guard settings.method != .copy, settings.method != .hide else { throw .partsCannotBeJoined }
    return JoinPlan(
      parts: try plans(of: ranges, clip: clip, index: index, settings: settings.encoding),
      of: clip, settings: settings)
  }

  /// The plan to try when the clip that this one made is not what was asked for; nil for none.
  public func nextSafer(
    for clip: ClipInfo, index: FrameIndex, isRetrying: Bool
  ) -> JoinPlan? {
    if parts.count == 1 {
      return parts[0].nextSafer(for: clip, index: index, isRetrying: isRetrying).map {
        JoinPlan($0)
      }
    }
    guard isExact, !parts.allSatisfy(\.isEncodedThroughout),
      let encoded = try? Self.plans(
        of: parts.map(\.requested), clip: clip, index: index, settings: settings.encoding)
    else { return nil }
    return JoinPlan(
      parts: encoded.map { $0.explained(by: [.smartCutFailed]) }, of: clip,
      settings: settings.encoding)
  }

  private static func plans(
    of ranges: [TrimRange], clip: ClipInfo, index: FrameIndex, settings: ExportSettings
  ) throws(ExportPlan.Refusal) -> [ExportPlan] {
    var plans: [ExportPlan] = []
    for range in ranges {
      plans.append(
        try ExportPlan.make(range: range, clip: clip, index: index, settings: settings))
    }
    return plans
  }

  /// Whether parts are of one codec, described alike, and show all that they have.
  private static func canStandTogether(_ parts: [ExportPlan], of clip: ClipInfo) -> Bool {
    // Nothing can be hidden in the middle of a film: few players read such edit lists.
    guard parts.allSatisfy({ $0.hiddenFrames == 0 && $0.container == parts[0].container }) else {
      return false
    }
    let encoders = parts.compactMap(\.encoder)
    guard encoders.allSatisfy({ $0 == encoders.first }) else { return false }
    let hasCopies = parts.contains { $0.untouchedFrames > 0 }
    return !hasCopies || encoders.isEmpty
      || ExportPlan.isJoinable(clip.video.codec) && encoders.first == clip.encoders.matching
  }

  // MARK: - All parts together

  public var container: ExportContainer { parts[0].container }

  /// Whether the clip shows just the frames asked for.
  public var isExact: Bool { parts.allSatisfy(\.isExact) }

  /// Frames that the clip shows.
  public var frameCount: Int { parts.reduce(0) { $0 + $1.shownFrames.count } }

  public var untouchedFrames: Int { parts.reduce(0) { $0 + $1.untouchedFrames } }

  public var encodedFrames: Int { frameCount - untouchedFrames }

  public var hiddenFrames: Int { parts.reduce(0) { $0 + $1.hiddenFrames } }

  public var estimatedBytes: Int64 { parts.reduce(0) { $0 + $1.estimatedBytes } }

  /// Streams that will be missing, as far as that is known beforehand.
  public var dropped: [DroppedStream] { parts[0].dropped }

  /// The method of the parts that are changed most.
  public var method: ExportMethod {
    let order: [ExportMethod] = [.encode, .smart, .hide]
    return order.first { method in parts.contains { $0.method == method } } ?? parts[0].method
  }

  /// Why it is done so, each reason once.
  public var reasons: [ExportPlan.Reason] {
    var reasons: [ExportPlan.Reason] = []
    for reason in parts.flatMap(\.reasons) where !reasons.contains(reason) {
      reasons.append(reason)
    }
    if encodesSound {
      // All of it is, so nothing is special about its edges.
      reasons.removeAll {
        [.encodesSoundEdges, .encodesWholeSound, .recompressesSound, .keepsSoundPackets]
          .contains($0)
      }
      reasons.append(.encodesSound)
    }
    return reasons
  }

  /// When each part begins on the clip's clock, and, last, when the clip ends.
  public var offsets: [MediaTime] {
    var offsets = [MediaTime(ticks: 0, timebase: parts[0].landing.inPoint.timebase)]
    for part in parts { offsets.append(offsets[offsets.count - 1] + part.landing.duration) }
    return offsets
  }

  /// Length of the clip.
  public var seconds: Double { parts.reduce(0) { $0 + $1.landing.duration.seconds } }

  /// Of the clip's frame of this number, the part that it is in and its number in the source.
  ///
  /// - Precondition: The clip has such a frame.
  public func source(ofFrame number: Int) -> (part: Int, frame: Int) {
    var first = 0
    for (position, part) in parts.enumerated() {
      if number < first + part.shownFrames.count {
        return (position, part.shownFrames.lowerBound + number - first)
      }
      first += part.shownFrames.count
    }
    preconditionFailure("frames are numbered below frameCount")
  }
}

extension ExportSettings {
  fileprivate var encoding: ExportSettings { ExportSettings(method: .encode, format: format) }
}
