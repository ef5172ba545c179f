// SPDX-License-Identifier: GPL-3.0-or-later

/// How fast a pointer moved just before it was let go.
struct FlickTracker {
  private var samples: [(seconds: Double, x: Double)] = []

  /// Older movement says nothing of the flick.
  private static let window = 0.12

  mutating func begin(x: Double, seconds: Double) { samples = [(seconds, x)] }

  mutating func move(x: Double, seconds: Double) {
    samples.append((seconds, x))
    samples.removeAll { seconds - $0.seconds > Self.window }
  }

  /// Pixels a second at a moment; 0 when the pointer rested before.
  func velocity(seconds: Double) -> Double {
    guard let first = samples.first(where: { seconds - $0.seconds <= Self.window }),
      let last = samples.last, last.seconds - first.seconds > 0.008
    else { return 0 }
    return (last.x - first.x) / (last.seconds - first.seconds)
  }
}
