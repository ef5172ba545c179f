// SPDX-License-Identifier: GPL-3.0-or-later
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
    if isScrubbing {
      wasPlayingBeforeScrub = playerState.isPlaying
      player.pause()
    } else if wasPlayingBeforeScrub {
      wasPlayingBeforeScrub = false
      player.play()
    }
  }
}
