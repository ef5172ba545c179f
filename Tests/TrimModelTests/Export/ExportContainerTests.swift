// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import TrimModel

struct ExportContainerTests {
  private func stream(
    _ kind: StreamInfo.Kind, _ codec: String, tag: String = "", isCover: Bool = false
  ) -> StreamInfo {
    StreamInfo(
      index: 1, kind: kind, codec: codec, tag: tag, timebase: MadeIndex.timebase,
      isAttachedPicture: isCover)
  }

  private func plan(of clip: ClipInfo, _ format: ExportFormat = .same) throws -> ExportPlan {
    try ExportPlan.make(
      range: MadeIndex.range(0, 10), clip: clip, index: MadeIndex.plain(count: 50, gop: 10),
      settings: ExportSettings(format: format))
  }

  @Test(arguments: [
    ("mov,mp4,m4a,3gp,3g2,mj2", "a.mp4", "isom", ExportContainer.mp4),
    ("mov,mp4,m4a,3gp,3g2,mj2", "a.mp4", "qt  ", .mov),
    ("mov,mp4,m4a,3gp,3g2,mj2", "a.mov", "", .mov),
    ("mov,mp4,m4a,3gp,3g2,mj2", "a.mp4", "", .mp4),
    ("mov,mp4,m4a,3gp,3g2,mj2", "a.3gp", "3gp5", .threeGP),
    ("matroska,webm", "a.mkv", "", .matroska), ("matroska,webm", "A.WEBM", "", .webm),
    ("mpegts", "a.ts", "", .mpegTS), ("mpegts", "00001.MTS", "", .blurayTS),
    ("mpeg", "a.vob", "", .mpegPS), ("avi", "a.avi", "", .avi), ("flv", "a.flv", "", .flv),
    ("asf", "a.wmv", "", .asf), ("ogg", "a.ogv", "", .ogg), ("gif", "a.gif", "", .gif),
  ])
  func theSourcesContainerIsKnown(
    _ format: String, _ name: String, _ brand: String, _ expected: ExportContainer
  ) {
    let clip = MadeIndex.clip(container: format, name: name, brand: brand)
    #expect(ExportContainer(of: clip) == expected)
  }

  @Test func bareStreamsHaveNoContainer() {
    #expect(
      ExportContainer(of: MadeIndex.clip(container: "h264", name: "a.h264", brand: "")) == nil)
  }

  @Test func theClipIsWhatTheSourceIs() throws {
    let plan = try plan(of: MadeIndex.clip(brand: "qt  "))
    #expect(plan.container == .mov)
    #expect(!plan.reasons.contains(.containerChanged))
  }

  @Test func soundThatMP4CannotHoldMakesItMOV() throws {
    let plan = try plan(of: MadeIndex.clip(beside: [stream(.audio, "pcm_s16le")]))
    #expect(plan.container == .mov)
    #expect(plan.reasons.contains(.containerChanged))
    #expect(plan.dropped.isEmpty)
  }

  @Test func aStreamWithoutContainerBecomesMatroska() throws {
    let plan = try plan(of: MadeIndex.clip(container: "h264", name: "a.h264", brand: ""))
    #expect(plan.container == .matroska)
    #expect(plan.reasons.contains(.containerChanged))
  }

  @Test func unknownSoundDoesNotChangeTheContainer() throws {
    let plan = try plan(of: MadeIndex.clip(beside: [stream(.audio, "unknown")]))
    #expect(plan.container == .mp4)
    #expect(plan.dropped.map(\.reason) == [.containerCannotHold])
  }

  @Test func anAskedFormatThatCannotHoldTheFilmIsRefused() {
    #expect(throws: ExportPlan.Refusal.formatCannotHold(.webm, codec: "h264")) {
      try plan(of: MadeIndex.clip(), .webm)
    }
  }

  @Test func whatAnAskedFormatCannotHoldIsListed() throws {
    let clip = MadeIndex.clip(beside: [
      stream(.subtitle, "mov_text"), stream(.data, "bin_data", tag: "tmcd"),
    ])
    #expect(try plan(of: clip, .mkv).dropped.map(\.kind) == [.subtitle, .data])
    #expect(try plan(of: clip).dropped.isEmpty)
  }

  @Test(arguments: [
    (ExportContainer.mp4, true), (.mov, true), (.matroska, true), (.mpegTS, false), (.avi, false),
  ])
  func coversFit(_ container: ExportContainer, _ expected: Bool) {
    #expect(container.holds(stream(.video, "mjpeg", isCover: true)) == expected)
  }

  @Test func attachmentsFitInMatroskaOnly() {
    let holders = ExportContainer.allCases.filter { $0.holds(stream(.attachment, "ttf")) }
    #expect(holders == [.matroska])
  }

  @Test func telemetryOfActionCamerasFitsInMP4() {
    #expect(ExportContainer.mp4.holds(stream(.data, "bin_data", tag: "gpmd")))
    #expect(!ExportContainer.mp4.holds(stream(.data, "bin_data", tag: "fdsc")))
  }

  @Test func everyContainerHasAnExtension() {
    for container in ExportContainer.allCases { #expect(!container.fileExtensions.isEmpty) }
  }
}
