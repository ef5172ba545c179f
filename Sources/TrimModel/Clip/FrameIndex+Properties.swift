// SPDX-License-Identifier: GPL-3.0-or-later

extension FrameIndex {
  /// Whether frames are stored out of display order.
  public var hasReordering: Bool {
    zip(frames, frames.dropFirst()).contains { $0.decodePosition > $1.decodePosition }
  }

  /// Whether a cut at some keyframe leaves pictures before it that need the GOP before.
  public var hasOpenGOPs: Bool { frames.contains { $0.isOpenGOP } }

  /// Whether frames last differently long, beyond what rounding to ticks explains.
  ///
  /// The last frame's length is often a guess of the muxer and does not count.
  public var hasVariableFrameRate: Bool {
    guard count > 2, let first = frames.first, let last = frames.last else { return false }
    let mean = Double(last.pts - first.pts) / Double(count - 1)
    // A tick of rounding at either end; a hundredth of a frame for clocks that drift.
    let tolerance = max(1.0, mean / 100) + 0.5
    return zip(frames, frames.dropFirst()).contains {
      abs(Double($1.pts - $0.pts) - mean) > tolerance
    }
  }
}
