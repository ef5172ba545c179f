// SPDX-License-Identifier: GPL-3.0-or-later

/// A stretch of sound: interleaved stereo floats.
public struct SoundBlock: Sendable {
  /// Samples a channel between zero of the film's clock and the block's first sample.
  public let firstSample: Int64

  /// Left and right in turn, -1 to 1.
  public let samples: [Float]

  public init(firstSample: Int64, samples: [Float]) {
    self.firstSample = firstSample
    self.samples = samples
  }

  /// Samples a channel.
  public var count: Int { samples.count / 2 }

  /// The sample after the last.
  public var endSample: Int64 { firstSample + Int64(count) }
}
