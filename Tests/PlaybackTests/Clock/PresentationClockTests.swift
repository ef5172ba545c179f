// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@testable import Playback

struct PresentationClockTests {
  private let second: Int64 = 1_000_000_000
  private let millisecond: Int64 = 1_000_000

  private func running(rate: Double = 1) -> PresentationClock {
    var clock = PresentationClock()
    clock.setRate(rate, at: 0)
    clock.hold(at: 0)
    clock.run(at: 0)
    return clock
  }

  @Test func standsStillUntilItRuns() {
    var clock = PresentationClock()
    clock.hold(at: 5)
    #expect(clock.position(at: 10 * second) == 5)
    #expect(clock.time(of: 10) == nil)
    clock.run(at: 10 * second)
    #expect(clock.position(at: 11 * second) == 5 + second)
    clock.stop(at: 12 * second)
    #expect(clock.position(at: 20 * second) == 5 + 2 * second)
  }

  @Test(arguments: [0.25, 0.5, 1, 2, 4]) func timeAndPositionAreInverse(rate: Double) throws {
    var clock = running(rate: rate)
    for position in stride(from: Int64(0), to: 10 * second, by: 333_333_333) {
      let time = try #require(clock.time(of: position))
      #expect(clock.position(at: time) >= position)
      #expect(clock.position(at: time) <= position + 4)
    }
  }

  @Test func rateChangeDoesNotJump() {
    var clock = running()
    clock.setRate(2, at: second)
    #expect(clock.position(at: second) == second)
    #expect(clock.position(at: 2 * second) == 3 * second)
  }

  @Test func neverGoesBack() {
    var random = SeededGenerator(seed: 3)
    var clock = running()
    var (now, last): (Int64, Int64) = (0, 0)
    for _ in 0..<5_000 {
      now += Int64.random(in: 0...(20 * millisecond), using: &random)
      if Bool.random(using: &random) {
        let error = Int64.random(in: (-200 * millisecond)...(200 * millisecond), using: &random)
        clock.correct(heard: now + error, at: now)
      }
      let position = clock.position(at: now)
      #expect(position >= last)
      last = position
    }
  }

  @Test func jitterIsSmoothedAndDriftFollowed() {
    var random = SeededGenerator(seed: 4)
    var clock = running()
    // The sound card is 0.1 % fast, and its reports wander by 20 ms.
    var worst: Int64 = 0
    for step in 1...2_000 {
      let now = Int64(step) * 50 * millisecond
      let heard = now + now / 1_000
      clock.correct(
        heard: heard + Int64.random(in: (-20 * millisecond)...(20 * millisecond), using: &random),
        at: now)
      if step > 100 { worst = max(worst, abs(clock.position(at: now) - heard)) }
    }
    #expect(worst < 15 * millisecond)
  }

  @Test func soundThatWasHeldUpHoldsThePosition() {
    var clock = running()
    _ = clock.position(at: second)
    clock.correct(heard: second / 2, at: second)
    #expect(clock.position(at: second) == second)
    #expect(clock.position(at: second + second / 4) == second)
    #expect(clock.position(at: second + second * 3 / 4) == second + second / 4)
  }
}
