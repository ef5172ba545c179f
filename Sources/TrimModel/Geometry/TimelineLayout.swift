// SPDX-License-Identifier: GPL-3.0-or-later

/// How the timeline's rows divide its height; all y in widget pixels from the top.
public struct TimelineLayout: Equatable, Sendable {
  /// Labels and ticks.
  public let ruler: ClosedRange<Double>

  /// Pictures and sound, with the range's frame and handles over them.
  public let strip: ClosedRange<Double>

  /// The pictures alone, between the range's bars.
  public let pictures: ClosedRange<Double>

  /// The waveform below the pictures; nil without sound and where there is no room for it.
  public let waveform: ClosedRange<Double>?

  /// The whole clip in small, when the strip is wider than the view.
  public let overview: ClosedRange<Double>

  /// Thickness of the range's top and bottom bar.
  public let barThickness: Double

  /// Width of a handle as drawn; it stands outside the range.
  public let handleWidth: Double

  /// The least height that is of use.
  public static let minimumHeight = 76.0
  public static let naturalHeight = 108.0

  /// What a waveform adds to the natural height.
  public static let waveformHeight = 32.0

  /// Free pixels before the clip's start and behind its end, where the outermost handles stand.
  public static let margin = 24.0

  /// Of the ruler with labels of usual size.
  public static let rulerHeight = 22.0

  /// What of the ruler's height is for its labels; larger ones want a higher ruler.
  public static let labelHeight = 15.0

  private static let overviewHeight = 6.0
  private static let overviewGap = 8.0

  /// Below this height a waveform would leave too little of the pictures.
  private static let leastHeightWithWaveform = 112.0

  /// Between the pictures and the waveform.
  private static let waveformGap = 2.0

  public init(
    height: Double, rulerHeight: Double = rulerHeight, barThickness: Double = 3,
    handleWidth: Double = 14, hasWaveform: Bool = false
  ) {
    let more = rulerHeight - Self.rulerHeight
    let height = max(height, Self.minimumHeight + more)
    ruler = 0...rulerHeight
    let overviewBottom = height - 2
    overview = (overviewBottom - Self.overviewHeight)...overviewBottom
    strip = rulerHeight...(overview.lowerBound - Self.overviewGap)
    let inside = (strip.lowerBound + barThickness)...(strip.upperBound - barThickness)
    if hasWaveform, height >= Self.leastHeightWithWaveform + more {
      let whole = inside.upperBound - inside.lowerBound
      let lane = min(Self.waveformHeight - Self.waveformGap, (whole * 0.36).rounded())
      waveform = (inside.upperBound - lane)...inside.upperBound
      pictures = inside.lowerBound...(inside.upperBound - lane - Self.waveformGap)
    } else {
      waveform = nil
      pictures = inside
    }
    self.barThickness = barThickness
    self.handleWidth = handleWidth
  }

  public var pictureHeight: Double { pictures.upperBound - pictures.lowerBound }
}
