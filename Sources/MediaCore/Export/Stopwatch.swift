// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Wall-clock time since it was made.
struct Stopwatch {
  private let start = Self.now()

  var seconds: Double { Self.now() - start }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
