// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// What of a clip is played, and whether over and over; a value without threads.
struct PlayRoute: Equatable, Sendable {
  /// Played one after the other, in clip ticks; none plays on to the end of the clip.
  let stretches: [Range<Int64>]

  /// Whether the first comes again after the last.
  let repeats: Bool

  /// On to the end of the clip.
  static let toTheEnd = PlayRoute(stretches: [], repeats: false)

  init(stretches: [Range<Int64>], repeats: Bool) {
    self.stretches = stretches
    self.repeats = repeats
  }

  /// One range, each of its ends at the nearest tick, a tick long at least.
  init(_ range: TrimRange, repeats: Bool, timebase: Timebase) {
    self.init(stretches: [Self.ticks(of: range, timebase: timebase)], repeats: repeats)
  }

  /// The first and the last `seconds` of a range; all of it where they would meet.
  init(edgesOf range: TrimRange, seconds: Int64, repeats: Bool, timebase: Timebase) {
    let whole = Self.ticks(of: range, timebase: timebase)
    let edge = MediaTime(ticks: seconds, timebase: .seconds).rescaled(to: timebase).ticks
    let isShort = Int64(whole.count) <= 2 * edge
    self.init(
      stretches: isShort
        ? [whole]
        : [
          whole.lowerBound..<(whole.lowerBound + edge),
          (whole.upperBound - edge)..<whole.upperBound,
        ], repeats: repeats)
  }

  /// Length of one round, in ticks.
  var length: Int64 { stretches.reduce(0) { $0 + Int64($1.count) } }

  private static func ticks(of range: TrimRange, timebase: Timebase) -> Range<Int64> {
    let start = range.inPoint.rescaled(to: timebase).ticks
    return start..<max(start + 1, range.outPoint.rescaled(to: timebase).ticks)
  }
}

extension Timebase {
  static let nanoseconds = Timebase(numerator: 1, denominator: 1_000_000_000)
  static let seconds = Timebase(numerator: 1, denominator: 1)
}
