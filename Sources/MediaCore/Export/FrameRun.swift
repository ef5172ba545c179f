// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// The decoded frames of a range of numbers, every one of them, in order.
///
/// A frame that cannot be decoded is the one before it once more, as players show it. Belongs to one
/// thread.
final class FrameRun {
  private let source: FrameSource
  private let index: FrameIndex
  private let frames: Range<Int>
  private var next: Int
  private var previous: DecodedFrame?
  /// Frames that were looked at and not taken yet.
  private var waiting: [VideoFrame] = []

  init(_ frames: Range<Int>, of source: FrameSource, index: FrameIndex) {
    self.source = source
    self.index = index
    self.frames = frames
    next = frames.lowerBound
  }

  /// Up to `count` frames that come next, which ``nextFrame()`` gives all the same.
  ///
  /// - Throws: What ``nextFrame()`` throws.
  func peek(_ count: Int) throws(MediaError) -> [VideoFrame] {
    while waiting.count < count, let frame = try decodeNext() { waiting.append(frame) }
    return Array(waiting.prefix(count))
  }

  /// The next frame; nil behind the last.
  ///
  /// - Throws: What decoding throws, `.invalidData` when nothing at all can be decoded.
  func nextFrame() throws(MediaError) -> VideoFrame? {
    waiting.isEmpty ? try decodeNext() : waiting.removeFirst()
  }

  private func decodeNext() throws(MediaError) -> VideoFrame? {
    guard next < frames.upperBound else { return nil }
    let wanted = index.frames[next].pts
    if next == frames.lowerBound {
      // What no other frame needs is nothing on the way there.
      source.leavesOutUnreferencedBefore = wanted
      defer { source.leavesOutUnreferencedBefore = nil }
      previous = try source.frame(at: index.time(ofFrame: next))
    } else {
      while let found = try source.next() {
        if found.pts > wanted {
          source.putBack(found)
          break
        }
        previous = found
        if found.pts == wanted { break }
      }
    }
    guard let frame = previous else { throw MediaError(.invalidData, "decode frames") }
    next += 1
    return frame.frame
  }
}
