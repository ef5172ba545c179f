// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// Playing backwards, on the presenter's thread.
extension PlayerCore {
  /// Begins to play backwards; called under the lock.
  func beginReverse(at time: MediaTime, in control: inout PlayerControl) {
    control.endSession()
    control.generation += 1
    control.isAtEnd = false
    let frame = control.frameTime(at: time)
    control.reverse = ReverseRun(
      start: end(ofFrameAt: frame, in: control), startTime: clock.now, speed: -control.state.rate)
    control.state.isPlaying = true
    control.wakesPresenter = true
    showStill(at: frame, in: &control)
  }

  /// Asks for the frame that belongs on screen; stops once the clip's first was there for its time.
  ///
  /// - Returns: When the frame before it does, on the player's clock.
  func goBack(_ run: ReverseRun) -> Int64? {
    let now = clock.now
    var wakeTime: Int64?
    change { control in
      guard control.reverse?.startTime == run.startTime, control.reverse?.start == run.start else {
        return
      }
      let first = control.index?.startTime ?? control.firstTime
      let here = run.time(at: now)
      guard here >= first else {
        control.endSession()
        return
      }
      let frame = max(first, control.frameTime(at: here))
      if frame < control.asked { showStill(at: frame, in: &control) }
      // Where no index tells, the next is asked for by the frame rate.
      wakeTime = run.passing(control.indexReaches(here) ? frame : here - frameLength)
    }
    return wakeTime
  }

  private func end(ofFrameAt time: MediaTime, in control: PlayerControl) -> MediaTime {
    guard control.indexReaches(time), let index = control.index, let frame = index.frame(at: time)
    else { return time + frameLength }
    let end = frame + 1 < index.count ? index.time(ofFrame: frame + 1) : index.endTime
    return end.rescaled(to: timebase)
  }

  /// How long a frame is on screen by the clip's frame rate.
  var frameLength: MediaTime {
    MediaTime(seconds: 1 / (clip.video.frameRate?.framesPerSecond ?? 25), timebase: timebase)
  }
}
