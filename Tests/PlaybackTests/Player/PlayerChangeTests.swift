// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import Playback
import TestSupport
import Testing
import TrimModel

/// Seeking, stepping, and what is changed while it plays.
@Suite(.timeLimit(.minutes(10)))
struct PlayerChangeTests {
  @Test func pausedSeekShowsTheFrameOnScreenAtThatTime() async throws {
    let harness = PlayerHarness()
    var random = SeededGenerator(seed: 5)
    for _ in 0..<100 {
      let frame = Int.random(in: 0..<50, using: &random)
      let inside = MediaTime(
        ticks: harness.film.frames[frame] + Int64.random(in: 0..<3_600, using: &random),
        timebase: harness.film.timebase)
      harness.player.seek(to: inside)
      #expect(try await harness.nextFrame() == frame)
      let position = try await harness.nextPosition()
      #expect(position.frameTime == harness.film.time(ofFrame: frame))
      #expect(harness.player.frameTime == position.frameTime)
    }
  }

  @Test func stepsGoThroughTheWholeClipAndBack() async throws {
    let harness = PlayerHarness()
    harness.player.seek(to: harness.film.time(ofFrame: 0))
    #expect(try await harness.nextFrame() == 0)
    for frame in 1..<50 {
      harness.player.step(frames: 1)
      #expect(try await harness.nextFrame() == frame)
    }
    for frame in (0..<49).reversed() {
      harness.player.step(frames: -1)
      #expect(try await harness.nextFrame() == frame)
    }
  }

  @Test func stepsStopAtTheEnds() async throws {
    let harness = PlayerHarness()
    harness.player.step(frames: -1)
    #expect(try await harness.nextFrame() == 0)
    harness.player.step(frames: 1_000)
    #expect(try await harness.nextFrame() == 49)
    harness.player.step(frames: 1)
    #expect(try await harness.nextFrame() == 49)
    harness.player.step(frames: -1_000)
    #expect(try await harness.nextFrame() == 0)
  }

  @Test func quickStepsCountFromTheFrameAskedForLast() async throws {
    let harness = PlayerHarness()
    for _ in 0..<10 { harness.player.step(frames: 1) }
    #expect(harness.player.frameTime == harness.film.time(ofFrame: 10))
    var last = -1
    while last != 10 { last = try await harness.nextFrame() }
  }

  @Test func stepsWithoutAnIndexGoByTheFrameRate() async throws {
    let harness = PlayerHarness(isIndexed: false)
    harness.player.seek(to: harness.film.time(ofFrame: 20))
    #expect(try await harness.nextFrame() == 20)
    for (step, frame) in [(1, 21), (1, 22), (-1, 21), (-1, 20), (5, 25)] {
      _ = try await harness.nextPosition()
      harness.player.step(frames: step)
      #expect(try await harness.nextFrame() == frame)
    }
  }

  @Test func pauseStopsOnTheFrameThatIsReported() async throws {
    let harness = PlayerHarness()
    harness.player.play()
    #expect(try await harness.frames(8) == Array(0..<8))
    harness.player.pause()
    let frame = harness.player.frameTime
    #expect(!harness.player.state.isPlaying)
    harness.clock.advance(byMilliseconds: 1_000)
    harness.player.step(frames: 1)
    var shown = try await harness.nextFrame()
    // The eighth advance may have brought one more on screen before the pause.
    if shown == 8, frame == harness.film.time(ofFrame: 8) { shown = try await harness.nextFrame() }
    let expected = try #require(harness.film.number(of: frame)) + 1
    #expect(shown == expected)
  }

  @Test func pauseBeforeTheFirstPictureShowsWhereItWouldHaveBegun() async throws {
    let harness = PlayerHarness()
    harness.player.play(from: harness.film.time(ofFrame: 30))
    harness.player.pause()
    #expect(try await harness.nextFrame() == 30)
    #expect(harness.player.frameTime == harness.film.time(ofFrame: 30))
  }

  @Test func playGoesOnWhereItWasPaused() async throws {
    let harness = PlayerHarness()
    harness.player.seek(to: harness.film.time(ofFrame: 7))
    #expect(try await harness.nextFrame() == 7)
    harness.player.play()
    #expect(try await harness.frames(3) == [7, 8, 9])
  }

  @Test func seekWhilePlayingPlaysOnFromThere() async throws {
    let harness = PlayerHarness()
    harness.player.play()
    #expect(try await harness.frames(3) == [0, 1, 2])
    #expect(try await harness.nextFrame() == 3)
    harness.player.seek(to: harness.film.time(ofFrame: 40))
    #expect(try await harness.frames(3) == [40, 41, 42])
    #expect(harness.player.state.isPlaying)
  }

  @Test func widerLoopWhilePlayingGoesOnWithoutABreak() async throws {
    let harness = PlayerHarness()
    harness.player.setLoop(harness.film.range(10, 40))
    harness.player.play()
    #expect(try await harness.frames(4) == [10, 11, 12, 13])
    #expect(try await harness.nextFrame() == 14)
    harness.player.setLoop(harness.film.range(8, 42))
    harness.clock.advance(byMilliseconds: 40)
    let frames = try await harness.frames(30)
    #expect(frames == Array(15..<42) + [8, 9, 10])
    #expect(harness.player.state.droppedPictures == 0)
  }

  @Test func narrowerLoopWhilePlayingKeepsToItAtOnce() async throws {
    let harness = PlayerHarness()
    harness.player.setLoop(harness.film.range(10, 40))
    harness.player.play()
    #expect(try await harness.frames(3) == [10, 11, 12])
    #expect(try await harness.nextFrame() == 13)
    // Pictures up to 21 are made already; none of them may be seen.
    harness.player.setLoop(harness.film.range(12, 15))
    harness.clock.advance(byMilliseconds: 40)
    #expect(try await harness.frames(7) == [14, 12, 13, 14, 12, 13, 14])
  }

  @Test func loopElsewhereWhilePlayingBeginsAtItsInPoint() async throws {
    let harness = PlayerHarness()
    harness.player.setLoop(harness.film.range(10, 14))
    harness.player.play()
    #expect(try await harness.frames(2) == [10, 11])
    #expect(try await harness.nextFrame() == 12)
    harness.player.setLoop(harness.film.range(30, 33))
    #expect(try await harness.frames(4) == [30, 31, 32, 30])
  }

  @Test func loopTakenAwayWhilePlayingPlaysToTheEnd() async throws {
    let harness = PlayerHarness()
    harness.player.setLoop(harness.film.range(30, 46))
    harness.player.play()
    #expect(try await harness.frames(3) == [30, 31, 32])
    #expect(try await harness.nextFrame() == 33)
    harness.player.setLoop(nil)
    harness.clock.advance(byMilliseconds: 40)
    #expect(try await harness.frames(16) == Array(34..<50))
    _ = try await harness.state { $0.isPlaying }
    _ = try await harness.state { !$0.isPlaying }
  }

  @Test func randomChangesNeverLeaveTheLoop() async throws {
    var random = SeededGenerator(seed: 21)
    let harness = PlayerHarness(gop: 10)
    var loop = 0..<50
    for _ in 0..<60 {
      let first = Int.random(in: 0..<49, using: &random)
      loop = first..<Int.random(in: (first + 1)...50, using: &random)
      let start = Int.random(in: 0..<50, using: &random)
      harness.player.pause()
      harness.player.setLoop(harness.film.range(loop.lowerBound, loop.upperBound))
      harness.player.play(from: harness.film.time(ofFrame: start))
      var frame = try await harness.nextFrame()
      #expect(frame == (loop.contains(start) ? start : first))
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        #expect(loop.contains(frame))
        harness.clock.advance(byMilliseconds: 40)
        let next = try await harness.nextFrame()
        #expect(
          next == frame || next == (frame + 1 < loop.upperBound ? frame + 1 : loop.lowerBound))
        frame = next
      }
    }
  }

  @Test func viewSizeIsKeptInMindForTheFirstPicture() async throws {
    let harness = PlayerHarness()
    harness.player.setViewSize(PixelSize(width: 100, height: 50))
    #expect(try await harness.nextFrame() == 0)
    harness.player.setViewSize(PixelSize(width: 200, height: 50))
    #expect(try await harness.nextFrame() == 0)
  }

  @Test func closeEndsAllStreamsAlsoWhilePlaying() async throws {
    let harness = PlayerHarness()
    harness.player.play()
    #expect(try await harness.frames(3) == [0, 1, 2])
    harness.player.close()
    await harness.drainStreams()
    harness.player.play()
    harness.player.seek(to: .zero)
    harness.player.step(frames: 1)
    #expect(!harness.player.state.isPlaying)
  }

  @Test func playerThatIsLetGoEnds() async throws {
    var harness: PlayerHarness? = PlayerHarness()
    let pictures = try #require(harness?.player.states())
    harness?.player.play()
    harness = nil
    // Ends only if the player's threads let go of it.
    for await _ in pictures {}
  }
}
