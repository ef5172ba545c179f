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
    var frames = 0
    var identical = 0
    var packets = 0
    /// Of encoded frames, the least like its original, in decibels.
    var worstDecibels: Double?
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
    do {
      let (clipIndex, streams) = try readBack(path, comparing: written != nil)
      onProgress(0.6)
      try compareTimes(clipIndex, leadSeconds: written?.leadSeconds)
      if let written {
        try comparePackets(streams, with: written, clipIndex: clipIndex, tally: &tally)
        try compareSound(of: path, with: written, clipIndex: clipIndex)
      }
      try compareFrames(of: path, clipIndex: clipIndex, tally: &tally)
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
      framesCompared: tally.frames, identicalFrames: tally.identical,
      packetsCompared: tally.packets, worstDecibels: tally.worstDecibels, failure: failure,
      seconds: stopwatch.seconds)
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

  // MARK: - Pictures

  /// The first and the last frames, decoded on both sides, byte for byte.
  private func compareFrames(
    of path: FilePath, clipIndex: FrameIndex, tally: inout Tally
  ) throws {
    let original = try FrameSource(
      path: clip.path, purpose: .scrubbing, cancellation: cancellation)
    original.setIndex(index)
    let copy = try FrameSource(path: path, purpose: .scrubbing, cancellation: cancellation)
    copy.setIndex(clipIndex)
    let edge = min(Self.framesAtEdge, clipIndex.count)
    let numbers = framesToCompare(of: clipIndex.count)
    var isDamaged = false
    var previous = -1
    for number in numbers {
      let (part, sourceNumber) = plan.source(ofFrame: number)
      // Damage lasts for the frames that follow; the next place begins anew.
      if number > previous + 1 {
        isDamaged = false
        // What no other frame needs is nothing on the way there.
        original.leavesOutUnreferencedBefore = index.frames[sourceNumber].pts
        copy.leavesOutUnreferencedBefore = clipIndex.frames[number].pts
      }
      previous = number
      let original = try original.frame(at: index.time(ofFrame: sourceNumber)) {
        if $0.frame.isDamaged { isDamaged = true }
      }
      // What is damaged in the source comes out differently each time: nothing to compare with.
      guard let expected = original, expected.pts == index.frames[sourceNumber].pts, !isDamaged
      else { continue }
      // From the start as a player would, the rest by seeking.
      let wanted = clipIndex.frames[number].pts
      var found = number < edge ? try copy.next() : nil
      while let early = found, early.pts < wanted { found = try copy.next() }
      if found?.pts != wanted { found = try copy.frame(at: clipIndex.time(ofFrame: number)) }
      guard let found, found.pts == wanted
      else { throw Mismatch("frame \(number) cannot be decoded") }
      tally.frames += 1
      if found.frame.hasSamePicture(as: expected.frame) {
        tally.identical += 1
        continue
      }
      guard
        let decibels = likeness(of: found, to: expected, number: sourceNumber, in: plan.parts[part])
      else {
        throw Mismatch("frame \(number) is not the source's frame \(sourceNumber)")
      }
      tally.worstDecibels = min(tally.worstDecibels ?? .infinity, decibels)
    }
  }

  /// How like its original an encoded frame is, in decibels; nil when it is not, or must be the same.
  private func likeness(
    of found: DecodedFrame, to expected: DecodedFrame, number: Int, in plan: ExportPlan
  ) -> Double? {
    // Of clips that somebody else made, nobody knows what was encoded.
    guard plan.segments.isEmpty || plan.isEncoded(frame: number) else { return nil }
    guard let decibels = found.frame.decibels(to: expected.frame) else {
      // Another codec may have pixels of another kind, with which there is no comparing.
      return plan.isEncodedThroughout ? .infinity : nil
    }
    return decibels >= Self.wantedDecibels ? decibels : nil
  }

  /// Numbers in the clip, rising: the first and last frames, and those around each seam.
  ///
  /// Where a copied piece does not begin a sequence of its own in the source, it is looked at as far
  /// as decoders may remember what was before.
  private func framesToCompare(of count: Int) -> [Int] {
    var numbers: Set<Int> = []
    var first = 0
    for (position, part) in plan.parts.enumerated() {
      let end = min(count, first + part.shownFrames.count)
      numbers.formUnion(first..<min(end, first + Self.framesAtEdge))
      numbers.formUnion(max(first, end - Self.framesAtEdge)..<end)
      if let copied = part.segments.first, !copied.isEncoded,
        index.frames[copied.shownFrames.lowerBound].isOpenGOP
      {
        numbers.formUnion(first..<min(end, first + Self.framesBehindJoint))
      }
      for (place, segment) in part.segments.enumerated() where place > 0 || position > 0 {
        let seam = first + segment.shownFrames.lowerBound - part.shownFrames.lowerBound
        let reach =
          segment.isEncoded
          ? Self.framesAtEdge
          : index.frames[segment.shownFrames.lowerBound].isOpenGOP
            ? Self.framesBehindJoint : Self.framesBehindClosedJoint
        numbers.formUnion(max(0, seam - Self.framesAtEdge)..<min(end, seam + reach))
      }
      first = end
    }
    return numbers.sorted()
  }

  /// How like its original an encoded frame must be, in decibels.
  private static let wantedDecibels = 40.0

  /// How many copied frames behind an encoded piece are decoded.
  private static let framesBehindJoint = 24

  /// The same where the source begins a sequence of its own there, so that decoders remember nothing:
  /// enough to see that they read what follows with the right parameter sets.
  private static let framesBehindClosedJoint = 8

  /// How many frames at each edge are decoded.
  private static let framesAtEdge = 3
}
