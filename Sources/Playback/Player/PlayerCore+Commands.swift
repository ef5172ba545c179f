// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// What a player is told: each call changes the shared value and returns at once.
extension PlayerCore {
  func play(from time: MediaTime?) {
    change { control in
      if time == nil, control.state.isPlaying { return }
      if control.state.rate > 0 { control.isAuditioning = false }
      let start =
        time.map { control.frameTime(at: $0) }
        ?? (control.state.rate > 0 ? control.playStart : control.asked)
      begin(at: start, turn: 0, in: &control)
    }
  }

  func auditionEdges() {
    change { control in
      guard control.range != nil else { return }
      if control.state.rate < 0 { control.state.rate = 1 }
      control.isAuditioning = true
      control.updateSoundAvailability()
      begin(at: control.playStart, turn: 0, in: &control)
    }
  }

  func pause() { change { pause(in: &$0) } }

  func seek(to time: MediaTime) {
    change { control in
      let wanted = max(control.firstTime, control.frameTime(at: time))
      control.isAtEnd = false
      if control.reverse != nil {
        begin(at: wanted, turn: 0, in: &control)
      } else if let turn = currentTurn(in: &control) {
        begin(at: wanted, turn: turn, in: &control)
      } else {
        showStill(at: wanted, in: &control)
      }
    }
  }

  func step(frames: Int) {
    change { control in
      pause(in: &control)
      control.isAtEnd = false
      let time = control.time(
        stepping: frames, frameSeconds: frameSeconds, timebase: timebase)
      showStill(at: time, in: &control)
    }
  }

  func setRange(_ range: TrimRange?, isLooping: Bool) {
    change { control in
      guard range != control.range || isLooping != control.isLooping else { return }
      control.range = range
      control.isLooping = isLooping
      loopPictures.removeAll()
      stills.setEdges(range.map { [$0.inPoint, $0.outPoint] } ?? [])
      guard var session = control.session else { return }
      let here = session.hasShownPicture ? control.shown : session.start
      let turn = currentTurn(in: &control) ?? 0
      let (start, route) = control.route(from: here, timebase: timebase)
      let alternates = control.needsSecondReader(route, timebase: timebase)
      if start == here, session.change(to: route, alternates: alternates, at: clock.now) {
        control.session = session
        control.wakesPresenter = true
        return
      }
      begin(at: here, turn: turn, in: &control)
    }
  }

  func setRate(_ rate: Double) {
    change { control in
      let rate = rate < 0 ? min(max(rate, -4), -0.25) : min(max(rate, 0.25), 4)
      guard rate != control.state.rate else { return }
      let turnsRound = (rate < 0) != (control.state.rate < 0)
      control.state.rate = rate
      control.updateSoundAvailability()
      control.wakesPresenter = true
      if control.reverse != nil || (turnsRound && control.session != nil) {
        let here = control.session?.hasShownPicture == false ? control.asked : control.shown
        begin(at: here, turn: 0, in: &control)
      } else {
        control.session?.clock.setRate(rate, at: clock.now)
        restartSound(in: &control)
      }
    }
  }

  func setSoundStream(_ stream: Int) {
    guard clip.soundStreams.contains(stream) else { return }
    change { control in
      guard stream != control.state.soundStream else { return }
      control.state.soundStream = stream
      // Of the one before it may have turned out that it cannot be decoded.
      control.state.hasSound = true
      control.updateSoundAvailability()
      restartSound(in: &control)
    }
  }

  /// Has the sound begin anew where the presentation is, if it is to be heard.
  private func restartSound(in control: inout PlayerControl) {
    let isHeard = control.state.hasSound && control.hasServer && control.isHeard
    control.session?.sound = isHeard ? .preparing : .absent
    control.session?.soundCut = nil
    control.session?.soundEpoch += 1
  }

  func setVolume(_ volume: Double) {
    change { control in
      control.state.volume = min(max(volume, 0), 1)
      soundQueue.setAmplitude(control.state.amplitude)
    }
  }

  func setMuted(_ isMuted: Bool) {
    change { control in
      control.state.isMuted = isMuted
      soundQueue.setAmplitude(control.state.amplitude)
    }
  }

  func setIndex(_ index: FrameIndex) {
    stills.setIndex(index)
    change { control in
      control.index = index
      control.indexVersion += 1
      guard !index.isEmpty, !control.hasMoved else { return }
      control.asked = index.startTime
      control.shown = index.startTime
    }
  }

  func setViewSize(_ size: PixelSize) {
    let size = PixelSize(width: max(1, size.width), height: max(1, size.height))
    change { control in
      let isFirst = !control.hasMoved
      guard size != control.viewSize || isFirst else { return }
      control.viewSize = size
      if control.session == nil, control.reverse == nil {
        showStill(at: control.asked, in: &control)
      }
    }
  }

  private func begin(at time: MediaTime, turn: Int, in control: inout PlayerControl) {
    if control.state.rate < 0 { return beginReverse(at: time, in: &control) }
    stills.rest()
    control.beginSession(at: time, turn: turn, timebase: timebase, now: clock.now)
    soundQueue.setAmplitude(control.state.amplitude)
  }

  private func pause(in control: inout PlayerControl) {
    if control.reverse != nil {
      control.endSession()
      // The frame that was asked for is on its way; the one on screen is where it stops.
      return showStill(at: control.shown, in: &control)
    }
    guard let session = control.session else { return }
    control.endSession()
    if session.hasShownPicture {
      control.asked = control.shown
    } else {
      // The screen still has what was there before.
      showStill(at: session.start, in: &control)
    }
  }

  /// The turn that plays now; nil while paused.
  private func currentTurn(in control: inout PlayerControl) -> Int? {
    control.session?.place(at: clock.now).turn
  }

  private var frameSeconds: Double { 1 / (clip.video.frameRate?.framesPerSecond ?? 25) }
}
