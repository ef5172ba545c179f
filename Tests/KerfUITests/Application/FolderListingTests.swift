// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TrimModel
import XCTest

@testable import KerfUI

@MainActor final class FolderListingTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUp() async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("kerf-folder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDown() async throws { try FileManager.default.removeItem(at: folder) }

  private func make(_ name: String) throws {
    try Data().write(to: folder.appendingPathComponent(name))
  }

  func testTheFirstVideoByNameIsFound() async throws {
    for name in ["b.mp4", "a.MKV", ".0.mp4", "0.txt", "c.mov"] { try make(name) }
    let found = await FolderListing.firstVideo(in: FilePath(folder.path))
    XCTAssertEqual(found, FilePath(folder.path).appending("a.MKV"))
  }

  func testAFolderWithoutVideosIsToldFromWhatIsNoFolder() async throws {
    try make("notes.txt")
    let empty = await FolderListing.firstVideo(in: FilePath(folder.path))
    guard case .some(.none) = empty else { return XCTFail("a folder without a video") }
    let file = await FolderListing.firstVideo(in: FilePath(folder.path).appending("notes.txt"))
    guard case .none = file else { return XCTFail("no folder at all") }
  }
}
