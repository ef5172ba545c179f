// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Playing backwards: which frame belongs on screen when; a value without threads.
///
/// The pictures come from where a paused player's come from, one request a frame: its cache holds what
/// was decoded for the frames before.
struct ReverseRun: Sendable {
  /// Where it began, on the film's clock: the end of the frame that was on screen.
  let start: MediaTime
  /// When, on the player's clock.
  let startTime: Int64
  /// Seconds of the clip a second, positive.
  let speed: Double

  /// The last tick of the clip that belongs on screen.
  func time(at now: Int64) -> MediaTime {
    let passed = Int64(Double(max(0, now - startTime)) * speed)
    let ticks = MediaTime(ticks: passed, timebase: .nanoseconds)
      .rescaled(to: start.timebase, rounding: .down).ticks
    return MediaTime(ticks: start.ticks - ticks - 1, timebase: start.timebase)
  }

  /// When the clip goes back past `time`, on the player's clock.
  func passing(_ time: MediaTime) -> Int64 {
    let distance = (start - time).rescaled(to: .nanoseconds, rounding: .up).ticks
    return startTime + Int64((Double(max(0, distance)) / speed).rounded(.up))
  }
}
