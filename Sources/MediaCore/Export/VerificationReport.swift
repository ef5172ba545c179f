// SPDX-License-Identifier: GPL-3.0-or-later

/// What was compared between a clip and its source, and how that ended.
public struct VerificationReport: Equatable, Sendable {
  /// Shown frames that were decoded on both sides.
  public let framesCompared: Int

  /// Of these, how many have the same bytes.
  public let identicalFrames: Int

  /// Packets whose bytes were compared.
  public let packetsCompared: Int

  /// Of encoded frames that were decoded, the peak signal-to-noise ratio of the one least like its
  /// original, in decibels; nil for none.
  public let worstDecibels: Double?

  /// The first thing that is not as it should be; nil for a good clip.
  public let failure: String?

  /// Wall-clock time of the comparison.
  public let seconds: Double

  public var isGood: Bool { failure == nil }
}
