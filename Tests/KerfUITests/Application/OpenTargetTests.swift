// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel
import XCTest

@testable import KerfUI

@MainActor final class OpenTargetTests: XCTestCase {
  func testTextWithPathsAndURIsNamesFiles() async throws {
    let text = "# comment\r\nfile:///tmp/a%20b.mp4\r\n/tmp/c.mkv\n  '/tmp/it is.mov' \n"
    XCTAssertEqual(
      OpenTarget.targets(ofText: text),
      [
        .file(FilePath("/tmp/a b.mp4")), .file(FilePath("/tmp/c.mkv")),
        .file(FilePath("/tmp/it is.mov")),
      ])
  }

  func testNamesThatAreNotUTF8KeepTheirBytes() async throws {
    XCTAssertEqual(
      OpenTarget.targets(ofText: "file:///tmp/%FF.mp4"),
      [.file(FilePath(bytes: Array("/tmp/".utf8) + [0xFF] + Array(".mp4".utf8)))])
  }

  func testAddressesElsewhereAreRemote() async throws {
    guard case .remote(let file) = OpenTarget.targets(ofText: "https://example.org/a.mp4").first
    else { return XCTFail("an address of the web has no path") }
    XCTAssertEqual(file.path.displayString, "https://example.org/a.mp4")
  }

  func testOtherTextNamesNothing() async throws {
    for text in ["", "hello", "a.mp4", "C:\\a.mp4", "one\n/tmp/two.mp4"] {
      XCTAssertEqual(OpenTarget.targets(ofText: text), [], text)
    }
  }
}
