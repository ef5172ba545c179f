// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Reads a finished clip back and compares it with what was written and with the source.
///
/// Independent of the writing: it opens the file as any player would. Belongs to one thread.
struct ClipVerifier {
  /// The first thing that is not as it should be.
  struct Mismatch: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  /// What was compared so far.
  struct Tally {
    var pictures = PictureComparison.Tally()
    var packets = 0
  }

  let clip: ClipInfo
  let index: FrameIndex
  let plan: JoinPlan
  let cancellation: Cancellation
  let onProgress: (_ fraction: Double) -> Void

  init(
    request: ExportRequest, plan: JoinPlan, cancellation: Cancellation,
    onProgress: @escaping (_ fraction: Double) -> Void
  ) {
    self.init(
      clip: request.clip, index: request.index, plan: plan, cancellation: cancellation,
      onProgress: onProgress)
  }

  init(
    clip: ClipInfo, index: FrameIndex, plan: JoinPlan, cancellation: Cancellation,
    onProgress: @escaping (_ fraction: Double) -> Void = { _ in }
  ) {
    self.clip = clip
    self.index = index
    self.plan = plan
    self.cancellation = cancellation
    self.onProgress = onProgress
  }

  /// Compares the clip at `path`; blocks.
  ///
  /// - Parameters:
  ///   - path: The clip.
  ///   - written: What was written; nil for a clip that somebody else made.
  /// - Returns: What was compared, and the first thing that is wrong.
  /// - Throws: `.cancelled`; everything else that goes wrong is the report's failure.
  func verify(
    _ path: FilePath, against written: WrittenClip?
  ) throws(MediaError) -> VerificationReport {
    let stopwatch = Stopwatch()
    var tally = Tally()
    var failure: String?
    var pictures: PictureComparison.Running?
    // Whatever comes between: nobody reads the clip any more when this returns.
    defer { pictures?.wait() }
    do {
      // Pictures are decoded while packets are read, where that need not wait for the index of all.
      if written != nil, let clipIndex = try indexAtOnce(of: path) {
        pictures = try comparePictures(of: path, clipIndex, leadSeconds: written?.leadSeconds)
      }
      let (clipIndex, streams) = try readBack(path, comparing: written != nil)
      onProgress(0.6)
      let running =
        try pictures
        ?? comparePictures(of: path, clipIndex, leadSeconds: written?.leadSeconds)
      pictures = running
      if let written {
        try comparePackets(streams, with: written, clipIndex: clipIndex, tally: &tally)
        try compareSound(of: path, with: written, clipIndex: clipIndex)
      }
      if let compared = try running.result() { tally.pictures = compared }
      onProgress(1)
    } catch let mismatch as Mismatch {
      failure = mismatch.text
    } catch let error as MediaError {
      if error.reason == .cancelled { throw error }
      failure = "the clip cannot be read: \(error.operation)"
    } catch {
      failure = "the clip cannot be read"
    }
    return VerificationReport(
      framesCompared: tally.pictures.frames, identicalFrames: tally.pictures.identical,
      packetsCompared: tally.packets, worstDecibels: tally.pictures.worstDecibels,
      failure: failure,
      seconds: stopwatch.seconds)
  }

  /// Compares the times of all frames and begins to compare pictures.
  private func comparePictures(
    of path: FilePath, _ clipIndex: FrameIndex, leadSeconds: Double?
  ) throws -> PictureComparison.Running {
    try compareTimes(clipIndex, leadSeconds: leadSeconds)
    return PictureComparison(
      clip: path, clipIndex: clipIndex, source: clip.path, index: index, plan: plan,
      cancellation: cancellation
    ).start()
  }

  // MARK: - Frames' times

  /// The same frames at the same distances, as exactly as the clip's clock can tell.
  private func compareTimes(_ clipIndex: FrameIndex, leadSeconds: Double?) throws {
    guard clipIndex.count == plan.frameCount else {
      throw Mismatch("\(clipIndex.count) frames instead of \(plan.frameCount)")
    }
    let offsets = plan.offsets.map(\.seconds)
    let places = plan.parts.enumerated().flatMap { part, own in own.shownFrames.map { (part, $0) } }
    let tolerance = clipTick(clipIndex.timebase)
    for (number, (part, frame)) in places.enumerated() {
      let start = plan.parts[part].landing.inPoint
      let expected = (index.time(ofFrame: frame) - start).seconds + offsets[part]
      let found = (clipIndex.time(ofFrame: number) - clipIndex.startTime).seconds
      guard abs(expected - found) <= tolerance else {
        throw Mismatch(
          "frame \(number) is at \(Self.text(found)) instead of \(Self.text(expected))")
      }
    }
    let start = clipIndex.startTime.seconds
    if plan.container.hasEditLists, abs(start) > tolerance {
      throw Mismatch("the first frame is at \(Self.text(start)) instead of 0 s")
    }
    if plan.container == .matroska || plan.container == .webm {
      // Nothing is before 0: what decoders of sound need before the film moves it. Of clips that
      // somebody else made nobody knows how much that is.
      let expected = leadSeconds ?? min(max(0, start), Self.longestLeadSeconds)
      guard abs(start - expected) <= tolerance else {
        throw Mismatch(
          "the first frame is at \(Self.text(start)) instead of \(Self.text(expected))")
      }
    }
  }

  /// Two packets of sound.
  private static let longestLeadSeconds = 0.1

  /// Seconds for people, to the hundredth of a millisecond.
  static func text(_ seconds: Double) -> String { "\((seconds * 1e5).rounded() / 1e5) s" }

  /// Two ticks of the coarser clock, in seconds; AVI counts whole frames.
  private func clipTick(_ base: Timebase) -> Double {
    let coarser = max(
      Double(base.numerator) / Double(base.denominator),
      Double(index.timebase.numerator) / Double(index.timebase.denominator))
    return 2 * coarser + 1e-9
  }
}
