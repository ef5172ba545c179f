// SPDX-License-Identifier: GPL-3.0-or-later

/// What a ``Player`` is doing, for buttons and menus.
public struct PlayerState: Equatable, Sendable {
  public internal(set) var isPlaying = false

  /// Seconds of the clip a second: 0.25 to 4, or -0.25 to -4 for backwards.
  public internal(set) var rate = 1.0

  /// 0 to 1, as a slider has it: the ear's scale, not the amplitude.
  public internal(set) var volume = 1.0
  public internal(set) var isMuted = false

  /// Whether the clip has sound that can be decoded.
  public internal(set) var hasSound: Bool

  /// Position in the clip's streams of the sound that is played; nil for a clip without.
  public internal(set) var soundStream: Int?

  /// Whether sound can be heard: false backwards, and while there is no sound server.
  ///
  /// Until sound was first tried it is what is expected.
  public internal(set) var soundIsAvailable: Bool

  /// Pictures that were not shown since they came too late, since the player was opened.
  public internal(set) var droppedPictures = 0

  /// Gain of the samples.
  var amplitude: Float { isMuted ? 0 : Float(volume * volume * volume) }
}
