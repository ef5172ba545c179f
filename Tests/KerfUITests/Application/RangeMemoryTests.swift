// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Foundation
import TrimModel
import XCTest

@testable import KerfUI

@MainActor final class RangeMemoryTests: XCTestCase {
  private let base = Timebase(numerator: 1, denominator: 90_000)

  private func range(_ start: Int64, _ end: Int64) throws -> TrimRange {
    try XCTUnwrap(
      TrimRange(
        inPoint: MediaTime(ticks: start, timebase: base),
        outPoint: MediaTime(ticks: end, timebase: base)))
  }

  private func list(_ start: Int64, _ end: Int64) throws -> RangeList {
    RangeList(try range(start, end))
  }

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("kerf-ranges-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    return folder
  }

  func testRecordsSurviveTheWayThroughTheFile() async throws {
    let names = ["/plain.mp4", "/a b/%41.mp4", "/Ünï\n日本.mkv"].map { FilePath($0) }
    let odd = FilePath(bytes: Array("/not ".utf8) + [0xFF, 0xFE] + Array(".ts".utf8))
    let records = try (names + [odd]).enumerated().map { position, path in
      RangeRecord(
        path: path, stamp: FileStamp(size: 1 << 40, changed: 1_790_000_000_123_456_789),
        ranges: try XCTUnwrap(
          RangeList(
            [range(-9000, 1), range(1, Int64(position) * 90_000 + 2)], selection: position % 2,
            purpose: position == 1 ? .remove : .keep)), isOpen: position % 2 == 0)
    }
    XCTAssertEqual(RangeRecord.records(of: RangeRecord.text(of: records)), records)
  }

  func testWhatIsNoRecordIsLeftOut() async throws {
    let text = """
      nonsense
      1 2 closed keep 0 1/90000 3:4 relative.mp4
      1 2 closed keep 0 1/90000 9:9 /empty-range.mp4
      1 2 closed keep 0 0/90000 3:4 /no-timebase.mp4
      1 2 closed keep 0 1/99999999999 3:4 /too-large.mp4
      1 2 closed keep 1 1/90000 3:4 /no-selection.mp4
      1 2 closed keep 0 1/90000 3:5,4:6 /overlapping.mp4
      1 2 closed lose 0 1/90000 3:4 /no-purpose.mp4
      1 2 closed keep 0 1/90000 3:4 /broken%4
      1 2 closed keep 0 1/90000 3:4 /good.mp4
      """
    XCTAssertEqual(RangeRecord.records(of: text).map(\.path), [FilePath("/good.mp4")])
  }

  func testARangeComesBackUntilTheFileChanges() async throws {
    let folder = try folder()
    let film = folder.appendingPathComponent("film.mp4")
    try Data("film".utf8).write(to: film)
    let path = FilePath(film.path)
    let file = folder.appendingPathComponent("state/ranges").path

    let memory = RangeMemory(file: file)
    memory.remember(try list(0, 90_000), of: path)
    memory.remember(try list(9000, 90_000), of: path)
    memory.flush()
    let again = RangeMemory(file: file)
    XCTAssertEqual(again.ranges(of: path), try list(9000, 90_000))
    XCTAssertEqual(again.abandoned.map(\.path), [path], "nobody closed it")
    again.close(path)
    XCTAssertEqual(again.abandoned, [])
    again.flush()
    XCTAssertEqual(RangeMemory(file: file).abandoned, [])

    try Data("another film".utf8).write(to: film)
    XCTAssertNil(again.ranges(of: path), "another file of this name")
    again.forget(path)
    again.flush()
    XCTAssertEqual(try String(contentsOfFile: file, encoding: .utf8), "")
  }

  func testAFolderThatCannotBeWrittenDisturbsNobody() async throws {
    let memory = RangeMemory(file: "/proc/no/such/ranges")
    memory.remember(try list(0, 90_000), of: FilePath("/proc/self/exe"))
    memory.flush()
  }
}
