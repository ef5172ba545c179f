// SPDX-License-Identifier: GPL-3.0-or-later

/// A point on a stream's clock, or the length between two points, exact to the tick.
///
/// Times of different timebases compare exactly, and equal instants are equal and hash alike.
public struct MediaTime: Sendable {
  /// Ticks of ``timebase`` since the origin of the stream's clock.
  public let ticks: Int64
  public let timebase: Timebase

  public init(ticks: Int64, timebase: Timebase) {
    self.ticks = ticks
    self.timebase = timebase
  }

  /// Zero on every clock.
  public static let zero = MediaTime(ticks: 0, timebase: .microseconds)

  /// Approximate seconds, for display and geometry only.
  public var seconds: Double {
    Double(ticks) * Double(timebase.numerator) / Double(timebase.denominator)
  }
}

extension MediaTime: Comparable, Hashable {
  public static func == (a: Self, b: Self) -> Bool {
    a.crossTicks(with: b) == b.crossTicks(with: a)
  }

  public static func < (a: Self, b: Self) -> Bool { a.crossTicks(with: b) < b.crossTicks(with: a) }

  public func hash(into hasher: inout Hasher) {
    // The reduced fraction of a second: the same for equal instants of different timebases.
    let numerator = Int128(ticks) * Int128(timebase.numerator)
    let denominator = Int128(timebase.denominator)
    let divisor = Self.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    hasher.combine(numerator / Int128(divisor))
    hasher.combine(denominator / Int128(divisor))
  }

  private func crossTicks(with other: Self) -> Int128 {
    Int128(ticks) * Int128(timebase.numerator) * Int128(other.timebase.denominator)
  }

  private static func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }
}

extension MediaTime {
  /// The sum, in the left side's timebase; the right side is rescaled to the nearest tick.
  public static func + (a: Self, b: Self) -> Self {
    MediaTime(ticks: a.ticks + b.rescaled(to: a.timebase).ticks, timebase: a.timebase)
  }

  /// The difference, in the left side's timebase; the right side is rescaled to the nearest tick.
  public static func - (a: Self, b: Self) -> Self {
    MediaTime(ticks: a.ticks - b.rescaled(to: a.timebase).ticks, timebase: a.timebase)
  }
}
