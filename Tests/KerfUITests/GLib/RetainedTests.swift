// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Foundation
import XCTest

@testable import KerfUI

/// C may drop what Swift gave it on any thread: that must free it, not kill the process.
@MainActor final class RetainedTests: XCTestCase {
  private nonisolated final class Probe: Sendable {
    let freed: XCTestExpectation
    init(_ freed: XCTestExpectation) { self.freed = freed }
    deinit { freed.fulfill() }
  }

  func testReleaseMayRunOnAnotherThread() async throws {
    let freed = expectation(description: "freed")
    nonisolated(unsafe) let pointer = Retained.pointer(to: Probe(freed))
    let release = Retained.release
    Thread.detachNewThread { release(pointer) }
    await fulfillment(of: [freed], timeout: 20)
  }

  func testBytesOfATextureMayBeFreedOnAnotherThread() async throws {
    let freed = expectation(description: "freed")
    nonisolated(unsafe) let bytes = g_bytes_new_with_free_func(
      nil, 0, Retained.release, Retained.pointer(to: Probe(freed)))
    Thread.detachNewThread { g_bytes_unref(bytes) }
    await fulfillment(of: [freed], timeout: 20)
  }
}
