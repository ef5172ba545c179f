// SPDX-License-Identifier: GPL-3.0-or-later

/// Where playback is: told at every shown frame and at least each 50 ms.
public struct PlaybackPosition: Equatable, Sendable {
  /// PTS of the frame on screen, on the film's clock.
  public let frameTime: MediaTime

  /// Where the clock is, between this frame and the next.
  public let clockTime: MediaTime

  /// How often the loop has turned since play began.
  public let loopTurn: Int

  public init(frameTime: MediaTime, clockTime: MediaTime, loopTurn: Int) {
    self.frameTime = frameTime
    self.clockTime = clockTime
    self.loopTurn = loopTurn
  }
}
