// SPDX-License-Identifier: GPL-3.0-or-later

/// The part of a clip that is kept: `[inPoint, outPoint)`, on the video stream's clock.
public struct TrimRange: Hashable, Sendable {
  /// PTS of the first frame kept.
  public let inPoint: MediaTime
  /// PTS of the first frame not kept, or the end of the last frame.
  public let outPoint: MediaTime

  /// Fails when the range would hold nothing.
  public init?(inPoint: MediaTime, outPoint: MediaTime) {
    guard inPoint < outPoint else { return nil }
    self.inPoint = inPoint
    self.outPoint = outPoint
  }

  public var duration: MediaTime { outPoint - inPoint }

  public func contains(_ time: MediaTime) -> Bool { inPoint <= time && time < outPoint }
}
