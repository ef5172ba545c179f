// SPDX-License-Identifier: GPL-3.0-or-later

/// What of a film's sound is looked at, and how closely.
public struct WaveformView: Equatable, Sendable {
  /// What is visible, in seconds from the film's first frame.
  public let seconds: ClosedRange<Double>

  /// Length of what one column of pixels shows.
  public let columnSeconds: Double

  /// - Parameters:
  ///   - seconds: What is visible, from the film's first frame.
  ///   - columnSeconds: Length of what one column of pixels shows; more than 0.
  public init(seconds: ClosedRange<Double>, columnSeconds: Double) {
    self.seconds = seconds
    self.columnSeconds = columnSeconds
  }

  /// With half a screen to both sides, which may be scrolled to next.
  var surroundings: ClosedRange<Double> { grown(by: 0.5) }

  /// The view, and a part of its width to both sides; nothing before the film.
  func grown(by part: Double) -> ClosedRange<Double> {
    let more = (seconds.upperBound - seconds.lowerBound) * part
    let first = max(0, seconds.lowerBound - more)
    return first...max(first, seconds.upperBound + more)
  }
}
