// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import Playback
import TrimModel

/// What the keys and buttons of playing do.
extension EditorController {
  func togglePlaying() {
    if playerState.isPlaying {
      player.pause()
    } else if state.isLooping, !state.range.contains(state.playhead) {
      player.play(from: state.range.inPoint)
    } else {
      player.play()
    }
  }

  /// Starts the whole clip in its loop.
  func playFromStart() {
    setRange()
    player.play(from: state.range.inPoint)
  }

  /// Tells the player what is played, and whether over and over.
  func setRange() { player.setRange(state.range, isLooping: state.isLooping) }

  /// Plays at this speed, now and from now on.
  func setSpeed(_ rate: Double) {
    chosenRate = rate
    player.setRate(rate)
  }

  /// Plays; when it plays already, at twice the speed, up to the fastest.
  func playFaster() {
    guard playerState.isPlaying else { return togglePlaying() }
    player.setRate(playerState.rate < 0 ? chosenRate : min(4, playerState.rate * 2))
  }

  /// Plays backwards; when it does already, at twice the speed, up to the fastest.
  func playBackwards() {
    if playerState.isPlaying, playerState.rate < 0 {
      player.setRate(max(-4, playerState.rate * 2))
    } else {
      player.setRate(-1)
      player.play()
    }
  }

  /// The playhead is held: the loop rests, and goes on from where it is let go.
  func scrubbingChanged(_ isScrubbing: Bool) {
    scout?.setResting(isScrubbing)
    if isScrubbing {
      wasPlayingBeforeScrub = playerState.isPlaying
      player.pause()
    } else if wasPlayingBeforeScrub {
      wasPlayingBeforeScrub = false
      player.play()
    }
  }

  /// Says over the picture that nothing is heard, when that is news.
  func noticeSilence(_ new: PlayerState, before old: PlayerState) {
    func isSilent(_ state: PlayerState) -> Bool {
      state.isPlaying && state.rate > 0 && state.hasSound && !state.soundIsAvailable
    }
    guard isSilent(new) != isSilent(old) else { return }
    noticeEnd?.cancel()
    notice = nil
    guard isSilent(new), !new.isMuted else { return }
    EventLog.note("silent")
    notice = _t("Sound cannot be heard now")
    noticeEnd = Task { [weak self] in
      try? await Task.sleep(for: .seconds(Self.noticeSeconds))  // Cancelled is over as well.
      guard let self, !Task.isCancelled else { return }
      notice = nil
      render()
    }
  }

  private static let noticeSeconds = 8
}
