// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct MediaTimeTests {
  private static func base(_ numerator: Int32, _ denominator: Int32) -> Timebase {
    Timebase(numerator: numerator, denominator: denominator)
  }

  static let bases = [
    base(1, 1), base(1, 30), base(1001, 30_000), base(1, 1000), base(1, 90_000), base(1, 48_000),
    base(1, 1_000_000), base(1, 1_000_000_000), base(Int32.max, 1), base(1, Int32.max),
    base(Int32.max, Int32.max - 1),
  ]

  // MARK: Comparing

  @Test func equalInstantsOfDifferentTimebasesAreEqualAndHashAlike() {
    let a = MediaTime(ticks: 1001, timebase: Self.base(1, 30_000))
    let b = MediaTime(ticks: 1, timebase: Self.base(1001, 30_000))
    let c = MediaTime(ticks: 3003, timebase: Self.base(1, 90_000))
    #expect(a == b)
    #expect(b == c)
    #expect(Set([a, b, c]).count == 1)
    let zeros = Self.bases.map { MediaTime(ticks: 0, timebase: $0) }
    #expect(Set(zeros).count == 1)
    #expect(zeros.allSatisfy { $0 == .zero })
  }

  @Test func oneTickMoreIsLaterInEveryTimebase() {
    for base in Self.bases {
      for ticks: Int64 in [.min + 1, -1, 0, 1, 1 << 53, .max - 1] {
        let time = MediaTime(ticks: ticks, timebase: base)
        let next = MediaTime(ticks: ticks + 1, timebase: base)
        #expect(time < next)
        #expect(next > time)
        #expect(time != next)
      }
    }
  }

  @Test func differencesTooSmallForADoubleAreSeen() {
    let a = MediaTime(ticks: 1 << 60, timebase: Self.base(1, 1_000_000_000))
    let b = MediaTime(ticks: (1 << 60) + 1, timebase: Self.base(1, 1_000_000_000))
    #expect(a.seconds == b.seconds)
    #expect(a < b)
  }

  @Test func orderAgreesWithHashAndIsTotal() {
    var random = SeededGenerator(seed: 21)
    let times = (0..<120).map { _ in
      MediaTime(
        ticks: .random(in: -20...20, using: &random),
        timebase: Self.base(.random(in: 1...6, using: &random), .random(in: 1...6, using: &random)))
    }
    for a in times {
      for b in times {
        #expect([a < b, a == b, b < a].filter { $0 }.count == 1)
        if a == b { #expect(a.hashValue == b.hashValue) }
      }
    }
    let sorted = times.sorted()
    #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0 <= $1 })
  }

  // MARK: Rescaling

  static let rounded: [(Int64, Int64, Int64, Int64)] = [
    // ticks of 1/10 s, and what becomes of them in whole seconds: down, up, nearest
    (0, 0, 0, 0), (1, 0, 1, 0), (4, 0, 1, 0), (5, 0, 1, 1), (9, 0, 1, 1), (10, 1, 1, 1),
    (14, 1, 2, 1), (15, 1, 2, 2), (-1, -1, 0, 0), (-4, -1, 0, 0), (-5, -1, 0, -1),
    (-9, -1, 0, -1), (-10, -1, -1, -1), (-15, -2, -1, -2),
  ]

  @Test(arguments: rounded)
  func roundingGoesWhereItIsAskedTo(_ ticks: Int64, down: Int64, up: Int64, nearest: Int64) {
    let time = MediaTime(ticks: ticks, timebase: Self.base(1, 10))
    let seconds = Self.base(1, 1)
    #expect(time.rescaled(to: seconds, rounding: .down).ticks == down)
    #expect(time.rescaled(to: seconds, rounding: .up).ticks == up)
    #expect(time.rescaled(to: seconds, rounding: .nearest).ticks == nearest)
    #expect(time.rescaled(to: seconds).ticks == nearest)
  }

  @Test func rescaledTimeIsWithinATickOfItself() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<3000 {
      let from = Self.bases[Int.random(in: 0..<8, using: &random)]
      let to = Self.bases[Int.random(in: 0..<8, using: &random)]
      let time = MediaTime(
        ticks: .random(in: -1_000_000...1_000_000, using: &random), timebase: from)
      let down = time.rescaled(to: to, rounding: .down)
      let up = time.rescaled(to: to, rounding: .up)
      let nearest = time.rescaled(to: to)
      #expect(down <= time && time <= up)
      #expect(up.ticks - down.ticks <= 1)
      #expect(down == up || down < up)
      #expect(nearest == down || nearest == up)
    }
  }

  @Test func finerTimebaseKeepsTheInstant() {
    for ticks in [Int64(-7), 0, 1, 1_234_567] {
      let time = MediaTime(ticks: ticks, timebase: Self.base(1, 1000))
      let fine = time.rescaled(to: Self.base(1, 1_000_000_000))
      #expect(fine == time)
      #expect(fine.rescaled(to: time.timebase).ticks == ticks)
    }
  }

  @Test func rescalingSaturates() {
    let late = MediaTime(ticks: .max, timebase: Self.base(1, 1))
    let early = MediaTime(ticks: .min + 1, timebase: Self.base(1, 1))
    #expect(late.rescaled(to: Self.base(1, 1000)).ticks == .max)
    #expect(early.rescaled(to: Self.base(1, 1000)).ticks == .min)
  }

  @Test func secondsBecomeTheNearestTick() {
    let base = Self.base(1, 30)
    #expect(MediaTime(seconds: 1, timebase: base).ticks == 30)
    #expect(MediaTime(seconds: 0.0166, timebase: base).ticks == 0)
    #expect(MediaTime(seconds: 0.0167, timebase: base).ticks == 1)
    #expect(MediaTime(seconds: -0.05, timebase: base).ticks == -2)
    #expect(MediaTime(seconds: .nan, timebase: base).ticks == 0)
    #expect(MediaTime(seconds: .infinity, timebase: base).ticks > 1 << 61)
    #expect(MediaTime(seconds: -.infinity, timebase: base).ticks < -(1 << 61))
  }

  // MARK: Sums

  @Test func sumsKeepTheLeftTimebase() {
    let a = MediaTime(ticks: 45, timebase: Self.base(1, 30))
    let b = MediaTime(ticks: 500, timebase: Self.base(1, 1000))
    #expect((a + b).ticks == 60)
    #expect((a - b).ticks == 30)
    #expect((a + b).timebase == a.timebase)
    #expect((b + a).ticks == 2000)
    #expect((a + .zero) == a)
    #expect((a - a) == .zero)
  }
}
