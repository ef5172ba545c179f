// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct KineticScrollTests {
  @Test(arguments: [1000.0, -1000, 5, 1e9, .nan, .infinity])
  func flickComesToRest(velocity: Double) {
    var scroll = KineticScroll(velocity: velocity)
    var (ticks, last) = (0, Double.infinity)
    while !scroll.isFinished, ticks < 1000 {
      let distance = scroll.advance(seconds: 1.0 / 60)
      #expect(abs(distance) < last)
      #expect(distance.sign == scroll.velocity.sign)
      last = abs(distance)
      ticks += 1
    }
    #expect(scroll.isFinished)
    #expect(scroll.advance(seconds: 1) == 0)
    #expect(ticks < 150, "within two and a half seconds")
  }

  @Test func distanceDoesNotDependOnTheFrameRate() {
    var (fine, coarse) = (KineticScroll(velocity: 3000), KineticScroll(velocity: 3000))
    let fineDistance = (0..<120).reduce(0.0) { sum, _ in sum + fine.advance(seconds: 1.0 / 240) }
    let coarseDistance = (0..<5).reduce(0.0) { sum, _ in sum + coarse.advance(seconds: 0.1) }
    #expect(abs(fineDistance - coarseDistance) < 0.01)
  }

  @Test func timeThatStandsStillMovesNothing() {
    var scroll = KineticScroll(velocity: 3000)
    #expect(scroll.advance(seconds: 0) == 0)
    #expect(scroll.advance(seconds: -1) == 0)
    #expect(scroll.velocity == 3000)
  }
}
