// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

@testable import kerf_cli

struct TimeArgumentTests {
  @Test(
    arguments: [
      ("0", 0), ("12.5", 12_500_000_000), ("1:02:03.450", 3_723_450_000_000),
      ("2:03.4", 123_400_000_000), ("90", 90_000_000_000), ("0.000000001", 1),
      ("00:00:00", 0), ("007", 7_000_000_000),
    ])
  func timesAreExact(text: String, nanoseconds: Int64) {
    let time = MediaTime(ticks: nanoseconds, timebase: .nanoseconds)
    #expect(TimeArgument(text) == .time(time))
  }

  @Test(arguments: [("f0", 0), ("f1234", 1234)])
  func framesHaveAnF(text: String, number: Int) { #expect(TimeArgument(text) == .frame(number)) }

  @Test(
    arguments: [
      "", " ", "f", "f-1", "f1.5", "-1", "+1", "1.", ".5", "1:60", "1:60:00", "1::2", "1:2:3:4",
      "1e3", "nan", "END", "1,5", "0.0000000001", "99999999999", "f99999999999", "١",
    ])
  func nothingElseIsATime(text: String) { #expect(TimeArgument(text) == nil) }

  @Test func endIsAWord() { #expect(TimeArgument("end") == .end) }
}
