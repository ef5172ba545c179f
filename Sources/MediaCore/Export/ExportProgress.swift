// SPDX-License-Identifier: GPL-3.0-or-later

/// How far an export is.
public struct ExportProgress: Equatable, Sendable {
  public enum Phase: String, Equatable, Sendable {
    case writing
    case verifying
  }

  public let phase: Phase

  /// Of the whole job, 0 to 1; never falls, but for a clip that is written a second time.
  public let fraction: Double

  public let bytesWritten: Int64

  /// Estimated from the time used so far; nil while that says too little.
  public let secondsLeft: Double?

  public init(phase: Phase, fraction: Double, bytesWritten: Int64, secondsLeft: Double?) {
    self.phase = phase
    self.fraction = fraction
    self.bytesWritten = bytesWritten
    self.secondsLeft = secondsLeft
  }
}
