// SPDX-License-Identifier: GPL-3.0-or-later

/// Where frames begin in a clip whose index may still be growing.
///
/// As far as the index reaches, a boundary is the PTS of a frame or the end of the last one. Behind
/// that any tick may be one, and a frame is as long as the container's frame rate says. Every
/// answer lies inside the clip.
struct FrameGrid {
  let index: FrameIndex
  let extent: TrimRange

  /// Length of a frame that is not indexed yet; at least a tick.
  let nominalFrame: MediaTime

  init(index: FrameIndex, extent: TrimRange, frameRate: FrameRate?) {
    self.index = index
    self.extent = extent
    let timebase = index.timebase
    let rate = frameRate?.framesPerSecond ?? index.averageRate ?? 25
    let length = MediaTime(seconds: 1 / max(rate, 1e-3), timebase: timebase)
    nominalFrame = MediaTime(ticks: max(1, length.ticks), timebase: timebase)
  }

  /// Whether the index tells what is around `time`.
  func reaches(_ time: MediaTime) -> Bool {
    !index.isEmpty && (index.isComplete || time <= index.endTime)
  }

  /// The boundary nearest to `time`; of two equally near ones the later.
  func nearest(to time: MediaTime) -> MediaTime {
    clamped(
      reaches(time)
        ? index.time(ofFrame: index.nearestBoundary(to: time))
        : time.rescaled(to: index.timebase))
  }

  func last(atOrBefore time: MediaTime) -> MediaTime {
    guard reaches(time) else { return clamped(time.rescaled(to: index.timebase, rounding: .down)) }
    // `frame(at:)` never answers the boundary behind the last frame.
    if time >= index.endTime { return clamped(index.endTime) }
    return clamped(index.frame(at: time).map { index.time(ofFrame: $0) } ?? extent.inPoint)
  }

  func first(atOrAfter time: MediaTime) -> MediaTime {
    guard reaches(time) else { return clamped(time.rescaled(to: index.timebase, rounding: .up)) }
    return clamped(index.time(ofFrame: index.firstFrame(atOrAfter: time)))
  }

  /// The boundary so many frames from the one nearest to `time`.
  func boundary(_ frames: Int, from time: MediaTime) -> MediaTime {
    guard reaches(time) else {
      let moved = advanced(time.rescaled(to: index.timebase), by: frames)
      return reaches(moved) ? nearest(to: moved) : clamped(moved)
    }
    let (target, overflow) = index.nearestBoundary(to: time).addingReportingOverflow(frames)
    if target < 0 || overflow { return frames < 0 ? extent.inPoint : extent.outPoint }
    if target <= index.count { return clamped(index.time(ofFrame: target)) }
    return index.isComplete
      ? extent.outPoint : clamped(advanced(index.endTime, by: target - index.count))
  }

  /// PTS of the frame on screen at `time`; never the clip's end, where none is.
  func frame(at time: MediaTime) -> MediaTime {
    if reaches(time), index.isComplete || time < index.endTime, let number = index.frame(at: time) {
      return index.time(ofFrame: number)
    }
    let lastTick = MediaTime(
      ticks: extent.outPoint.ticks - 1, timebase: extent.outPoint.timebase)
    return max(extent.inPoint, min(time.rescaled(to: index.timebase), lastTick))
  }

  /// `time`, or the end of the clip that it lies behind.
  func clamped(_ time: MediaTime) -> MediaTime {
    min(max(time, extent.inPoint), extent.outPoint)
  }

  private func advanced(_ time: MediaTime, by frames: Int) -> MediaTime {
    let (length, overflow) = nominalFrame.ticks.multipliedReportingOverflow(by: Int64(frames))
    guard !overflow else { return frames < 0 ? extent.inPoint : extent.outPoint }
    let (ticks, overflow2) = time.ticks.addingReportingOverflow(length)
    guard !overflow2 else { return frames < 0 ? extent.inPoint : extent.outPoint }
    return MediaTime(ticks: ticks, timebase: time.timebase)
  }
}
