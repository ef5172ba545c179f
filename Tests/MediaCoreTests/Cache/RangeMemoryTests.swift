// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing
import TrimModel

@testable import MediaCore

struct RangeMemoryTests {
  private let base = Timebase(numerator: 1001, denominator: 30_000)

  private func list(_ edges: [(Int64, Int64)], selection: Int, _ purpose: RangeList.Purpose)
    throws -> RangeList
  {
    let ranges = edges.compactMap {
      TrimRange(
        inPoint: MediaTime(ticks: $0.0, timebase: base),
        outPoint: MediaTime(ticks: $0.1, timebase: base))
    }
    return try #require(RangeList(ranges, selection: selection, purpose: purpose))
  }

  @Test func whatIsWrittenIsReadBack() throws {
    for purpose in RangeList.Purpose.allCases {
      let list = try list([(-40, 3), (3, 17), (1 << 40, 1 << 41)], selection: 2, purpose)
      #expect(RangeMemory.list(RangeMemory.text(list)) == list)
    }
  }

  @Test(arguments: [
    "", "kerf-ranges-1 keep 0", "kerf-ranges-1 keep 1\n0*1/30 5*1/30\n",
    "kerf-ranges-1 keep 0\n5*1/30 0*1/30\n", "kerf-ranges-1 eat 0\n0*1/30 5*1/30\n",
    "kerf-ranges-1 keep 0\n0*1/0 5*1/30\n", "kerf-ranges-1 keep 0\n0*1/30\n",
    "kerf-ranges-1 keep 0\n0*1/30 99999999999999999999*1/30\n",
    "kerf-ranges-2 keep 0\n0*1/30 5*1/30\n",
    "kerf-ranges-1 keep 0\n0*1/30 9*1/30\n5*1/30 12*1/30\n",
  ])
  func anythingElseIsNothing(text: String) { #expect(RangeMemory.list(text) == nil) }

  @Test func aFilmIsKnownAgainUnderAnotherName() async throws {
    let folder = try Fixture.temporaryFolder("memory")
    let films = CacheFolder(path: folder.appending("films"))
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(films.write(bytes, to: "film.mp4"))
    #expect(films.write(bytes, to: "renamed.mp4"))
    #expect(films.write(bytes + [1], to: "other.mp4"))
    let wanted = try list([(10, 20), (30, 40)], selection: 1, .remove)
    let state = CacheFolder(path: folder.appending("state"))
    let memory = RangeMemory(folder: state)
    memory.remember(wanted, for: films.file("film.mp4"))
    #expect(await memory.recall(films.file("renamed.mp4")) == wanted)
    #expect(await memory.recall(films.file("other.mp4")) == nil)
    // Another run of the program.
    #expect(await RangeMemory(folder: state).recall(films.file("film.mp4")) == wanted)
    memory.remember(nil, for: films.file("renamed.mp4"))
    memory.flush()
    #expect(await memory.recall(films.file("film.mp4")) == nil)
    #expect(await memory.recall(films.file("missing.mp4")) == nil)
  }
}
