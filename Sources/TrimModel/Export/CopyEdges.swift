// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a copy of packets can begin and end, from the index alone.
///
/// A copy is a run of packets in decode order. It may begin at an access point (leading pictures,
/// shown before it and stored after it, are left out) and end after any packet. What it shows is
/// free of holes only where no packet after the end is shown before one inside.
struct CopyEdges {
  /// A run of packets and what becomes of it.
  struct Run {
    var packets: Range<Int>
    var shownFrames: Range<Int>
    var leading: Set<Int>
    /// Packets in the run that nobody sees.
    var hidden: Int
    var bytes: Int64
    var seconds: Double
  }

  let index: FrameIndex
  let isIntraOnly: Bool

  /// Whether packets without a frame of their own belong to the frame stored before them, as second
  /// fields do; not so where edit lists hide whole frames.
  let joinsFields: Bool

  /// The shortest run that shows `frames` and moves both edges outward to where a copy is clean.
  func copy(of frames: Range<Int>) -> Run {
    let start = accessPoint(atOrBefore: frames.lowerBound)
    var end = frames.upperBound
    // Each round takes in the frames that the end so far would tear out of the middle.
    while let torn = lastFrameStored(before: endPosition(after: end), shownFrom: end) {
      end = torn + 1
    }
    return run(from: start, showing: (start ?? 0)..<end)
  }

  /// The shortest run from which `frames` can be decoded; the rest of it is to be hidden.
  func hiding(of frames: Range<Int>) -> Run {
    run(from: accessPoint(atOrBefore: frames.lowerBound), showing: frames)
  }

  /// The same from a given keyframe; nil for the start of the file.
  func hiding(of frames: Range<Int>, from start: Int?) -> Run { run(from: start, showing: frames) }

  /// Number of the frame at which decoding can start to show frame `number`; nil when that is before
  /// the first shown frame.
  private func accessPoint(atOrBefore number: Int) -> Int? {
    isIntraOnly ? number : index.keyframe(atOrBefore: number)
  }

  private func run(from start: Int?, showing frames: Range<Int>) -> Run {
    let first = start.map { Int(index.frames[$0].decodePosition) } ?? 0
    let end = endPosition(after: frames.upperBound, joiningFields: true)
    let leading = start.map { leadingPackets(of: $0, before: end) } ?? []
    // Frames shown after the last one asked for and stored before it.
    var tailBytes: Int64 = 0
    var tailFrames = 0
    for number in laterFrames(from: frames.upperBound)
    where index.frames[number].decodePosition < end {
      tailBytes += Int64(index.frames[number].bytes)
      tailFrames += 1
    }
    let head = (start ?? 0)..<frames.upperBound
    let unseen =
      joinsFields
      ? head.count - frames.count + tailFrames : end - first - leading.count - frames.count
    return Run(
      packets: first..<end, shownFrames: frames, leading: leading,
      hidden: unseen,
      bytes: index.bytes(ofFrames: head) + tailBytes,
      seconds: (index.time(ofFrame: frames.upperBound) - index.time(ofFrame: frames.lowerBound))
        .seconds)
  }

  /// One more than the last position of a frame that is shown before frame `number`.
  private func endPosition(after number: Int, joiningFields: Bool = false) -> Int {
    var last: Int32 = -1
    // Frames before the last but one access point are stored before the last one.
    for earlier in earlierFrames(from: number) {
      last = max(last, index.frames[earlier].decodePosition)
    }
    guard joiningFields else { return Int(last) + 1 }
    return Int(last) + 1 + followers(of: last, near: number)
  }

  /// How many packets without a frame of their own are stored behind the frame at `position`.
  private func followers(of position: Int32, near number: Int) -> Int {
    guard joinsFields else { return 0 }
    let around = earlierFrames(from: number).lowerBound..<laterFrames(from: number).upperBound
    var next = Int32.max
    var previous: Int32 = -1
    for candidate in around {
      let other = index.frames[candidate].decodePosition
      if other > position { next = min(next, other) }
      if other < position { previous = max(previous, other) }
    }
    if next < .max { return Int(next - position) - 1 }
    // The last frame of the file: as many as the one before it has.
    return previous >= 0 ? Int(position - previous) - 1 : 0
  }

  /// The last frame from `number` on that is stored before `position`; nil for none.
  private func lastFrameStored(before position: Int, shownFrom number: Int) -> Int? {
    laterFrames(from: number).last { index.frames[$0].decodePosition < position }
  }

  /// Positions of packets after the access point that are shown before it.
  private func leadingPackets(of start: Int, before end: Int) -> Set<Int> {
    let position = index.frames[start].decodePosition
    var leading: Set<Int> = []
    for number in earlierFrames(from: start) {
      let candidate = index.frames[number].decodePosition
      guard candidate > position, Int(candidate) < end else { continue }
      let last = Int(candidate) + followers(of: candidate, near: start)
      for packet in Int(candidate)...min(last, end - 1) { leading.insert(packet) }
    }
    return leading
  }

  /// Frames shown before `number` that may be stored after it: back to the last but one keyframe.
  private func earlierFrames(from number: Int) -> Range<Int> {
    guard !isIntraOnly else { return max(0, number - Self.intraOnlyReach)..<number }
    let near = index.keyframe(atOrBefore: max(0, number - 1)) ?? 0
    let far = near > 0 ? index.keyframe(atOrBefore: near - 1) ?? 0 : 0
    return max(far, number - Self.longestReach)..<number
  }

  /// Frames shown from `number` on that may be stored before it: up to the second keyframe.
  private func laterFrames(from number: Int) -> Range<Int> {
    guard number < index.count else { return number..<number }
    guard !isIntraOnly else { return number..<min(index.count, number + Self.intraOnlyReach) }
    let near = index.keyframe(atOrAfter: number) ?? index.count - 1
    let far = index.keyframe(atOrAfter: near + 1) ?? index.count - 1
    return number..<min(far + 1, index.count, number + Self.longestReach)
  }

  /// Intra-only codecs store frames as shown; a few containers shuffle some.
  private static let intraOnlyReach = 32

  /// However long a GOP is, frames are stored near the place where they are shown.
  private static let longestReach = 2048
}
