// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct TimecodeTests {
  static func nano(_ ticks: Int64) -> MediaTime {
    MediaTime(ticks: ticks, timebase: Timebase(numerator: 1, denominator: 1_000_000_000))
  }

  static let accepted: [(String, TimeExpression)] = [
    ("0", .time(nano(0))),
    ("62.45", .time(nano(62_450_000_000))),
    ("62,45", .time(nano(62_450_000_000))),
    (" 62.45 ", .time(nano(62_450_000_000))),
    ("62.45s", .time(nano(62_450_000_000))),
    ("500ms", .time(nano(500_000_000))),
    ("33.333333ms", .time(nano(33_333_333))),
    (".5", .time(nano(500_000_000))),
    ("0.1", .time(nano(100_000_000))),
    ("0.000000001", .time(nano(1))),
    ("0.0000000019", .time(nano(1))),
    ("007", .time(nano(7_000_000_000))),
    ("1:02", .time(nano(62_000_000_000))),
    ("1:2", .time(nano(62_000_000_000))),
    ("0:59.999", .time(nano(59_999_000_000))),
    ("90:00", .time(nano(5_400_000_000_000))),
    ("1:02:03.450", .time(nano(3_723_450_000_000))),
    ("1:02:03,450", .time(nano(3_723_450_000_000))),
    ("0:00:00", .time(nano(0))),
    ("100:00:00", .time(nano(360_000_000_000_000))),
    ("f0", .frame(0)),
    ("f1234", .frame(1234)),
    ("F7", .frame(7)),
    ("+12f", .relativeFrames(12)),
    ("-1F", .relativeFrames(-1)),
    ("−3f", .relativeFrames(-3)),
    ("+ 3f", .relativeFrames(3)),
    ("-1s", .relativeTime(nano(-1_000_000_000))),
    ("+0.5s", .relativeTime(nano(500_000_000))),
    ("+250ms", .relativeTime(nano(250_000_000))),
    ("-1:30", .relativeTime(nano(-90_000_000_000))),
    ("+2", .relativeTime(nano(2_000_000_000))),
    ("end", .end),
    ("END", .end),
  ]

  @Test(arguments: accepted)
  func typedTimeIsRead(_ text: String, _ expected: TimeExpression) {
    #expect(Timecode.parse(text) == expected)
  }

  @Test(arguments: [
    "", " ", "x", "f", "f-1", "f1.5", "f 1", "12f", "1f2", "+", "-", "+f", "+f12", "+1.5f", "--1s",
    "+-1s", "1.", ".", "1.2.3", "1,2.3", "1..2", "1:", ":1", "1::2", "1:60", "1:60:00", "1:2:60",
    "1:2:3:4", "1:002", "1:2:003", "1:002:3", "1:.5", "-0:1x", "1e3", "0x10", "1 2", "nan", "inf",
    "1:02s", "s", "ms", "٣", "１", "99999999999999999999", "9300000000", "f99999999999999999999",
    "9999999999:00:00", "9223372036854775807:00", "ends", "1\u{0}",
  ])
  func malformedTimeIsRefused(_ text: String) {
    #expect(Timecode.parse(text) == nil)
  }

  static let printed: [(Int64, Int32, Int, String)] = [
    (0, 1, 3, "0:00.000"),
    (4, 1, 3, "0:04.000"),
    (62_450, 1000, 3, "1:02.450"),
    (3_723_450, 1000, 3, "1:02:03.450"),
    (3_600_000, 1000, 3, "1:00:00.000"),
    (3_599_999, 1000, 3, "59:59.999"),
    (1, 30, 3, "0:00.033"),
    (2, 30, 3, "0:00.067"),
    (599_996, 10_000, 3, "1:00.000"),
    (599_994, 10_000, 3, "0:59.999"),
    (35_999_996, 10_000, 3, "1:00:00.000"),
    (-1500, 1000, 3, "-0:01.500"),
    (-1, 10_000, 3, "0:00.000"),
    (3_723_450, 1000, 0, "1:02:03"),
    (3_723_550, 1000, 0, "1:02:04"),
    (1500, 1000, 1, "0:01.5"),
    (360_000, 1, 0, "100:00:00"),
  ]

  @Test(arguments: printed)
  func timeIsPrinted(_ ticks: Int64, _ perSecond: Int32, _ decimals: Int, _ expected: String) {
    let time = MediaTime(
      ticks: ticks, timebase: Timebase(numerator: 1, denominator: perSecond))
    #expect(Timecode.string(time, decimals: decimals) == expected)
  }

  @Test(arguments: [
    (3500, 3, "3.500"), (3_723_450, 3, "3723.450"), (-20, 2, "-0.02"), (999, 0, "1"),
  ])
  func lengthIsPrintedInSeconds(_ milliseconds: Int64, _ decimals: Int, _ expected: String) {
    let time = MediaTime(
      ticks: milliseconds, timebase: Timebase(numerator: 1, denominator: 1000))
    #expect(Timecode.secondsString(time, decimals: decimals) == expected)
  }

  @Test func whatIsPrintedIsReadBackToTheMillisecond() {
    var random = SeededGenerator(seed: 1)
    let milliseconds = Timebase(numerator: 1, denominator: 1000)
    for _ in 0..<2000 {
      let ticks = Int64.random(in: 0...400_000_000, using: &random)
      let time = MediaTime(ticks: ticks, timebase: milliseconds)
      #expect(Timecode.parse(Timecode.string(time)) == .time(time))
    }
  }
}
