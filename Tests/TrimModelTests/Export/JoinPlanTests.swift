// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import TrimModel

struct JoinPlanTests {
  private let index = MadeIndex.plain(count: 50, gop: 10)
  private let both = FilmEncoders(
    matching: .init(codec: "h264", name: "libx264"), substitute: nil)

  private func join(
    _ ranges: [(Int, Int)], codec: String = "h264", encoders: FilmEncoders,
    _ method: ExportMethod = .auto
  ) throws -> JoinPlan {
    try JoinPlan.make(
      ranges: try ranges.map { try MadeIndex.range($0.0, $0.1) },
      clip: MadeIndex.clip(codec: codec, encoders: encoders), index: index,
      settings: ExportSettings(method: method))
  }

  @Test func eachRangeHasItsOwnMethod() throws {
    let plan = try join([(13, 40), (0, 10)], encoders: both)
    #expect(plan.parts.map(\.method) == [.smart, .copy])
    #expect(plan.method == .smart)
    #expect(plan.isExact)
    #expect(plan.frameCount == 37)
    #expect(plan.encodedFrames == 7)
    #expect(plan.offsets.map(\.seconds).map { ($0 * 30).rounded() } == [0, 27, 37])
  }

  @Test func framesAreCountedFromPartToPart() throws {
    let plan = try join([(30, 40), (0, 10)], encoders: both)
    #expect(plan.source(ofFrame: 9).frame == 39)
    #expect(plan.source(ofFrame: 10).frame == 0)
    #expect(plan.source(ofFrame: 10).part == 1)
    #expect(plan.source(ofFrame: 19).frame == 9)
  }

  @Test func nothingIsHiddenInTheMiddleOfAFilm() {
    #expect(throws: ExportPlan.Refusal.partsCannotBeJoined) {
      try join([(13, 20), (33, 40)], encoders: both, .hide)
    }
  }

  @Test func whatCannotStandBesideCopiesIsEncodedThroughout() throws {
    let other = FilmEncoders(substitute: .init(codec: "h264", name: "libx264"))
    let plan = try join([(10, 20), (33, 40)], codec: "theora", encoders: other)
    #expect(plan.parts.allSatisfy { $0.isEncodedThroughout })
    let copies = try join([(10, 20), (30, 40)], codec: "theora", encoders: other)
    #expect(copies.encodedFrames == 0)
  }

  @Test func theNextSaferWayEncodesAll() throws {
    let clip = MadeIndex.clip(encoders: both)
    let plan = try join([(13, 40), (0, 10)], encoders: both)
    let safer = try #require(plan.nextSafer(for: clip, index: index, isRetrying: true))
    #expect(safer.encodedFrames == 37)
    #expect(safer.reasons.first == .smartCutFailed)
    #expect(safer.nextSafer(for: clip, index: index, isRetrying: true) == nil)
  }
}
