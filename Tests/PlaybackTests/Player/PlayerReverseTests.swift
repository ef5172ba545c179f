// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import Playback
import TestSupport
import Testing
import TrimModel

/// Playing backwards on a clock that the test moves.
@Suite(.timeLimit(.minutes(10)))
struct PlayerReverseTests {
  @Test func everyFrameComesBackwardsAndItStopsAtTheFirst() async throws {
    let harness = PlayerHarness()
    harness.player.setRate(-1)
    harness.player.play(from: harness.film.time(ofFrame: 20))
    #expect(harness.player.state.isPlaying && !harness.player.state.soundIsAvailable)
    #expect(try await harness.frames(21) == Array((0...20).reversed()))
    let end = try await harness.state { !$0.isPlaying && $0.rate == -1 }
    #expect(!end.isPlaying)
    _ = try await harness.state { $0.isPlaying }
    _ = try await harness.state { !$0.isPlaying }
    #expect(harness.player.frameTime == harness.film.time(ofFrame: 0))
  }

  @Test func eachFrameIsThereForItsTime() async throws {
    let harness = PlayerHarness()
    harness.player.setRate(-1)
    harness.player.play(from: harness.film.time(ofFrame: 20))
    #expect(try await harness.nextFrame() == 20)
    harness.clock.advance(byMilliseconds: 39)
    #expect(harness.player.frameTime == harness.film.time(ofFrame: 20))
    harness.clock.advance(byMilliseconds: 1)
    #expect(try await harness.nextFrame() == 19)
  }

  @Test func turningRoundWhilePlayingGoesOnFromTheFrameOnScreen() async throws {
    let harness = PlayerHarness()
    harness.player.play()
    #expect(try await harness.frames(10) == Array(0..<10))
    #expect(try await harness.nextFrame() == 10)
    harness.player.setRate(-1)
    #expect(harness.player.state.isPlaying)
    #expect(try await harness.frames(4) == [10, 9, 8, 7])
    #expect(try await harness.nextFrame() == 6)
    harness.player.setRate(1)
    #expect(try await harness.frames(3) == [6, 7, 8])
  }

  @Test func pauseStopsOnTheFrameOnScreen() async throws {
    let harness = PlayerHarness()
    harness.player.setRate(-1)
    harness.player.play(from: harness.film.time(ofFrame: 20))
    #expect(try await harness.frames(3) == [20, 19, 18])
    #expect(try await harness.nextFrame() == 17)
    harness.player.pause()
    #expect(!harness.player.state.isPlaying)
    #expect(harness.player.frameTime == harness.film.time(ofFrame: 17))
    harness.clock.advance(byMilliseconds: 500)
    harness.player.step(frames: -1)
    var shown = try await harness.nextFrame()
    if shown == 17 { shown = try await harness.nextFrame() }
    #expect(shown == 16)
  }

  @Test func twiceAsFastLeavesOutEverySecondFrame() async throws {
    let harness = PlayerHarness()
    harness.player.setRate(-2)
    harness.player.play(from: harness.film.time(ofFrame: 20))
    #expect(try await harness.frames(5) == [20, 18, 16, 14, 12])
  }

  @Test func seekWhilePlayingBackwardsGoesOnBackwards() async throws {
    let harness = PlayerHarness()
    harness.player.setRate(-1)
    harness.player.play(from: harness.film.time(ofFrame: 20))
    #expect(try await harness.frames(2) == [20, 19])
    #expect(try await harness.nextFrame() == 18)
    harness.player.seek(to: harness.film.time(ofFrame: 40))
    #expect(try await harness.frames(3) == [40, 39, 38])
    #expect(harness.player.state.isPlaying)
  }
}
