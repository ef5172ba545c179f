// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct EdgeAutoScrollTests {
  @Test func nothingScrollsAwayFromTheBorders() {
    for x in stride(from: 36.0, through: 964, by: 1) {
      #expect(EdgeAutoScroll.speed(at: x, viewWidth: 1000) == 0)
    }
  }

  @Test func furtherOutIsFasterAndBothSidesAreAlike() {
    var last = 0.0
    for x in stride(from: 965.0, through: 1300, by: 5) {
      let speed = EdgeAutoScroll.speed(at: x, viewWidth: 1000)
      #expect(speed > last || speed == 4000)
      #expect(EdgeAutoScroll.speed(at: 1000 - x, viewWidth: 1000) == -speed)
      last = speed
    }
    #expect(EdgeAutoScroll.speed(at: 1e9, viewWidth: 1000) == 4000)
  }

  @Test func narrowViewHasAStillMiddle() {
    #expect(EdgeAutoScroll.speed(at: 30, viewWidth: 60) == 0)
    #expect(EdgeAutoScroll.speed(at: 0, viewWidth: 0) == 0)
    #expect(EdgeAutoScroll.speed(at: .nan, viewWidth: 100) == 0)
  }
}
