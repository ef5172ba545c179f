// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import XCTest

@testable import KerfUI

@MainActor final class ErrorSentenceTests: XCTestCase {
  private let reasons: [MediaError.Reason] = [
    .notFound, .notReadable, .isFolder, .notRegularFile, .isEmpty, .notMedia, .noVideo,
    .isStillPicture, .invalidData, .unsupported, .diskFull, .notWritable, .alreadyExists,
    .readFailed, .verificationFailed, .outOfMemory, .cancelled, .other(code: -1),
  ]

  func testEveryReasonNamesTheFileInOneSentence() async throws {
    for reason in reasons {
      let error = MediaError(reason, "open input", detail: "moov atom not found")
      for sentence in [ErrorSentence.opening("a.mp4", error), .saving("a.mp4", error)] {
        XCTAssertTrue(
          sentence.text.contains("a.mp4"), "\(reason): \(sentence.text)")
        XCTAssertFalse(sentence.text.contains("{"), sentence.text)
        XCTAssertTrue(sentence.text.hasSuffix("."), sentence.text)
        XCTAssertEqual(sentence.details, "open input: moov atom not found")
      }
    }
  }

  func testReasonsOfOpeningAreToldApart() async throws {
    let telling = reasons.filter {
      ![.diskFull, .notWritable, .alreadyExists, .verificationFailed, .other(code: -1)].contains($0)
    }
    let texts = Set(telling.map { ErrorSentence.opening("a", MediaError($0, "")).text })
    XCTAssertEqual(texts.count, telling.count)
  }
}
