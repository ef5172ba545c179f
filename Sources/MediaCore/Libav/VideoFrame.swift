// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
public import TrimModel

/// A decoded picture, as the codec left it.
///
/// Immutable once made, so it may be read from any thread.
public final class VideoFrame: Sendable {
  // Never written after init; AVFrame buffers are reference counted atomically.
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<AVFrame>

  /// When it is shown, on the film's clock; nil when neither container nor decoder can tell.
  public let presentationTime: MediaTime?

  /// What its times count in.
  let timebase: Timebase

  /// Size in the bitstream, cropping applied.
  public let width: Int
  public let height: Int

  /// Takes ownership of `frame`.
  init(owning frame: UnsafeMutablePointer<AVFrame>, timebase: Timebase) {
    pointer = frame
    self.timebase = timebase
    // The packet's own time names the frame; libav's guess stands in where there is none.
    let own = frame.pointee.pts
    let ticks = own != kerf_AV_NOPTS_VALUE ? own : frame.pointee.best_effort_timestamp
    presentationTime =
      ticks == kerf_AV_NOPTS_VALUE ? nil : MediaTime(ticks: ticks, timebase: timebase)
    width = Int(frame.pointee.width)
    height = Int(frame.pointee.height)
  }

  /// Length in ticks of the film's timebase; 0 when unknown.
  var duration: Int64 { max(0, kerf_frame_duration(pointer)) }

  /// Width of a pixel over its height as the bitstream has it; nil when it does not say.
  var pixelAspect: (numerator: Int, denominator: Int)? {
    let aspect = pointer.pointee.sample_aspect_ratio
    guard aspect.num > 0, aspect.den > 0 else { return nil }
    return (Int(aspect.num), Int(aspect.den))
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&frame)
  }
}
