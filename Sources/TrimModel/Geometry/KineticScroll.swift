// SPDX-License-Identifier: GPL-3.0-or-later

/// Scrolling that goes on after a flick and slows down by itself.
public struct KineticScroll: Equatable, Sendable {
  /// Pixels a second.
  public private(set) var velocity: Double

  /// How quickly it slows down: the velocity falls to a third in a quarter of a second.
  private static let friction = 4.4

  /// Below this nothing is seen to move.
  private static let smallestVelocity = 12.0
  private static let largestVelocity = 12_000.0

  public init(velocity: Double) {
    let sane = velocity.isFinite ? velocity : 0
    self.velocity = min(max(sane, -Self.largestVelocity), Self.largestVelocity)
  }

  public var isFinished: Bool { abs(velocity) < Self.smallestVelocity }

  /// Lets time pass and answers how far it scrolled, in pixels.
  public mutating func advance(seconds: Double) -> Double {
    guard seconds > 0, !isFinished else { return 0 }
    let decay = Elementary.exponential(-Self.friction * seconds)
    let distance = velocity * (1 - decay) / Self.friction
    velocity *= decay
    return distance
  }
}

/// What the standard library leaves to the C library, which the model does not import.
enum Elementary {
  /// e to the power of `x`, for `x` at most 0.
  static func exponential(_ x: Double) -> Double {
    guard x > -40 else { return 0 }
    // Halved until the series converges at once, then squared back.
    var halvings = 0
    var small = x
    while small < -0.125 {
      small /= 2
      halvings += 1
    }
    var (sum, term) = (1.0, 1.0)
    for order in 1...10 {
      term *= small / Double(order)
      sum += term
    }
    for _ in 0..<halvings { sum *= sum }
    return sum
  }
}
