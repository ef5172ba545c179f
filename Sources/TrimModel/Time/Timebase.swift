// SPDX-License-Identifier: GPL-3.0-or-later

/// The length of one tick, in seconds, as an exact fraction.
public struct Timebase: Hashable, Sendable {
  public let numerator: Int32
  public let denominator: Int32

  /// - Precondition: Both terms are positive.
  public init(numerator: Int32, denominator: Int32) {
    precondition(numerator > 0 && denominator > 0, "a timebase is positive")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// One microsecond a tick: what libav calls `AV_TIME_BASE`.
  public static let microseconds = Timebase(numerator: 1, denominator: 1_000_000)
}
