// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct DateTextTests {
  @Test(arguments: [
    ("2021-03-04T05:06:07.000000Z", 2.5, "2021-03-04T05:06:09.500000Z"),
    ("2021-03-04T05:06:07Z", 2.9, "2021-03-04T05:06:09Z"),
    ("2020-02-28T23:59:58+0100", 2, "2020-02-29T00:00:00+0100"),
    ("2021-02-28T23:59:58-03:30", 2, "2021-03-01T00:00:00-03:30"),
    ("2000-02-29T12:00:00", 86_400, "2000-03-01T12:00:00"),
    ("2023-12-31 23:59:59.99", 0.01, "2024-01-01 00:00:00.00"),
    ("1969-12-31T23:59:59Z", 1, "1970-01-01T00:00:00Z"),
    ("2024-03-01T00:00:00Z", -1, "2024-02-29T23:59:59Z"),
    ("1904-01-01T00:00:00Z", 0, "1904-01-01T00:00:00Z"),
  ])
  func aDateMovesAndKeepsItsForm(_ text: String, _ seconds: Double, _ expected: String) {
    #expect(DateText.moved(text, bySeconds: seconds) == expected)
  }

  @Test(arguments: [
    "2021", "2021-03-04", "yesterday at a quarter past nine", "2021-13-04T05:06:07Z",
    "2021-03-04T05:06:07Zulu", "2021-03-04T05:06:07+1", "2021-03-04T25:06:07Z", "",
  ])
  func whatIsNoDateStays(_ text: String) { #expect(DateText.moved(text, bySeconds: 1) == nil) }

  @Test func everyDayOfFourCenturiesIsFollowedByTheNext() {
    var date = "1999-12-31T12:00:00Z"
    var seen: Set<String> = []
    for _ in 0..<146_097 {
      guard let next = DateText.moved(date, bySeconds: 86_400) else {
        Issue.record("\(date)")
        return
      }
      date = next
      seen.insert(date)
    }
    #expect(seen.count == 146_097)
    #expect(date == "2399-12-31T12:00:00Z")
  }
}
