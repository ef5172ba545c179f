// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import Playback
import TestSupport
import Testing
import TrimModel

/// A player of a scripted film on a clock that the test moves, with all its streams at hand.
final class PlayerHarness {
  let film: ScriptedFilm
  let clock = ManualClock()
  let stills: ScriptedStills
  let player: Player
  private var pictures: AsyncStream<Result<Picture, MediaError>>.Iterator
  private var positions: AsyncStream<PlaybackPosition>.Iterator
  private var states: AsyncStream<PlayerState>.Iterator

  /// Frames of 40 ms unless the film says otherwise.
  init(
    film: ScriptedFilm = ScriptedFilm(
      frameCount: 50, ticksEach: 3_600, start: 1_800,
      timebase: Timebase(numerator: 1, denominator: 90_000)),
    gop: Int = 1, isIndexed: Bool = true
  ) {
    self.film = film
    stills = ScriptedStills(film: film)
    player = Player(
      clip: film.clip, audio: .silent, clock: clock, stills: stills,
      makePictureSource: { ScriptedFrameSource(film: film) })
    pictures = player.pictures.makeAsyncIterator()
    positions = player.positions().makeAsyncIterator()
    states = player.states().makeAsyncIterator()
    if isIndexed { player.setIndex(film.index(gop: gop)) }
  }

  /// Number of the next picture that comes on screen.
  func nextFrame() async throws -> Int {
    let picture = try #require(await pictures.next()).get()
    return try #require(film.number(of: picture.presentationTime))
  }

  func nextPosition() async throws -> PlaybackPosition { try #require(await positions.next()) }

  /// The next state of which `condition` holds.
  func state(where condition: (PlayerState) -> Bool) async throws -> PlayerState {
    while let state = await states.next() { if condition(state) { return state } }
    throw StreamEnded()
  }

  /// The frames that come on screen, the clock moving on to the next after each.
  func frames(_ count: Int, milliseconds: Int64 = 40) async throws -> [Int] {
    var numbers: [Int] = []
    for _ in 0..<count {
      numbers.append(try await nextFrame())
      clock.advance(byMilliseconds: milliseconds)
    }
    return numbers
  }

  /// Reads all streams to their ends, which come when the player is closed.
  func drainStreams() async {
    while await pictures.next() != nil {}
    while await positions.next() != nil {}
    while await states.next() != nil {}
  }

  struct StreamEnded: Error {}
}
