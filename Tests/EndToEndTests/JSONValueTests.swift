// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import kerf_cli

struct JSONValueTests {
  @Test func textReadsBack() throws {
    let value: JSONValue = [
      "plain": "kerf", "hostile": .string("\"\\\n\r\t\u{0}\u{1F}\u{7F}é🎬"), "none": .null,
      "yes": .bool(true), "whole": .int(Int64.max), "part": .number(0.1), "tiny": .number(1e-7),
      "list": .array([.int(1), [:]]), "bad": .number(.nan),
    ]
    let parsed = try JSONSerialization.jsonObject(with: Data(value.text.utf8))
    let object = try #require(parsed as? [String: Any])
    #expect(object["hostile"] as? String == "\"\\\n\r\t\u{0}\u{1F}\u{7F}é🎬")
    #expect(object["whole"] as? Int64 == Int64.max)
    #expect(object["part"] as? Double == 0.1)
    #expect(object["tiny"] as? Double == 1e-7)
    #expect(object["bad"] is NSNull)
    #expect((object["list"] as? [Any])?.count == 2)
  }

  @Test func membersKeepTheirOrder() {
    let value: JSONValue = ["z": .int(1), "a": .int(2)]
    #expect(value.text == #"{"z":1,"a":2}"#)
  }
}
