// SPDX-License-Identifier: GPL-3.0-or-later

/// Every shown frame of the film in display order, from its packets alone.
///
/// Frame numbers count from 0 in shown order. All times are on the video stream's clock, in
/// ``timebase``; time 0 of the interface is ``startTime``. While a file is still being read the
/// index is a growing prefix and ``isComplete`` is false. A value of 24 bytes a frame.
public struct FrameIndex: Equatable, Sendable {
  /// One shown frame.
  public struct Frame: Equatable, Sendable {
    /// Presentation time in ticks of the index's timebase; unique and rising.
    public let pts: Int64
    /// Position of its packet among the video packets of the file, from 0: decode order.
    public let decodePosition: Int32
    /// Size of its packet.
    public let bytes: Int32
    /// Whether decoding can start here and every later shown frame comes out right.
    public let isKeyframe: Bool
    /// Whether frames that are shown before this keyframe but stored after it need the GOP before.
    public let isOpenGOP: Bool

    public init(
      pts: Int64, decodePosition: Int32, bytes: Int32, isKeyframe: Bool, isOpenGOP: Bool = false
    ) {
      self.pts = pts
      self.decodePosition = decodePosition
      self.bytes = bytes
      self.isKeyframe = isKeyframe
      self.isOpenGOP = isOpenGOP
    }
  }

  /// Where a keyframe's packet is stored, as far as the container tells.
  public struct KeyframeLocation: Equatable, Sendable {
    /// Decoding time in ticks of the index's timebase.
    public let dts: Int64?
    /// Where its data starts in the file, in bytes.
    public let bytePosition: Int64?

    public init(dts: Int64?, bytePosition: Int64?) {
      self.dts = dts
      self.bytePosition = bytePosition
    }
  }

  public let timebase: Timebase

  /// In display order, PTS strictly rising.
  public let frames: [Frame]

  /// Numbers of the keyframes, rising.
  public let keyframes: [Int]

  /// Where each of ``keyframes`` is stored, in the same order; empty when nobody noted it.
  public let keyframeLocations: [KeyframeLocation]

  /// End of the last frame, in ticks: its PTS plus its duration.
  public let endPTS: Int64

  /// Whether the whole file was read.
  public let isComplete: Bool

  /// Whether the container stores presentation times; if not, PTS were made from decode order.
  public let hasStoredPTS: Bool

  /// - Precondition: `frames` are strictly rising by PTS and `endPTS` is after the last.
  public init(
    timebase: Timebase, frames: [Frame], endPTS: Int64, isComplete: Bool, hasStoredPTS: Bool = true,
    keyframeLocations: [KeyframeLocation] = []
  ) {
    precondition(frames.last.map { $0.pts < endPTS } ?? true, "the last frame has a length")
    self.timebase = timebase
    self.frames = frames
    self.endPTS = endPTS
    self.isComplete = isComplete
    self.hasStoredPTS = hasStoredPTS
    keyframes = frames.indices.filter { frames[$0].isKeyframe }
    precondition(
      keyframeLocations.isEmpty || keyframeLocations.count == keyframes.count,
      "a location for every keyframe or for none")
    self.keyframeLocations = keyframeLocations
    byteCheckpoints = Self.checkpoints(of: frames)
  }

  /// Bytes of all packets before every ``checkpointSpacing``th frame, so that sums are quick.
  private let byteCheckpoints: [Int64]
  private static let checkpointSpacing = 256

  public var count: Int { frames.count }
  public var isEmpty: Bool { frames.isEmpty }

  /// PTS of the first shown frame: time 0 of the interface.
  public var startTime: MediaTime { time(frames.first?.pts ?? 0) }

  /// End of the last frame.
  public var endTime: MediaTime { time(frames.isEmpty ? 0 : endPTS) }

  /// Length as shown.
  public var duration: MediaTime { endTime - startTime }

  /// PTS of a frame; ``endTime`` for `number == count`.
  ///
  /// - Precondition: `number` is in `0...count`.
  public func time(ofFrame number: Int) -> MediaTime {
    number == frames.count ? endTime : time(frames[number].pts)
  }

  /// Number of the frame that is on screen at `time`: the last whose PTS is not after it.
  ///
  /// Clamped to the first and last frame; nil only for an empty index.
  public func frame(at time: MediaTime) -> Int? {
    guard !frames.isEmpty else { return nil }
    return max(0, firstFrame(after: time) - 1)
  }

  /// Number of the frame with exactly this PTS; nil when there is none.
  public func number(ofPTS pts: Int64) -> Int? {
    let number = partition { $0.pts >= pts }
    return number < count && frames[number].pts == pts ? number : nil
  }

  /// Number of the first frame whose PTS is not before `time`; `count` when there is none.
  public func firstFrame(atOrAfter time: MediaTime) -> Int {
    partition { self.time($0.pts) >= time }
  }

  /// Number of the frame whose PTS is nearest to `time`, or `count` when the end is nearer.
  public func nearestBoundary(to time: MediaTime) -> Int {
    let after = firstFrame(atOrAfter: time)
    guard after > 0 else { return 0 }
    let before = after - 1
    let distanceBefore = time - self.time(ofFrame: before)
    let distanceAfter = self.time(ofFrame: after) - time
    return distanceBefore < distanceAfter ? before : after
  }

  /// Number of the last keyframe at or before frame `number`, in display order; nil before the first.
  public func keyframe(atOrBefore number: Int) -> Int? {
    let position = keyframes.partitionPoint { $0 > number }
    return position == 0 ? nil : keyframes[position - 1]
  }

  /// Number of the first keyframe at or after frame `number`; nil after the last.
  public func keyframe(atOrAfter number: Int) -> Int? {
    let position = keyframes.partitionPoint { $0 >= number }
    return position == keyframes.count ? nil : keyframes[position]
  }

  /// Position in ``keyframes`` of the frame `number`; nil when it is no keyframe.
  public func keyframePosition(ofFrame number: Int) -> Int? {
    let position = keyframes.partitionPoint { $0 >= number }
    return position < keyframes.count && keyframes[position] == number ? position : nil
  }

  /// Size of the packets of frames of these numbers; a few hundred additions at most.
  ///
  /// - Precondition: The numbers are within `0...count`.
  public func bytes(ofFrames numbers: Range<Int>) -> Int64 {
    bytes(before: numbers.upperBound) - bytes(before: numbers.lowerBound)
  }

  private func bytes(before number: Int) -> Int64 {
    guard number > 0 else { return 0 }
    let checkpoint = (number - 1) / Self.checkpointSpacing
    return frames[(checkpoint * Self.checkpointSpacing)..<number]
      .reduce(byteCheckpoints[checkpoint]) { $0 + Int64($1.bytes) }
  }

  private static func checkpoints(of frames: [Frame]) -> [Int64] {
    var result: [Int64] = []
    var sum: Int64 = 0
    for (number, frame) in frames.enumerated() {
      if number % checkpointSpacing == 0 { result.append(sum) }
      sum += Int64(frame.bytes)
    }
    return result
  }

  /// Whether every frame is a keyframe, so that any cut is free.
  public var isIntraOnly: Bool { keyframes.count == frames.count }

  /// Frames a second on average, for typed frame counts and estimates; nil below two frames.
  public var averageRate: Double? {
    let seconds = duration.seconds
    return count > 1 && seconds > 0 ? Double(count) / seconds : nil
  }

  private func firstFrame(after time: MediaTime) -> Int { partition { self.time($0.pts) > time } }

  private func partition(_ isInSecondPart: (Frame) -> Bool) -> Int {
    frames.partitionPoint(isInSecondPart)
  }

  private func time(_ pts: Int64) -> MediaTime { MediaTime(ticks: pts, timebase: timebase) }
}

extension Array {
  /// Position of the first element in the second part of a partitioned array, by halving.
  func partitionPoint(_ isInSecondPart: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
