// SPDX-License-Identifier: GPL-3.0-or-later

extension MediaTime {
  /// What becomes of an instant that falls between two ticks.
  public enum Rounding: Sendable {
    /// Toward the earlier tick, also below zero.
    case down
    /// Toward the later tick, also below zero.
    case up
    /// To the nearest tick; halves go away from zero, as libav's `av_rescale_q` has it.
    case nearest
  }

  /// The same instant in another timebase, rounded to a tick of it.
  ///
  /// Saturates at the ends of `Int64`, which no real clip reaches.
  public func rescaled(to target: Timebase, rounding: Rounding = .nearest) -> MediaTime {
    if target == timebase { return self }
    let numerator = Int128(ticks) * Int128(timebase.numerator) * Int128(target.denominator)
    let denominator = Int128(timebase.denominator) * Int128(target.numerator)
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    var result = quotient
    switch rounding {
    case .down: if remainder < 0 { result -= 1 }
    case .up: if remainder > 0 { result += 1 }
    case .nearest:
      if remainder.magnitude * 2 >= denominator.magnitude { result += remainder < 0 ? -1 : 1 }
    }
    return MediaTime(ticks: Int64(clamping: result), timebase: target)
  }

  /// The tick nearest to `seconds`, which comes from a pointer or a person, never from the model.
  public init(seconds: Double, timebase: Timebase) {
    let exact = seconds * Double(timebase.denominator) / Double(timebase.numerator)
    let ticks = exact.isNaN ? 0 : exact
    let largest = Double(Int64.max / 2)
    self.init(
      ticks: Int64(min(max(ticks.rounded(), -largest), largest)), timebase: timebase)
  }
}
