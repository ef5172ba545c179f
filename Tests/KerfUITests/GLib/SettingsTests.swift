// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel
import XCTest

@testable import KerfUI

@MainActor final class SettingsTests: XCTestCase {
  func testWithoutASchemaPreferencesLastForTheRun() async throws {
    let settings = Settings(schemaID: "io.github.kerf_video.NoSuchSchema")
    XCTAssertEqual(settings.minimumRangeSeconds, 0)
    XCTAssertEqual(settings.afterSaving, .keepEditing)
    XCTAssertTrue(settings.playsOnOpening)
    settings.minimumRangeSeconds = 2
    settings.maximumRangeSeconds = 15
    settings.afterSaving = .openClip
    settings.playsOnOpening = false
    settings.windowWidth = 700
    XCTAssertEqual(settings.limits.minimumSeconds, 2)
    XCTAssertEqual(settings.limits.maximumSeconds, 15)
    XCTAssertEqual(settings.afterSaving, .openClip)
    XCTAssertFalse(settings.playsOnOpening)
    XCTAssertEqual(settings.windowWidth, 700)
  }

  func testTheInstalledSchemaKnowsEveryKey() async throws {
    try XCTSkipUnless(Settings.isSchemaInstalled(AppInfo.id), "the schema is not installed here")
    let settings = Settings(schemaID: AppInfo.id)
    let before = settings.minimumRangeSeconds
    settings.minimumRangeSeconds = before + 1
    // Another instance sees it only if it went through the schema.
    XCTAssertEqual(Settings(schemaID: AppInfo.id).minimumRangeSeconds, before + 1)
    settings.minimumRangeSeconds = before
  }
}
