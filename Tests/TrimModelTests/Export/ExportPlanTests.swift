// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import TrimModel

struct ExportPlanTests {
  private let matroska = MadeIndex.clip(container: "matroska,webm", name: "clip.mkv", brand: "")

  private func plan(
    _ from: Int, _ to: Int, of index: FrameIndex, clip: ClipInfo = MadeIndex.clip(),
    _ method: ExportMethod = .auto, _ format: ExportFormat = .same
  ) throws -> ExportPlan {
    try ExportPlan.make(
      range: MadeIndex.range(from, to), clip: clip, index: index,
      settings: ExportSettings(method: method, format: format))
  }

  private func piece(of plan: ExportPlan) throws -> ExportPlan.CopiedPiece {
    guard case .copy(let piece) = try #require(plan.segments.first) else {
      throw ExportPlan.Refusal.noFrameInRange
    }
    return piece
  }

  // MARK: Choice of the method

  @Test func edgesAtKeyframesAreCopied() throws {
    let plan = try plan(10, 30, of: MadeIndex.plain(count: 50, gop: 10))
    #expect(plan.method == .copy)
    #expect(plan.isExact)
    #expect(plan.reasons == [.edgesAreAccessPoints])
    #expect(plan.untouchedFrames == 20)
    #expect(plan.encodedFrames == 0)
    #expect(plan.hiddenFrames == 0)
  }

  @Test func withoutReorderingTheOutPointIsFree() throws {
    let plan = try plan(10, 23, of: MadeIndex.plain(count: 50, gop: 10))
    #expect(plan.method == .copy)
    #expect(plan.isExact)
    #expect(try piece(of: plan).packets == 10..<23)
  }

  @Test func insideAGOPIsHiddenInMP4() throws {
    let plan = try plan(13, 27, of: MadeIndex.plain(count: 50, gop: 10))
    #expect(plan.method == .hide)
    #expect(plan.isExact)
    #expect(plan.hiddenFrames == 3)
    #expect(plan.reasons == [.hidesFramesByEditList])
    #expect(plan.landing == plan.requested)
    #expect(try piece(of: plan).packets == 10..<27)
    #expect(plan.shownFrames == 13..<27)
  }

  @Test func av1IsNotHiddenUnlessAskedFor() throws {
    let index = MadeIndex.plain(count: 50, gop: 10)
    let clip = MadeIndex.clip(codec: "av1")
    #expect(try plan(13, 27, of: index, clip: clip).method == .copy)
    let hiding = try plan(13, 27, of: index, clip: clip, .hide)
    #expect(hiding.method == .hide)
    #expect(hiding.reasons == [.hidesFramesByEditList, .showsHiddenFrames])
  }

  @Test func insideAGOPIsCopiedOutwardElsewhereAndSaysSo() throws {
    let plan = try plan(13, 27, of: MadeIndex.plain(count: 50, gop: 10), clip: matroska)
    #expect(plan.method == .copy)
    #expect(!plan.isExact)
    #expect(plan.landing == (try MadeIndex.range(10, 27)))
    #expect(plan.reasons == [.startsEarlierAtKeyframe, .encoderMissing])
  }

  @Test func askingForACopyIsNoReasonToSpeakOfOtherMethods() throws {
    let plan = try plan(13, 27, of: MadeIndex.plain(count: 50, gop: 10), .copy)
    #expect(plan.method == .copy)
    #expect(plan.reasons == [.startsEarlierAtKeyframe])
  }

  @Test(arguments: ["prores", "mjpeg", "dnxhd", "dvvideo", "huffyuv"])
  func intraOnlyCodecsAreCopiedAnywhereWhateverTheFlagsSay(_ codec: String) throws {
    let index = MadeIndex.make(stored: Array(0..<50), keys: [0])
    let plan = try plan(13, 27, of: index, clip: MadeIndex.clip(brand: "qt  ", codec: codec))
    #expect(plan.method == .copy)
    #expect(plan.isExact)
    #expect(plan.reasons == [.codecIsIntraOnly])
    #expect(try piece(of: plan).packets == 13..<27)
  }

  @Test(arguments: [ExportMethod.smart, .encode])
  func methodsThatEncodeNeedAnEncoder(_ method: ExportMethod) {
    #expect(throws: ExportPlan.Refusal.encoderMissing(codec: "h264")) {
      try plan(1, 10, of: MadeIndex.plain(count: 50, gop: 10), method)
    }
  }

  @Test func hidingNeedsEditLists() {
    #expect(throws: ExportPlan.Refusal.containerCannotHide(.matroska)) {
      try plan(0, 10, of: MadeIndex.plain(count: 50, gop: 10), clip: matroska, .hide)
    }
  }

  // MARK: Edges of a copy

  @Test func aTornMiniGOPIsTakenInWhole() throws {
    // Stored 0 3 1 2 6 4 5 …: ending before frame 2 would keep 3 and lose 2.
    let index = MadeIndex.reordered(gops: 3, gop: 10)
    let plan = try plan(0, 2, of: index, .copy)
    #expect(plan.shownFrames == 0..<4)
    #expect(plan.reasons == [.endsLaterForReordering])
    #expect(try piece(of: plan).packets == 0..<4)
  }

  @Test func theEndOfAMiniGOPIsClean() throws {
    let index = MadeIndex.reordered(gops: 3, gop: 10)
    #expect(try plan(0, 4, of: index, .copy).isExact)
    #expect(try plan(10, 17, of: index, .copy).isExact)
    #expect(try plan(0, 10, of: index, .copy).isExact)
  }

  @Test func leadingPicturesOfAnOpenGOPAreLeftOut() throws {
    // Stored 0 3 1 2 6 4 5 9 7 8 12 10 11 …; keyframes 0, 12, 24.
    let index = MadeIndex.open(gops: 3, gop: 12)
    let plan = try plan(12, 16, of: index, .copy)
    let piece = try piece(of: plan)
    #expect(plan.isExact)
    #expect(piece.packets == 10..<16)
    #expect(piece.leadingPackets == [11, 12])
    #expect(plan.hiddenFrames == 0)
  }

  @Test func endingBeforeAnOpenKeyframeTakesItIn() throws {
    let index = MadeIndex.open(gops: 3, gop: 12)
    #expect(try plan(0, 12, of: index, .copy).shownFrames == 0..<13)
  }

  @Test func startingAtALeadingPictureNeedsTheGOPBefore() throws {
    let index = MadeIndex.open(gops: 3, gop: 12)
    let plan = try plan(11, 14, of: index, .hide)
    let piece = try piece(of: plan)
    #expect(piece.packets.lowerBound == 0)
    #expect(piece.leadingPackets.isEmpty)
    // Stored up to frame 13 is 0 3 1 2 6 4 5 9 7 8 12 10 11 15 13.
    #expect(piece.packets.upperBound == 15)
    #expect(plan.hiddenFrames == 15 - 3)
  }

  @Test(arguments: 0..<29)
  func hiddenFramesAreThoseNeededAndNotShown(_ from: Int) throws {
    let index = MadeIndex.open(gops: 3, gop: 12)
    for to in (from + 1)...index.count {
      let plan = try plan(from, to, of: index, .hide)
      let piece = try piece(of: plan)
      #expect(plan.shownFrames == from..<to)
      #expect(plan.isExact)
      let stored = index.frames.indices.filter {
        let position = Int(index.frames[$0].decodePosition)
        return piece.packets.contains(position) && !piece.leadingPackets.contains(position)
      }
      #expect(Set(from..<to).isSubset(of: stored))
      #expect(plan.hiddenFrames == stored.count - (to - from))
      #expect(index.frames[try #require(stored.min())].isKeyframe)
    }
  }

  @Test(arguments: 0..<29)
  func aCopyShowsARunWithoutHoles(_ from: Int) throws {
    for index in [MadeIndex.open(gops: 3, gop: 12), MadeIndex.reordered(gops: 4, gop: 10)] {
      for to in (from + 1)...index.count {
        let plan = try plan(from, to, of: index, .copy)
        let piece = try piece(of: plan)
        let stored = index.frames.indices.filter {
          let position = Int(index.frames[$0].decodePosition)
          return piece.packets.contains(position) && !piece.leadingPackets.contains(position)
        }
        #expect(stored == Array(plan.shownFrames))
        #expect(plan.shownFrames.lowerBound <= from && to <= plan.shownFrames.upperBound)
        #expect(plan.hiddenFrames == 0)
        let bytes = stored.reduce(0) { $0 + Int64(index.frames[$1].bytes) }
        #expect(plan.estimatedBytes == bytes + 4096)
      }
    }
  }

  @Test func soundOfAnUnknownRateIsWhatIsLeftOfTheFile() throws {
    let index = MadeIndex.reordered(gops: 3, gop: 10)
    func sound(_ bitRate: Int64?) -> StreamInfo {
      StreamInfo(
        index: 1, kind: .audio, codec: "aac", timebase: MadeIndex.timebase, bitRate: bitRate)
    }
    func bytes(_ sounds: [StreamInfo]) throws -> Int64 {
      let all = try MadeIndex.range(0, index.count)
      let clip = MadeIndex.clip(
        container: "matroska,webm", name: "clip.mkv", brand: "", beside: sounds,
        duration: all.duration)
      return try ExportPlan.make(range: all, clip: clip, index: index).estimatedBytes - 4096
    }
    // The made clip's size, whose film is a part of it.
    #expect(abs(try bytes([sound(nil)]) - 1_000_000) <= 1)
    #expect(abs(try bytes([sound(8000), sound(nil)]) - 1_000_000) <= 1)
    let film = index.bytes(ofFrames: 0..<index.count)
    let seconds = try MadeIndex.range(0, index.count).duration.seconds
    #expect(abs(try bytes([sound(8000)]) - film - Int64(1000 * seconds)) <= 1)
  }

  @Test func theWholeClipIsEveryPacket() throws {
    for index in [MadeIndex.open(gops: 3, gop: 12), MadeIndex.reordered(gops: 3, gop: 10)] {
      let plan = try plan(0, index.count, of: index)
      #expect(plan.method == .copy)
      #expect(plan.isExact)
      #expect(try piece(of: plan).packets == 0..<index.count)
    }
  }

  @Test func packetsThatTheSourceHidesStayHidden() throws {
    // The source shows frames 5… of a GOP that begins at a packet its edit list hides.
    let frames = (5..<20).map {
      FrameIndex.Frame(
        pts: Int64($0), decodePosition: Int32($0), bytes: 100, isKeyframe: $0 == 10)
    }
    let index = FrameIndex(
      timebase: MadeIndex.timebase, frames: frames, endPTS: 20, isComplete: true)
    let whole = try plan(5, 20, of: index)
    #expect(whole.method == .copy)
    #expect(whole.isExact)
    #expect(whole.hiddenFrames == 5)
    #expect(whole.reasons == [.edgesAreAccessPoints, .sourceHidesFrames])
    let inside = try plan(7, 9, of: index)
    #expect(inside.method == .hide)
    #expect(try piece(of: inside).packets == 0..<9)
    #expect(throws: ExportPlan.Refusal.containerCannotHide(.matroska)) {
      try plan(5, 20, of: index, .copy, .mkv)
    }
  }

  // MARK: Ranges

  @Test func timesBetweenFramesMeanTheNextFrame() throws {
    let index = MadeIndex.plain(count: 50, gop: 10)
    let fine = Timebase(numerator: 1, denominator: 300)
    let range = try #require(
      TrimRange(
        inPoint: MediaTime(ticks: 91, timebase: fine),
        outPoint: MediaTime(ticks: 191, timebase: fine)))
    let plan = try ExportPlan.make(range: range, clip: MadeIndex.clip(), index: index)
    #expect(plan.requested == (try MadeIndex.range(10, 20)))
  }

  @Test func aRangeWithoutAFrameIsRefused() throws {
    let fine = Timebase(numerator: 1, denominator: 300)
    let range = try #require(
      TrimRange(
        inPoint: MediaTime(ticks: 91, timebase: fine),
        outPoint: MediaTime(ticks: 95, timebase: fine)
      ))
    #expect(throws: ExportPlan.Refusal.noFrameInRange) {
      try ExportPlan.make(
        range: range, clip: MadeIndex.clip(), index: MadeIndex.plain(count: 50, gop: 10))
    }
  }

  @Test func aRangeBeyondWhatWasReadMustWait() throws {
    let index = MadeIndex.make(stored: Array(0..<20), keys: [0, 10], isComplete: false)
    #expect(throws: ExportPlan.Refusal.stillReading) { try plan(0, 20, of: index) }
    #expect(try plan(0, 15, of: index).isExact)
  }

  @Test func theEndMayLieBehindTheLastFrame() throws {
    #expect(try plan(10, 99, of: MadeIndex.plain(count: 50, gop: 10)).shownFrames == 10..<50)
  }

  @Test func aLongFileIsPlannedFromItsEdgesAlone() throws {
    let count = 2 * 3600 * 60
    let index = MadeIndex.plain(count: count, gop: 60)
    let plan = try plan(61, count - 30, of: index, .hide)
    #expect(plan.hiddenFrames == 1)
    let keys = (count - 60 - 30 + 59) / 60
    #expect(plan.estimatedBytes == Int64((count - 90) * 100 + keys * 900 + 4096))
  }
}
