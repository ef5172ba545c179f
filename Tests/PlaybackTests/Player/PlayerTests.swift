// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import Playback
import TestSupport
import Testing
import TrimModel

/// The player on a clock that the test moves: which frame is shown when.
@Suite(.timeLimit(.minutes(10)))
struct PlayerTests {
  @Test func playsEveryFrameInOrderAndStopsOnTheLast() async throws {
    let harness = PlayerHarness()
    harness.player.play()
    #expect(try await harness.frames(50) == Array(0..<50))
    let end = try await harness.state { !$0.isPlaying && $0.droppedPictures == 0 }
    #expect(end.rate == 1)
    _ = try await harness.state { _ in true }
  }

  @Test func stopsOnlyWhenTheLastFrameWasShownForItsTime() async throws {
    let harness = PlayerHarness()
    harness.player.play(from: harness.film.time(ofFrame: 49))
    #expect(try await harness.nextFrame() == 49)
    harness.clock.advance(byMilliseconds: 39)
    #expect(harness.player.state.isPlaying)
    harness.clock.advance(byMilliseconds: 1)
    _ = try await harness.state { $0.isPlaying }
    _ = try await harness.state { !$0.isPlaying }
    #expect(harness.player.frameTime == harness.film.time(ofFrame: 49))
  }

  @Test func aFilmThatBeginsLaterThanItsContainerSaysStartsAtOnce() async throws {
    let harness = PlayerHarness(isIndexed: false)
    harness.player.play(from: MediaTime(ticks: 0, timebase: harness.film.clip.video.timebase))
    // The second frame is due 60 ms after the time asked for, the third 40 ms after that.
    #expect(try await harness.frames(3, milliseconds: 60) == [0, 1, 2])
  }

  @Test func playAtTheEndBeginsAnew() async throws {
    let harness = PlayerHarness()
    harness.player.play(from: harness.film.time(ofFrame: 48))
    #expect(try await harness.frames(2) == [48, 49])
    _ = try await harness.state { $0.isPlaying }
    _ = try await harness.state { !$0.isPlaying }
    harness.player.play()
    #expect(try await harness.frames(3) == [0, 1, 2])
  }

  @Test(arguments: [1, 12]) func loopGoesFromLastToFirstTwentyTimes(gop: Int) async throws {
    let harness = PlayerHarness(gop: gop)
    harness.player.setLoop(harness.film.range(17, 24))
    harness.player.play()
    let turns = try await harness.frames(7 * 20)
    #expect(turns == (0..<20).flatMap { _ in 17..<24 })
    #expect(harness.player.state.droppedPictures == 0)
  }

  @Test func loopOfOneFrameKeepsTurning() async throws {
    let harness = PlayerHarness()
    harness.player.setLoop(harness.film.range(5, 6))
    harness.player.play()
    #expect(try await harness.frames(10) == Array(repeating: 5, count: 10))
  }

  @Test func loopBeyondTheLastFrameHoldsIt() async throws {
    let film = ScriptedFilm(
      frameCount: 3, ticksEach: 40, timebase: Timebase(numerator: 1, denominator: 1_000))
    let harness = PlayerHarness(film: film)
    let range = TrimRange(
      inPoint: .zero, outPoint: MediaTime(ticks: 200, timebase: film.timebase))
    harness.player.setLoop(range)
    harness.player.play()
    #expect(try await harness.frames(3) == [0, 1, 2])
    harness.clock.advance(byMilliseconds: 79)
    harness.player.setMuted(true)
    let position = try await harness.nextPosition()
    #expect(position.loopTurn == 0)
    harness.clock.advance(byMilliseconds: 1)
    #expect(try await harness.nextFrame() == 0)
  }

  @Test func startInsideTheLoopPlaysToItsEndFirst() async throws {
    let harness = PlayerHarness()
    harness.player.setLoop(harness.film.range(10, 14))
    harness.player.play(from: harness.film.time(ofFrame: 12))
    #expect(try await harness.frames(8) == [12, 13, 10, 11, 12, 13, 10, 11])
  }

  @Test func startOutsideTheLoopIsAtTheInPoint() async throws {
    for frame in [0, 14, 49] {
      let harness = PlayerHarness()
      harness.player.setLoop(harness.film.range(10, 14))
      harness.player.play(from: harness.film.time(ofFrame: frame))
      #expect(try await harness.frames(2) == [10, 11])
    }
  }

  @Test func positionsTellEveryFrameItsTurnAndItsExactTime() async throws {
    let harness = PlayerHarness()
    let second = harness.player.positions()
    harness.player.setLoop(harness.film.range(3, 6))
    harness.player.play()
    var told: [PlaybackPosition] = []
    for _ in 0..<9 {
      _ = try await harness.nextFrame()
      told.append(try await harness.nextPosition())
      harness.clock.advance(byMilliseconds: 40)
    }
    #expect(told.map { harness.film.number(of: $0.frameTime) } == [3, 4, 5, 3, 4, 5, 3, 4, 5])
    #expect(told.map(\.loopTurn) == [0, 0, 0, 1, 1, 1, 2, 2, 2])
    #expect(told.allSatisfy { $0.clockTime == $0.frameTime })
    var others: [PlaybackPosition] = []
    for await position in second {
      others.append(position)
      if others.count == 9 { break }
    }
    #expect(others == told)
  }

  @Test func positionsComeAtLeastEvery50MillisecondsBetweenFrames() async throws {
    let film = ScriptedFilm(
      frameCount: 4, ticksEach: 1_000, timebase: Timebase(numerator: 1, denominator: 1_000))
    let harness = PlayerHarness(film: film)
    harness.player.play()
    #expect(try await harness.nextFrame() == 0)
    #expect(try await harness.nextPosition().clockTime == .zero)
    for step in 1..<60 {
      harness.clock.advance(byMilliseconds: 50)
      let position = try await harness.nextPosition()
      #expect(position.clockTime == MediaTime(ticks: Int64(step) * 50, timebase: film.timebase))
      #expect(position.frameTime == film.time(ofFrame: step / 20))
    }
  }

  @Test func lateFramesAreDroppedAndCounted() async throws {
    let harness = PlayerHarness()
    harness.player.play()
    #expect(try await harness.nextFrame() == 0)
    harness.clock.advance(byMilliseconds: 1_000)
    var last = 0
    while last < 25 { last = try await harness.nextFrame() }
    #expect(last == 25)
    let state = try await harness.state { $0.droppedPictures > 0 }
    #expect(state.droppedPictures < 25)
  }

  @Test(arguments: [0.25, 0.5, 2, 4]) func rateChangesTheTimeBetweenFrames(rate: Double)
    async throws
  {
    let harness = PlayerHarness()
    harness.player.setRate(rate)
    harness.player.play()
    let step = Int64((40 / rate).rounded(.up))
    #expect(try await harness.frames(30, milliseconds: step) == Array(0..<30))
    let state = harness.player.state
    #expect(state.rate == rate && !state.soundIsAvailable)
  }

  @Test func variableFrameRateIsKept() async throws {
    let film = ScriptedFilm(
      frames: [0, 10, 500, 510, 520, 900], end: 1_000,
      timebase: Timebase(numerator: 1, denominator: 1_000))
    let harness = PlayerHarness(film: film)
    harness.player.play()
    #expect(try await harness.nextFrame() == 0)
    for (frame, wait) in zip(1..., [Int64(10), 490, 10, 10, 380]) {
      let before = harness.player.frameTime
      harness.clock.advance(byMilliseconds: wait - 1)
      #expect(harness.player.frameTime == before)
      harness.clock.advance(byMilliseconds: 1)
      #expect(try await harness.nextFrame() == frame)
    }
  }
}
