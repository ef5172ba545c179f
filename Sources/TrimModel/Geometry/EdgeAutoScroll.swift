// SPDX-License-Identifier: GPL-3.0-or-later

/// How fast the strip scrolls by itself while something is dragged to the border of the view.
public enum EdgeAutoScroll {
  /// Width of the zone at each border, in pixels; at most a sixth of the view.
  static let zone = 36.0

  /// Speed at the border itself.
  static let borderSpeed = 420.0

  /// What each further pixel outside adds.
  static let gain = 12.0

  static let largestSpeed = 4000.0

  /// Pixels a second: negative to the left, 0 away from the borders, faster the further out.
  public static func speed(at x: Double, viewWidth: Double) -> Double {
    let zone = min(zone, viewWidth / 6)
    guard zone > 0, x.isFinite else { return 0 }
    if x < zone { return -speed(depth: zone - x, zone: zone) }
    if x > viewWidth - zone { return speed(depth: x - (viewWidth - zone), zone: zone) }
    return 0
  }

  private static func speed(depth: Double, zone: Double) -> Double {
    if depth <= zone { return borderSpeed * depth / zone }
    return min(largestSpeed, borderSpeed + gain * (depth - zone))
  }
}
