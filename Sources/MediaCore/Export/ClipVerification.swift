// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// Compares clips that exist with the ranges of a source that they should be.
public enum ClipVerification {
  /// Compares frames and their times, and decodes those at the edges on both sides; blocks.
  ///
  /// - Parameters:
  ///   - path: The clip, made by anybody.
  ///   - ranges: What it should show, one after another.
  ///   - clip: The source.
  ///   - index: The source's complete index.
  ///   - cancellation: Stops the comparison.
  /// - Returns: A report, whose failure says what is not as it should be.
  /// - Throws: What opening `path` throws, `.cancelled`, `.unsupported` for a range without frames.
  public static func verify(
    _ path: FilePath, is ranges: [TrimRange], of clip: ClipInfo, index: FrameIndex,
    cancellation: Cancellation = Cancellation()
  ) throws(MediaError) -> VerificationReport {
    let found = try ClipProbe.probe(path, cancellation: cancellation)
    var frames: [Range<Int>] = []
    for range in ranges {
      let first = index.firstFrame(atOrAfter: range.inPoint)
      let end = index.firstFrame(atOrAfter: range.outPoint)
      guard first < end else { throw MediaError(.unsupported, "compare empty range") }
      frames.append(first..<end)
    }
    guard !frames.isEmpty else { throw MediaError(.unsupported, "compare no range") }
    let verifier = ClipVerifier(
      clip: clip, index: index,
      plan: JoinPlan(
        showing: frames, of: index, in: ExportContainer(of: found) ?? .matroska),
      cancellation: cancellation)
    return try verifier.verify(path, against: nil)
  }
}
