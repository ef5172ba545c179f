// SPDX-License-Identifier: GPL-3.0-or-later

/// Places in the view where the two handles stay while the strip slides below them, in pixels.
public struct FollowMode: Equatable, Sendable {
  public let inX: Double
  public let outX: Double

  public init(inX: Double, outX: Double) {
    self.inX = inX
    self.outX = outX
  }
}
