// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// A small picture for a place in the strip.
public struct Thumbnail: Sendable {
  /// The time as it was asked for.
  public let time: MediaTime

  /// Upright; its own time tells which frame it really is.
  public let picture: Picture

  public init(time: MediaTime, picture: Picture) {
    self.time = time
    self.picture = picture
  }
}
