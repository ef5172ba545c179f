// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// The pictures of a finished clip against the source's: the first and the last frames and those
/// around each seam, decoded on both sides, byte for byte.
struct PictureComparison: Sendable {
  /// What was compared.
  struct Tally: Sendable {
    var frames = 0
    var identical = 0
    /// Of encoded frames, the least like its original, in decibels.
    var worstDecibels: Double?
  }

  /// A comparison that is under way on a thread of its own.
  final class Running: Sendable {
    fileprivate let ending = Monitor<Result<Tally, any Error>?>(nil)

    /// Blocks until it has ended, however it did.
    func wait() { _ = ending.wait { $0 } }

    /// Blocks until it has ended.
    ///
    /// - Returns: What was compared.
    /// - Throws: ``ClipVerifier/Mismatch`` for the first picture that is not the source's, and what
    ///   decoding throws.
    func result() throws -> Tally? { try ending.wait { $0 }?.get() }
  }

  let clip: FilePath
  let clipIndex: FrameIndex
  let source: FilePath
  let index: FrameIndex
  let plan: JoinPlan
  let cancellation: Cancellation

  /// Begins; whoever did waits for it, since the clip may change afterwards.
  func start() -> Running {
    let running = Running()
    WorkerThread.start(name: "clip-pictures") {
      let result = Result { try run() }
      running.ending.update { $0 = result }
    }
    return running
  }

  /// Blocks until all are compared.
  ///
  /// - Throws: ``ClipVerifier/Mismatch``, and what decoding throws.
  private func run() throws -> Tally {
    var tally = Tally()
    let original = try FrameSource(
      path: source, purpose: .scrubbing, cancellation: cancellation)
    original.setIndex(index)
    let copy = try FrameSource(path: clip, purpose: .scrubbing, cancellation: cancellation)
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
      else { throw ClipVerifier.Mismatch("frame \(number) cannot be decoded") }
      tally.frames += 1
      if found.frame.hasSamePicture(as: expected.frame) {
        tally.identical += 1
        continue
      }
      guard
        let decibels = likeness(of: found, to: expected, number: sourceNumber, in: plan.parts[part])
      else {
        throw ClipVerifier.Mismatch("frame \(number) is not the source's frame \(sourceNumber)")
      }
      tally.worstDecibels = min(tally.worstDecibels ?? .infinity, decibels)
    }
    return tally
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
