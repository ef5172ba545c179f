// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import MediaCore
import TestSupport
import TrimModel
import XCTest

@testable import KerfUI

@MainActor final class ExportDraftTests: XCTestCase {
  private func draft(
    _ name: String, folder: String = "/tmp", joins: Bool? = nil
  ) throws -> ExportDraft {
    let path = try Fixture.clip(name)
    let clip = try ClipProbe.probe(path)
    let index = try FrameIndexBuilder.build(path)
    let range = try XCTUnwrap(TrimRange(inPoint: index.time(ofFrame: 7), outPoint: index.endTime))
    let earlier = try XCTUnwrap(
      TrimRange(inPoint: index.time(ofFrame: 2), outPoint: index.time(ofFrame: 5)))
    let ranges = joins == nil ? [range] : [earlier, range]
    return ExportDraft(
      stem: "film.2026 (trimmed)", folder: FilePath(folder), settings: ExportSettings(),
      joins: joins
    ) { settings, joined in
      Result { () throws(ExportPlan.Refusal) in
        var plans: [JoinPlan] = []
        for ranges in joined ? [ranges] : ranges.map({ [$0] }) {
          plans.append(
            try JoinPlan.make(ranges: ranges, clip: clip, index: index, settings: settings))
        }
        return plans
      }
    }
  }

  func testRangesAreSavedApartOrJoined() async throws {
    var draft = try draft("h264_gop60.mp4", joins: false)
    XCTAssertEqual(try draft.plans.get().map(\.parts.count), [1, 1])
    XCTAssertTrue(draft.remarks(on: try draft.plans.get()).isEmpty)
    draft.choose(joins: true)
    XCTAssertEqual(try draft.plans.get().map(\.parts.count), [2])
    XCTAssertEqual(draft.remarks(on: try draft.plans.get()).count, 1, "sound is encoded anew")
    let joined = fill(
      _n("{count} range in one clip", "{count} ranges in one clip", 2), ["count": "2"])
    let cost = ClipSentence.cost(of: try draft.plans.get())
    XCTAssertTrue(cost.hasPrefix(joined), cost)
  }

  private func position(of format: ExportFormat, in draft: ExportDraft) throws -> Int {
    try XCTUnwrap(draft.formats.firstIndex { $0.format == format })
  }

  func testTheNameFollowsTheKindOfFile() async throws {
    var draft = try draft("h264_gop60.mp4")
    XCTAssertEqual(draft.name, "film.2026 (trimmed).mp4")
    draft.choose(format: try position(of: .mkv, in: draft))
    XCTAssertEqual(draft.name, "film.2026 (trimmed).mkv", "only the extension changes")
    draft.name = "no extension"
    draft.choose(format: try position(of: .mov, in: draft))
    XCTAssertEqual(draft.name, "no extension.mov")
    draft.name = "v1.5"
    draft.choose(format: try position(of: .mp4, in: draft))
    XCTAssertEqual(draft.name, "v1.5.mp4", "5 is no extension of a film")
  }

  func testAKindThatCannotHoldTheFilmCannotBeSaved() async throws {
    var draft = try draft("h264_gop60.mp4")
    XCTAssertTrue(draft.canBeSaved)
    draft.choose(format: try position(of: .webm, in: draft))
    guard case .failure(.formatCannotHold) = draft.plans else {
      // A plan that encodes into WebM is as good as a refusal.
      return XCTAssertEqual(try draft.plans.get().first?.container, .webm)
    }
    XCTAssertFalse(draft.canBeSaved)
    XCTAssertEqual(draft.name, "film.2026 (trimmed).mp4", "the name waits for a kind that works")
  }

  func testNamesThatAreNoneCannotBeSaved() async throws {
    var draft = try draft("h264_gop60.mp4")
    for name in ["", ".", "..", "a/b.mp4", String(repeating: "x", count: 256)] {
      draft.name = name
      XCTAssertFalse(draft.canBeSaved, "“\(name)”")
    }
    draft.name = "a.mp4"
    XCTAssertTrue(draft.canBeSaved)
  }

  func testTheMethodDecidesThePlan() async throws {
    var draft = try draft("h264_gop60.mp4")
    draft.choose(method: try XCTUnwrap(ExportDraft.methods.firstIndex(of: .copy)))
    XCTAssertEqual(try draft.plans.get().first?.method, .copy)
    XCTAssertEqual(try draft.plans.get().first?.isExact, false)
    draft.choose(method: try XCTUnwrap(ExportDraft.methods.firstIndex(of: .hide)))
    XCTAssertEqual(try draft.plans.get().first?.method, .hide)
    XCTAssertFalse(draft.remarks(on: try draft.plans.get()).isEmpty, "hidden frames can be found")
  }

  func testAFileOfThatNameIsNoticed() async throws {
    let folder = FileManager.default.temporaryDirectory.path
    var draft = try draft("h264_gop60.mp4", folder: folder)
    draft.name = "kerf-\(UUID().uuidString).mp4"
    XCTAssertFalse(draft.isTaken)
    XCTAssertTrue(FileManager.default.createFile(atPath: "\(folder)/\(draft.name)", contents: nil))
    defer { try? FileManager.default.removeItem(atPath: "\(folder)/\(draft.name)") }
    XCTAssertTrue(draft.isTaken)
  }
}
