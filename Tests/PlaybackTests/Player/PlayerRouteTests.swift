// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import Playback
import TestSupport
import Testing
import TrimModel

/// What is played: a range once, its edges, and ranges that change close to the seam.
@Suite(.timeLimit(.minutes(10)))
struct PlayerRouteTests {
  /// Frames of 40 ms, and long enough for edges of three seconds.
  private let long = ScriptedFilm(
    frameCount: 400, ticksEach: 40, timebase: Timebase(numerator: 1, denominator: 1_000))

  private func waitForTheEnd(_ harness: PlayerHarness) async throws {
    _ = try await harness.state { $0.isPlaying }
    _ = try await harness.state { !$0.isPlaying }
  }

  @Test func rangeOnceStopsOnItsLastFrameAndBeginsAgain() async throws {
    let harness = PlayerHarness()
    harness.player.setRange(harness.film.range(10, 14), isLooping: false)
    harness.player.play(from: harness.film.time(ofFrame: 11))
    #expect(try await harness.frames(3) == [11, 12, 13])
    try await waitForTheEnd(harness)
    #expect(harness.player.frameTime == harness.film.time(ofFrame: 13))
    harness.player.play()
    #expect(try await harness.frames(4) == [10, 11, 12, 13])
    try await waitForTheEnd(harness)
  }

  @Test func fromOutsideTheRangeItPlaysToTheEndOfTheFile() async throws {
    for start in [2, 14, 45] {
      let harness = PlayerHarness()
      harness.player.setRange(harness.film.range(10, 14), isLooping: false)
      harness.player.play(from: harness.film.time(ofFrame: start))
      #expect(try await harness.frames(50 - start) == Array(start..<50))
      try await waitForTheEnd(harness)
    }
  }

  @Test func loopTurnedOffWhilePlayingEndsAtTheOutPoint() async throws {
    let harness = PlayerHarness()
    let range = harness.film.range(10, 14)
    harness.player.setRange(range, isLooping: true)
    harness.player.play()
    #expect(try await harness.frames(5) == [10, 11, 12, 13, 10])
    #expect(try await harness.nextFrame() == 11)
    harness.player.setRange(range, isLooping: false)
    harness.clock.advance(byMilliseconds: 40)
    #expect(try await harness.frames(2) == [12, 13])
    try await waitForTheEnd(harness)
  }

  @Test(arguments: [true, false]) func edgesAreThreeSecondsAtTheStartAndThreeAtTheEnd(
    isLooping: Bool
  ) async throws {
    let harness = PlayerHarness(film: long)
    harness.player.setRange(harness.film.range(20, 320), isLooping: isLooping)
    harness.player.auditionEdges()
    let edges = Array(20..<95) + Array(245..<320)
    #expect(try await harness.frames(150) == edges)
    if isLooping {
      #expect(try await harness.frames(10) == Array(20..<30))
      // Playing as usual comes back with the next start.
      harness.player.pause()
      harness.player.play(from: harness.film.time(ofFrame: 90))
      var shown = try await harness.nextFrame()
      if shown == 30 { shown = try await harness.nextFrame() }
      harness.clock.advance(byMilliseconds: 40)
      #expect(shown == 90)
      #expect(try await harness.frames(8) == Array(91..<99))
    } else {
      try await waitForTheEnd(harness)
    }
  }

  @Test func edgesOfAShortRangeAreTheRange() async throws {
    let harness = PlayerHarness()
    harness.player.setRange(harness.film.range(10, 20), isLooping: true)
    harness.player.auditionEdges()
    #expect(try await harness.frames(15) == Array(10..<20) + Array(10..<15))
  }

  /// Plays a loop until `shown` were on screen, changes it, and expects `then`, none of it twice.
  private func change(
    _ loop: (Int, Int), after shown: [Int], to changed: (Int, Int), then: [Int], gop: Int = 1
  ) async throws {
    let harness = PlayerHarness(gop: gop)
    harness.player.setLoop(harness.film.range(loop.0, loop.1))
    harness.player.play()
    #expect(try await harness.frames(shown.count - 1) == shown.dropLast())
    #expect(try await harness.nextFrame() == shown.last)
    harness.player.setLoop(harness.film.range(changed.0, changed.1))
    // Nothing is shown again: the clock has not moved.
    harness.clock.advance(byMilliseconds: 40)
    #expect(try await harness.frames(then.count) == then)
    #expect(harness.player.state.droppedPictures == 0)
  }

  /// The next turn's pictures are made already when the range changes.
  @Test func widerRangeJustBeforeTheSeamGoesOnWithoutABreak() async throws {
    try await change(
      (10, 20), after: Array(10..<19), to: (5, 25), then: Array(19..<25) + [5, 6, 7, 8])
  }

  /// The second turn's pictures are those kept of the first, which are not all of a wider range's.
  @Test(arguments: [1, 50]) func widerRangeInALaterTurnHasAllItsFrames(gop: Int) async throws {
    try await change(
      (10, 30), after: Array(10..<30) + [10, 11, 12], to: (10, 40),
      then: Array(13..<40) + [10, 11, 12], gop: gop)
  }

  /// What another reader made of the next turn is thrown away, and made again whole.
  @Test(arguments: [1, 50]) func widerRangeWhileTheNextTurnIsMadeHasAllItsFrames(
    gop: Int
  ) async throws {
    try await change(
      (10, 30), after: Array(10..<28), to: (10, 35), then: Array(28..<35) + Array(10..<33),
      gop: gop)
  }

  @Test func outPointAtThePlayheadTurnsAtOnce() async throws {
    try await change(
      (10, 40), after: Array(10..<16), to: (10, 16), then: [10, 11, 12, 13, 14, 15, 10, 11])
  }

  @Test func inPointAtThePlayheadCountsFromTheNextTurn() async throws {
    try await change(
      (10, 20), after: Array(10..<18), to: (17, 20), then: [18, 19, 17, 18, 19, 17])
  }

  /// Whatever is changed whenever, each frame follows the one before it, or is the in point's.
  @Test(arguments: [1, 7, 50]) func changesAnywhereKeepTheOrder(gop: Int) async throws {
    var random = SeededGenerator(seed: UInt64(gop))
    let harness = PlayerHarness(gop: gop)
    var loop = 10..<30
    harness.player.setLoop(harness.film.range(loop.lowerBound, loop.upperBound))
    harness.player.play()
    var frame = try await harness.nextFrame()
    for _ in 0..<400 {
      let isEdgeCase = Int.random(in: 0..<3, using: &random)
      if isEdgeCase < 2 {
        let first = Int.random(in: 0...frame, using: &random)
        let reach = isEdgeCase == 0 ? 3 : 25
        let end = min(50, frame + 1 + Int.random(in: 0..<reach, using: &random))
        loop = first..<end
        harness.player.setLoop(harness.film.range(first, end))
      }
      harness.clock.advance(byMilliseconds: 40)
      let next = try await harness.nextFrame()
      #expect(next == (frame + 1 < loop.upperBound ? frame + 1 : loop.lowerBound), "\(loop)")
      frame = next
    }
    #expect(harness.player.state.droppedPictures == 0)
  }
}
