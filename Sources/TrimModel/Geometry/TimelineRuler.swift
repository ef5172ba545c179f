// SPDX-License-Identifier: GPL-3.0-or-later

/// Ticks and labels above the strip.
public enum TimelineRuler {
  public struct Mark: Equatable, Sendable {
    /// Where the tick stands, in view pixels; its label begins ``labelOffset`` to the right.
    public let x: Double
    /// nil for a tick between labels.
    public let label: String?
  }

  /// From a tick to its label.
  public static let labelOffset = 5.0

  /// The least room between a label and the next tick: a ruler is read best when most of it is
  /// empty.
  static let gap = 36.0

  /// The least distance between ticks without a label.
  static let smallestTickDistance = 7.0

  /// The marks in view, from left to right; labels never meet.
  ///
  /// Zoomed in to single frames, ticks stand where frames begin; else at round times. `labelWidth`
  /// tells the width in pixels of a text as it will be drawn.
  public static func marks(
    geometry: TimelineGeometry, index: FrameIndex, labelWidth: (String) -> Double
  ) -> [Mark] {
    let frameWidth = geometry.frameSeconds * geometry.pixelsPerSecond
    if frameWidth >= smallestTickDistance * 1.5, !index.isEmpty, index.isComplete {
      return frameMarks(geometry, index, labelWidth)
    }
    return timeMarks(geometry, labelWidth)
  }

  // MARK: Round times

  /// Milliseconds between labels, and into how many parts ticks divide them.
  private static let steps: [(milliseconds: Int64, parts: Int64)] =
    [
      (10, 2), (20, 4), (50, 5), (100, 5), (200, 4), (500, 5), (1000, 5), (2000, 4), (5000, 5),
      (10_000, 5), (15_000, 3), (30_000, 6), (60_000, 6), (120_000, 4), (300_000, 5),
      (600_000, 5), (900_000, 3), (1_800_000, 6), (3_600_000, 6), (7_200_000, 4),
      (14_400_000, 4), (28_800_000, 4), (86_400_000, 4),
    ]

  private static func timeMarks(
    _ geometry: TimelineGeometry, _ labelWidth: (String) -> Double
  ) -> [Mark] {
    let end = geometry.extent.duration
    let scale = geometry.pixelsPerSecond / 1000
    var chosen: (milliseconds: Int64, parts: Int64, decimals: Int) = (86_400_000, 4, 0)
    for (milliseconds, parts) in steps {
      let decimals = milliseconds < 100 ? 2 : milliseconds < 1000 ? 1 : 0
      let needed = labelOffset + labelWidth(Timecode.string(end, decimals: decimals)) + gap
      if Double(milliseconds) * scale >= needed {
        chosen = (milliseconds, parts, decimals)
        break
      }
    }
    // A clip of years: whole days, as many as it takes.
    let needed = labelOffset + labelWidth(Timecode.string(end, decimals: 0)) + gap
    while Double(chosen.milliseconds) * scale < needed, chosen.milliseconds < .max / 4 {
      chosen.milliseconds *= 2
    }
    let areTicksApart =
      Double(chosen.milliseconds / chosen.parts) * scale >= smallestTickDistance
    let parts = areTicksApart ? chosen.parts : 1
    let tick = chosen.milliseconds / parts
    let visible = visibleSeconds(geometry)
    let first = Int64((visible.lowerBound * 1000 / Double(tick)).rounded(.down)) - parts
    let last = Int64((visible.upperBound * 1000 / Double(tick)).rounded(.down))
    guard last >= max(0, first) else { return [] }
    return (max(0, first)...last).map { number in
      let time = MediaTime(
        ticks: number * tick, timebase: Timebase(numerator: 1, denominator: 1000))
      let x = geometry.x(atSeconds: time.seconds)
      let label = number % parts == 0 ? Timecode.string(time, decimals: chosen.decimals) : nil
      return Mark(x: x, label: label)
    }
  }

  // MARK: Frames

  private static func frameMarks(
    _ geometry: TimelineGeometry, _ index: FrameIndex, _ labelWidth: (String) -> Double
  ) -> [Mark] {
    let needed = labelOffset + labelWidth(Timecode.string(geometry.extent.duration)) + gap
    let frameWidth = geometry.frameSeconds * geometry.pixelsPerSecond
    let every = [1, 2, 3, 5, 6, 10, 12, 15, 20, 25, 30].first { Double($0) * frameWidth >= needed }
    let start = geometry.extent.inPoint
    let first = max(0, (index.frame(at: geometry.instant(at: -geometry.viewWidth / 2)) ?? 0))
    let last = index.frame(at: geometry.instant(at: geometry.viewWidth)) ?? 0
    guard first <= last else { return [] }
    var marks: [Mark] = []
    var (lastTick, lastLabel) = (-Double.infinity, -Double.infinity)
    for number in first...last {
      let time = index.time(ofFrame: number)
      let x = geometry.x(of: time)
      // Frames of a variable rate may crowd.
      guard x - lastTick >= smallestTickDistance / 2 else { continue }
      lastTick = x
      let isLabelled = number % (every ?? 60) == 0 && x - lastLabel >= needed
      if isLabelled { lastLabel = x }
      marks.append(Mark(x: x, label: isLabelled ? Timecode.string(time - start) : nil))
    }
    return marks
  }

  /// The part of the clip that is in view.
  private static func visibleSeconds(_ geometry: TimelineGeometry) -> ClosedRange<Double> {
    let start = max(0, geometry.seconds(at: 0))
    let end = min(geometry.durationSeconds, geometry.seconds(at: geometry.viewWidth))
    return start...max(start, end)
  }
}
