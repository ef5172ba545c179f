// SPDX-License-Identifier: GPL-3.0-or-later

extension CopyEdges {
  /// A range in three pieces: what is copied, and what must be encoded before and behind it.
  struct SmartCut {
    /// Frames before the first access point.
    let head: Range<Int>
    /// nil when decoding cannot begin inside the range: then all of it is the head.
    let copied: Run?
    /// Frames behind the last place where a copy can end.
    let tail: Range<Int>
  }

  /// The cut that encodes the fewest frames.
  ///
  /// Costs a walk over the frames near the edges.
  func smartCut(of frames: Range<Int>) -> SmartCut {
    let everything = SmartCut(
      head: frames, copied: nil, tail: frames.upperBound..<frames.upperBound)
    let end = cleanEnd(of: frames)
    var start = joint(atOrAfter: frames.lowerBound)
    for _ in 0..<Self.jointsTried {
      guard let first = start, first < end,
        end - first >= Self.shortestCopy || first == frames.lowerBound
      else { return everything }
      if let run = cleanRun(from: first, to: end) {
        return SmartCut(
          head: frames.lowerBound..<first, copied: run,
          tail: run.shownFrames.upperBound..<frames.upperBound)
      }
      start = joint(atOrAfter: first + 1)
    }
    return everything
  }

  /// The longest run from the keyframe `first` up to frame `end`, or a little before it, that shows
  /// all its packets and nothing else; nil where there is none.
  private func cleanRun(from first: Int, to end: Int) -> Run? {
    let run = hiding(of: first..<end, from: first)
    guard isWhole(from: first, to: end) else { return nil }
    if joinsFields || run.hidden == 0 { return run }
    // Frames that only an edit list hides would be seen by players without a mind for it. Most often
    // they are behind the source's last frame, stored among the last that it shows.
    var earlier = end
    for _ in 0..<Self.endsTried {
      guard earlier - 1 > first + Self.shortestCopy else { return nil }
      earlier = cleanEnd(of: first..<(earlier - 1))
      guard earlier > first else { return nil }
      let run = hiding(of: first..<earlier, from: first)
      if run.hidden == 0 { return run }
    }
    return nil
  }

  /// Frames that lie around a copied piece and are encoded: the first at or after `number` where a
  /// copy can begin; nil for none.
  private func joint(atOrAfter number: Int) -> Int? {
    isIntraOnly ? number : index.keyframe(atOrAfter: number)
  }

  /// Whether no frame behind the keyframe `first` is stored before it.
  private func isWhole(from first: Int, to end: Int) -> Bool {
    let position = index.frames[first].decodePosition
    let near = first..<min(end, first + Self.reach)
    return near.dropFirst().allSatisfy { index.frames[$0].decodePosition > position }
  }

  /// The last frame number up to `frames.upperBound` before which a copy can end: no packet of a
  /// frame from there on is stored before one of a frame before it.
  private func cleanEnd(of frames: Range<Int>) -> Int {
    let later = frames.upperBound..<min(index.count, frames.upperBound + Self.reach)
    var earliest = later.lazy.map { index.frames[$0].decodePosition }.min() ?? .max
    var end = frames.upperBound
    while end > frames.lowerBound {
      let before = max(0, end - Self.reach)..<end
      let latest = before.lazy.map { index.frames[$0].decodePosition }.max() ?? -1
      if latest < earliest { break }
      end -= 1
      earliest = min(earliest, index.frames[end].decodePosition)
    }
    return end
  }

  /// Reordering never reaches further than this: a few mini GOPs of the longest kind.
  private static let reach = 256

  /// A copy of fewer frames between two encoded pieces is not worth its seams.
  private static let shortestCopy = 2

  private static let jointsTried = 16

  /// Reordering of a few mini GOPs.
  private static let endsTried = 32
}
