// SPDX-License-Identifier: GPL-3.0-or-later

/// The time that playing runs on: the system's, or one that a test moves by hand.
///
/// Sound, when there is any, corrects what is made of it (see `PresentationClock`).
public protocol PlaybackClock: Sendable {
  /// Nanoseconds since an origin of the clock's own; never goes back.
  var now: Int64 { get }

  /// Whether ``now`` is the system's monotonic clock, so that threads can sleep until a time of it.
  ///
  /// If not, they sleep until the clock calls those who observe it.
  var isMonotonic: Bool { get }

  /// Calls `onAdvance` whenever a clock that is moved by hand was moved.
  func observe(_ onAdvance: @escaping @Sendable () -> Void)
}

extension PlaybackClock {
  /// When a sleep until `time` of this clock ends by itself; nil when only the clock can end it.
  func systemDeadline(_ time: Int64) -> Int64? { isMonotonic ? time : nil }
}
