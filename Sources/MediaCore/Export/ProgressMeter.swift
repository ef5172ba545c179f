// SPDX-License-Identifier: GPL-3.0-or-later

/// Turns the steps of a job into a few reports a second.
final class ProgressMeter {
  /// Share of the whole job that writing takes, as measured; the rest is verification.
  private let writingShare: Double
  private let report: (ExportProgress) -> Void
  private let stopwatch = Stopwatch()
  private var lastReport = -1.0

  init(isVerified: Bool, report: @escaping (ExportProgress) -> Void) {
    writingShare = isVerified ? 0.6 : 1
    self.report = report
  }

  /// Takes how much of the writing is done.
  func wrote(_ fraction: Double, bytes: @autoclosure () -> Int64) {
    tell(.writing, fraction * writingShare, bytes: bytes)
  }

  /// Takes how much of the verification is done.
  func verified(_ fraction: Double, bytes: @autoclosure () -> Int64) {
    tell(.verifying, writingShare + fraction * (1 - writingShare), bytes: bytes)
  }

  private func tell(_ phase: ExportProgress.Phase, _ fraction: Double, bytes: () -> Int64) {
    let now = stopwatch.seconds
    guard now - lastReport > 0.1 || fraction >= 1 else { return }
    lastReport = now
    let fraction = min(max(fraction, 0), 1)
    let isTelling = fraction > 0.02 && now > 0.5
    report(
      ExportProgress(
        phase: phase, fraction: fraction, bytesWritten: bytes(),
        secondsLeft: isTelling ? now / fraction * (1 - fraction) : nil))
  }
}
