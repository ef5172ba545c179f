// SPDX-License-Identifier: GPL-3.0-or-later

/// The last few frames that were decoded on the way to another, before they are pictures: whoever waits
/// for the other does not wait for these.
struct SpareFrames {
  /// Decoded frames are large; those of 1080p take 3 MB each.
  private static let byteLimit = 48 << 20
  private static let longest = 16

  private let limit: Int
  private var frames: [DecodedFrame] = []

  /// - Parameter framePixels: Pixels of a decoded frame.
  init(framePixels: Int) {
    limit = min(Self.longest, max(1, Self.byteLimit / max(1, framePixels * 3 / 2)))
  }

  var count: Int { frames.count }

  /// Takes a frame in.
  ///
  /// - Returns: The one that there is no room for any more: the first that came.
  mutating func insert(_ frame: DecodedFrame) -> DecodedFrame? {
    frames.removeAll { $0.pts == frame.pts }
    frames.append(frame)
    return frames.count > limit ? frames.removeFirst() : nil
  }

  /// Takes out the frame with this PTS.
  mutating func take(_ pts: Int64) -> DecodedFrame? {
    guard let place = frames.firstIndex(where: { $0.pts == pts }) else { return nil }
    return frames.remove(at: place)
  }

  /// Takes out the frame that came last.
  mutating func takeLast() -> DecodedFrame? { frames.popLast() }

  mutating func removeAll() { frames = [] }
}
