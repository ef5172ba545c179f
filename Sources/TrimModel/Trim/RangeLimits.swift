// SPDX-License-Identifier: GPL-3.0-or-later

/// How short and how long a range may be: the person's preference.
public struct RangeLimits: Equatable, Sendable {
  /// Seconds; a range is never shorter than one frame, whatever this says.
  public var minimumSeconds: Double
  /// Seconds; nil for any length.
  public var maximumSeconds: Double?

  public init(minimumSeconds: Double = 0, maximumSeconds: Double? = nil) {
    self.minimumSeconds = minimumSeconds
    self.maximumSeconds = maximumSeconds
  }
}
