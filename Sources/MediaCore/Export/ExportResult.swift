// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// A finished clip.
public struct ExportResult: Equatable, Sendable {
  /// A stream of the source that is in the clip.
  public struct CarriedStream: Equatable, Sendable {
    /// Position in the source.
    public let index: Int
    public let kind: StreamInfo.Kind
    public let codec: String
    public let language: String?

    /// How far its first packet is from where the source has it, against the film; sound only.
    ///
    /// In milliseconds: what the clip's coarser clock costs.
    public let offsetMilliseconds: Double?

    /// How long after the clip's start its sound begins; sound only.
    ///
    /// In milliseconds, negative for before; 0 where it is cut to the sample, else packets stay whole.
    public let startMilliseconds: Double?

    /// How long after the clip's end its sound ends; sound only, as ``startMilliseconds``.
    public let endMilliseconds: Double?
  }

  /// A method that was tried and did not give the clip.
  public struct Setback: Equatable, Sendable {
    public let method: ExportMethod

    /// What was wrong with the clip, or what failed, for people who look into it; not translated.
    public let failure: String
  }

  public let output: FilePath
  /// What was done.
  public let join: JoinPlan

  /// What was done with the first range, which mostly is the only one.
  public var plan: ExportPlan { join.parts[0] }

  /// The film's first and last shown frame on the clip's clock.
  public let firstTime: MediaTime
  public let lastTime: MediaTime

  public let carried: [CarriedStream]
  public let dropped: [DroppedStream]

  /// Size of the file.
  public let bytes: Int64

  /// Wall-clock time of the whole job.
  public let seconds: Double

  /// What was tried before ``plan``, in order.
  public let setbacks: [Setback]

  /// Nil when the request asked for none.
  public let verification: VerificationReport?
}
