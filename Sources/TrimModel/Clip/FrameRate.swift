// SPDX-License-Identifier: GPL-3.0-or-later

/// Frames a second, as an exact fraction such as 30000/1001.
public struct FrameRate: Hashable, Sendable {
  public let numerator: Int
  public let denominator: Int

  /// Fails unless both terms are positive.
  public init?(numerator: Int, denominator: Int) {
    guard numerator > 0, denominator > 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// For display and estimates only.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }
}
