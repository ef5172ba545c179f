// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

extension FrameSource {
  /// Decodes up to the frame that is on screen at `time` and returns it.
  ///
  /// Decodes on from where the source stands when that is the shorter way. A time outside the film
  /// gives its first or last frame; a frame that cannot be decoded, the nearest earlier one that can.
  ///
  /// - Parameters:
  ///   - time: On the film's clock.
  ///   - visit: Gets every frame that comes out on the way, the result included.
  /// - Returns: nil only when nothing of the film can be decoded.
  /// - Throws: `.cancelled` when interrupted, and what reading throws.
  func frame(
    at time: MediaTime, visit: (DecodedFrame) -> Void = { _ in }
  ) throws(MediaError) -> DecodedFrame? {
    do {
      return try find(time, visit: visit)
    } catch {
      guard decoder.hasLostDevice else { throw error }
      try decodeWithoutDevice()
      return try find(time, visit: visit)
    }
  }

  private func find(
    _ time: MediaTime, visit: (DecodedFrame) -> Void
  ) throws(MediaError) -> DecodedFrame? {
    if let index, let number = index.frame(at: time),
      index.isComplete || time < index.endTime
    {
      return try frame(number: number, in: index, visit: visit)
    }
    let ticks = time.rescaled(to: timebase, rounding: .down).ticks
    return try frame(onScreenAt: ticks, visit: visit)
  }

  // MARK: - With an index

  private func frame(
    number: Int, in index: FrameIndex, visit: (DecodedFrame) -> Void
  ) throws(MediaError) -> DecodedFrame? {
    let wanted = index.frames[number].pts
    var best: DecodedFrame?
    if isAhead(number, in: index) {
      best = try decode(upTo: wanted, visit: visit)
      if let best, best.pts == wanted { return best }
    }
    for start in Self.startingPoints(for: number, in: index) {
      switch start {
      case .keyframe(let position):
        guard try seek(toKeyframe: position) else { continue }
        try didReachKeyframe()
      case .startOfFile: try rewind()
      }
      guard let found = try decode(upTo: wanted, visit: visit) else { continue }
      if found.pts == wanted { return found }
      if best.map({ $0.pts < found.pts }) ?? true { best = found }
      // The way led past the place of the wanted frame, so that it cannot be decoded at all.
      if lastPTS.map({ $0 >= wanted }) ?? false, found.pts < wanted { return best }
    }
    return best
  }

  /// Whether the frame comes out by decoding on, sooner than by seeking.
  private func isAhead(_ number: Int, in index: FrameIndex) -> Bool {
    guard let lastPTS else {
      // Given up for another frame before any came out: what was fed to the decoder is of use.
      guard let soughtPTS, soughtPTS <= index.frames[number].pts else { return false }
      return index.keyframe(atOrBefore: number).map { index.frames[$0].pts == soughtPTS } ?? false
    }
    guard lastPTS < index.frames[number].pts else { return false }
    guard let keyframe = index.keyframe(atOrBefore: number) else { return true }
    // A keyframe between here and there is the better place to start from, unless it is near.
    let here = index.frame(at: MediaTime(ticks: lastPTS, timebase: index.timebase)) ?? 0
    return index.frames[keyframe].pts <= lastPTS || number - here <= 8
  }

  private enum StartingPoint {
    /// Position in the index's `keyframes`.
    case keyframe(Int)
    case startOfFile
  }

  /// Where to start decoding for a frame: the right keyframe, then ever earlier ones, for seeks that
  /// land late and keyframes that turn out not to be any.
  private static func startingPoints(for number: Int, in index: FrameIndex) -> [StartingPoint] {
    guard let keyframe = index.keyframe(atOrBefore: number),
      var position = index.keyframePosition(ofFrame: keyframe)
    else { return [.startOfFile] }
    // A frame stored before the keyframe that it is shown after needs the keyframe before.
    while position > 0,
      index.frames[index.keyframes[position]].decodePosition > index.frames[number].decodePosition
    {
      position -= 1
    }
    var points = [StartingPoint.keyframe(position)]
    for distance in [1, 3, 8] where position - distance >= 0 {
      points.append(.keyframe(position - distance))
    }
    return points + [.startOfFile]
  }

  /// Decodes until a frame at or after `wanted` came out.
  ///
  /// - Returns: The frame at `wanted`, else the last before it; nil when there was none before.
  private func decode(
    upTo wanted: Int64, visit: (DecodedFrame) -> Void
  ) throws(MediaError) -> DecodedFrame? {
    var previous: DecodedFrame?
    while let frame = try next() {
      if frame.pts > wanted {
        putBack(frame)
        return previous
      }
      visit(frame)
      if frame.pts == wanted { return frame }
      previous = frame
    }
    return previous
  }

  // MARK: - Without an index

  private func frame(
    onScreenAt ticks: Int64, visit: (DecodedFrame) -> Void
  ) throws(MediaError) -> DecodedFrame? {
    let second = Int64(timebase.denominator) / Int64(timebase.numerator)
    if let lastPTS, lastPTS < ticks, ticks - lastPTS < 2 * second,
      let found = try decode(upTo: ticks, visit: visit)
    {
      return found
    }
    for back in [0, 1, 5, 20, 60] {
      try seek(toKeyframeBefore: ticks - Int64(back) * second)
      if let found = try decode(upTo: ticks, visit: visit) { return found }
    }
    try rewind()
    if let found = try decode(upTo: ticks, visit: visit) { return found }
    // Before the first frame: the first.
    guard let first = try next() else { return nil }
    visit(first)
    return first
  }
}
