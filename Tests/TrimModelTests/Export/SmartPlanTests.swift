// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import TrimModel

struct SmartPlanTests {
  private func plan(
    _ from: Int, _ to: Int, of index: FrameIndex, container: String = "mov,mp4,m4a,3gp,3g2,mj2",
    name: String = "clip.mp4", codec: String = "h264", encoders: FilmEncoders? = nil,
    _ method: ExportMethod = .auto
  ) throws -> ExportPlan {
    try ExportPlan.make(
      range: MadeIndex.range(from, to),
      clip: MadeIndex.clip(
        container: container, name: name, codec: codec,
        encoders: encoders ?? MadeIndex.encoders(of: codec)),
      index: index, settings: ExportSettings(method: method))
  }

  /// The pieces in short: e for encoded frames, c for copied ones.
  private func pieces(_ plan: ExportPlan) -> [String] {
    plan.segments.map { ($0.isEncoded ? "e" : "c") + "\($0.shownFrames)" }
  }

  @Test func onlyTheEdgesAreEncoded() throws {
    let plan = try plan(13, 38, of: MadeIndex.reordered(gops: 5, gop: 10))
    #expect(plan.method == .smart)
    #expect(plan.isExact)
    // Stored 30 33 31 32 36 34 35 39 37 38: ending before 39 would leave 37 and 38 behind it.
    #expect(pieces(plan) == ["e13..<20", "c20..<37", "e37..<38"])
    #expect(plan.untouchedFrames == 17)
    #expect(plan.encodedFrames == 8)
    #expect(plan.hiddenFrames == 0)
    #expect(plan.reasons == [.encodesEdges])
    #expect(plan.encoder == .init(codec: "h264", name: "libh264"))
  }

  @Test func exactCopiesStayCopies() throws {
    let plan = try plan(10, 30, of: MadeIndex.reordered(gops: 5, gop: 10))
    #expect(plan.method == .copy)
    #expect(plan.encoder == nil)
  }

  @Test func aCleanStartIsNotEncoded() throws {
    let plan = try plan(10, 22, of: MadeIndex.reordered(gops: 5, gop: 10))
    #expect(pieces(plan) == ["c10..<21", "e21..<22"])
  }

  @Test func framesThatTheSourceHidesDoNotStay() throws {
    // The source shows frames 5…24; its edit list hides the rest of two GOPs, among it what is stored
    // as packet 22.
    let order = Array(5..<22) + [23, 24, 25]
    let index = FrameIndex(
      timebase: MadeIndex.timebase,
      frames: order.enumerated().map { number, position in
        FrameIndex.Frame(
          pts: Int64(number + 5), decodePosition: Int32(position), bytes: 100,
          isKeyframe: position == 10)
      }, endPTS: 25, isComplete: true)
    #expect(pieces(try plan(5, 22, of: index)) == ["e0..<5", "c5..<17"])
    let whole = try plan(5, 25, of: index)
    #expect(pieces(whole) == ["e0..<5", "c5..<17", "e17..<20"])
    #expect(whole.hiddenFrames == 0)
    // A range before the keyframe, which a copy could show only with hidden frames before it.
    #expect(pieces(try plan(5, 9, of: index)) == ["e0..<4"])
    #expect(try plan(5, 25, of: index, .copy).reasons.contains(.sourceHidesFrames))
  }

  @Test func insideAGOPAllOfTheRangeIsEncoded() throws {
    let plan = try plan(13, 17, of: MadeIndex.plain(count: 50, gop: 10))
    #expect(pieces(plan) == ["e13..<17"])
    #expect(plan.method == .smart)
    #expect(plan.reasons == [.noAccessPointInRange])
  }

  @Test func leadingPicturesOfTheJointAreEncoded() throws {
    let index = MadeIndex.open(gops: 3, gop: 12)
    let plan = try plan(5, 22, of: index)
    #expect(pieces(plan) == ["e5..<12", "c12..<22"])
    guard case .copy(let piece) = plan.segments[1] else { return }
    #expect(piece.leadingPackets == [11, 12])
  }

  @Test func everyRangeIsCoveredOnceInOrder() throws {
    for index in [
      MadeIndex.plain(count: 40, gop: 10), MadeIndex.reordered(gops: 4, gop: 10),
      MadeIndex.open(gops: 3, gop: 12),
    ] {
      for from in 0..<index.count {
        for to in (from + 1)...index.count {
          let plan = try plan(from, to, of: index)
          #expect(plan.isExact, "\(from)..<\(to)")
          #expect(plan.shownFrames == from..<to)
          #expect(plan.segments.flatMap { Array($0.shownFrames) } == Array(from..<to))
          for case .copy(let piece) in plan.segments {
            // What is copied decodes by itself and has nothing else in it.
            #expect(index.frames[piece.shownFrames.lowerBound].isKeyframe)
            let stored = Set(
              index.frames[piece.shownFrames].map { Int($0.decodePosition) })
            #expect(stored == Set(piece.packets).subtracting(piece.leadingPackets))
          }
        }
      }
    }
  }

  @Test func framesThatAnEditListHidesAreNotCopied() throws {
    // The first five frames are in the file and hidden.
    let frames = (5..<40).map {
      FrameIndex.Frame(
        pts: Int64($0), decodePosition: Int32($0), bytes: 100, isKeyframe: $0 % 10 == 0)
    }
    let index = FrameIndex(
      timebase: MadeIndex.timebase, frames: frames, endPTS: 40, isComplete: true)
    #expect(pieces(try plan(6, 33, of: index)) == ["e1..<5", "c5..<28"])
  }

  @Test func codecsThatCannotBeJoinedAreEncodedThroughout() throws {
    let index = MadeIndex.plain(count: 50, gop: 10)
    let plan = try plan(
      13, 27, of: index, container: "asf", name: "clip.wmv", codec: "wmv2")
    #expect(plan.method == .encode)
    #expect(pieces(plan) == ["e13..<27"])
    #expect(plan.reasons == [.encodesEverything])
    #expect(throws: ExportPlan.Refusal.codecCannotBeJoined("wmv2")) {
      try self.plan(
        13, 27, of: index, container: "asf", name: "clip.wmv", codec: "wmv2", .smart)
    }
  }

  @Test func withoutAnEncoderForItselfAFilmGetsAnotherCodec() throws {
    let plan = try plan(
      13, 27, of: MadeIndex.plain(count: 50, gop: 10), container: "asf", name: "clip.wmv",
      codec: "wmv3",
      encoders: FilmEncoders(substitute: .init(codec: "h264", name: "libx264")))
    #expect(plan.method == .encode)
    #expect(plan.encoder?.codec == "h264")
    #expect(plan.container == .matroska)
    #expect(plan.reasons == [.encodesEverything, .codecChanged, .containerChanged])
  }

  @Test func aFailedSmartCutIsEncodedThenHidden() throws {
    let index = MadeIndex.reordered(gops: 5, gop: 10)
    let clip = MadeIndex.clip(encoders: MadeIndex.encoders(of: "h264"))
    let smart = try plan(13, 38, of: index)
    let encoded = try #require(smart.nextSafer(for: clip, index: index, isRetrying: true))
    #expect(encoded.method == .encode)
    #expect(encoded.shownFrames == 13..<38)
    #expect(encoded.reasons == [.smartCutFailed, .encodesEverything])
    let hidden = try #require(encoded.nextSafer(for: clip, index: index, isRetrying: true))
    #expect(hidden.method == .hide)
    #expect(hidden.reasons == [.smartCutFailed, .encodingFailed, .hidesFramesByEditList])
    #expect(hidden.isExact)
  }

  @Test func whatCannotBeHiddenIsEncodedInAnotherCodec() throws {
    let index = MadeIndex.reordered(gops: 5, gop: 10)
    let (container, name) = ("matroska,webm", "clip.mkv")
    let clip = MadeIndex.clip(
      container: container, name: name, codec: "hevc", encoders: MadeIndex.encoders(of: "hevc"))
    let smart = try plan(13, 38, of: index, container: container, name: name, codec: "hevc")
    let encoded = try #require(smart.nextSafer(for: clip, index: index, isRetrying: true))
    #expect(encoded.encoder?.codec == "hevc")
    let other = try #require(encoded.nextSafer(for: clip, index: index, isRetrying: true))
    #expect(other.encoder == clip.encoders.substitute)
    #expect(other.isEncodedThroughout)
    #expect(
      other.reasons == [.smartCutFailed, .encodingFailed, .encodesEverything, .codecChanged])
    #expect(other.nextSafer(for: clip, index: index, isRetrying: true) == nil)
  }

  @Test func whoAskedForACopyGetsNothingElse() throws {
    let index = MadeIndex.plain(count: 50, gop: 10)
    let copy = try plan(13, 27, of: index, .copy)
    let clip = MadeIndex.clip(encoders: MadeIndex.encoders(of: "h264"))
    #expect(copy.nextSafer(for: clip, index: index, isRetrying: true) == nil)
  }
}
