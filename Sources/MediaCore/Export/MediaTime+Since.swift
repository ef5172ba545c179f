// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

extension MediaTime {
  /// Ticks of `base` from `origin` to this instant, exact until the one rounding to the nearest.
  func ticks(since origin: MediaTime, in base: Timebase) -> Int64 {
    // The difference as one fraction of a second, then in ticks.
    let numerator =
      Int128(ticks) * Int128(timebase.numerator) * Int128(origin.timebase.denominator)
      - Int128(origin.ticks) * Int128(origin.timebase.numerator) * Int128(timebase.denominator)
    let denominator =
      Int128(timebase.denominator) * Int128(origin.timebase.denominator) * Int128(base.numerator)
    let scaled = numerator * Int128(base.denominator)
    let half = denominator / 2
    return Int64(clamping: (scaled >= 0 ? scaled + half : scaled - half) / denominator)
  }
}
