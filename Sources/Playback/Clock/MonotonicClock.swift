// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The system's monotonic clock.
public struct MonotonicClock: PlaybackClock {
  public init() {}

  public var now: Int64 { Self.nanoseconds }

  public var isMonotonic: Bool { true }

  public func observe(_ onAdvance: @escaping @Sendable () -> Void) {}

  /// Nanoseconds since the system started, or thereabouts.
  static var nanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
