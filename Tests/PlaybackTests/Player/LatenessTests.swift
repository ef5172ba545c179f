// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import Playback
import TestSupport
import Testing
import TrimModel

/// Which frames are left out when decoding is late, and which are not.
@Suite(.timeLimit(.minutes(10)))
struct LatenessTests {
  /// What a picture thread asked of its source.
  private enum Asked: Equatable {
    case picture(Int)
    case nothing(Int)
  }

  /// Gives each picture but the first so many milliseconds after it was due.
  private final class LateSource: PictureSource {
    private let source: ScriptedFrameSource
    private let film: ScriptedFilm
    private let time: Monitor<Int64>
    private let late: Int64
    private let asked: AsyncStream<Asked>.Continuation
    private var number = 0

    init(
      film: ScriptedFilm, time: Monitor<Int64>, late: Int64,
      asked: AsyncStream<Asked>.Continuation
    ) {
      source = ScriptedFrameSource(film: film)
      (self.film, self.time, self.late, self.asked) = (film, time, late, asked)
    }

    var isInterrupted: () -> Bool = { false }
    var skipsUnreferenced = false
    func setIndex(_ index: FrameIndex) {}
    func start(at time: MediaTime) throws(MediaError) { try source.start(at: time) }

    func nextPicture(fitting bounds: PixelSize) throws(MediaError) -> Picture? {
      asked.yield(.picture(number))
      let ready = number == 0 ? 0 : Int64(number) * 100 + late
      _ = time.wait { $0 >= ready ? true : nil }
      number += 1
      return try source.nextPicture(fitting: bounds)
    }

    func skipPicture() throws(MediaError) -> MediaTime? {
      asked.yield(.nothing(number))
      number += 1
      return try source.skipPicture()
    }
  }

  /// What is asked for of ten frames of 100 ms when each comes so late.
  private func asked(late: Int64, isIndexed: Bool) async throws -> [Asked] {
    let film = ScriptedFilm(
      frameCount: 30, ticksEach: 100, start: 0, timebase: Timebase(numerator: 1, denominator: 1000))
    let (clock, time) = (ManualClock(), Monitor<Int64>(0))
    let (stream, continuation) = AsyncStream<Asked>.makeStream()
    let player = Player(
      clip: film.clip, audio: .silent, clock: clock, stills: ScriptedStills(film: film),
      makePictureSource: {
        LateSource(film: film, time: time, late: late, asked: continuation)
      })
    if isIndexed { player.setIndex(film.index(gop: 30)) }
    player.play()
    var pictures = player.pictures.makeAsyncIterator()
    _ = await pictures.next()
    var found: [Asked] = []
    for await asked in stream {
      found.append(asked)
      if found.count == 10 { break }
      // The clock goes on when nothing else can happen.
      guard case .picture(let number) = asked, number > 0 else { continue }
      let now = time.withLock { $0 }
      clock.advance(byMilliseconds: Int64(number) * 100 + late - now)
      time.update { $0 = Int64(number) * 100 + late }
    }
    player.close()
    time.update { $0 = .max }
    return found
  }

  @Test(arguments: [0, 50, 90, 170])
  func whatIsNotDueYetIsNotLeftOut(late: Int64) async throws {
    let found = try await asked(late: late, isIndexed: true)
    #expect(found == (0..<10).map { .picture($0) })
  }

  @Test(arguments: [true, false])
  func whatIsLateIsLeftOut(isIndexed: Bool) async throws {
    let found = try await asked(late: 190, isIndexed: isIndexed)
    #expect(found.contains { if case .nothing = $0 { true } else { false } }, "\(found)")
  }
}
