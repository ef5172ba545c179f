// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

@testable import MediaCore

struct ExportJobTests {
  private func request(
    _ name: String, _ from: Int, _ to: Int, in folder: FilePath, method: ExportMethod = .auto
  ) throws -> ExportRequest {
    let path = try Fixture.clip(name)
    let clip = try ClipProbe.probe(path)
    let index = try FrameIndexBuilder.build(path)
    let range = try #require(
      TrimRange(
        inPoint: index.time(ofFrame: from), outPoint: index.time(ofFrame: min(to, index.count))))
    let plan = try ExportPlan.make(
      range: range, clip: clip, index: index, settings: ExportSettings(method: method))
    return ExportRequest(clip: clip, index: index, plan: plan, destination: .folder(folder))
  }

  private func names(in folder: FilePath) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.displayString).sorted()
  }

  @Test func oneJobTellsItsProgressAndThenItsResult() async throws {
    let folder = try Fixture.temporaryFolder("job")
    let job = ExportJob.start(try request("h264_gop60.mp4", 75, 218, in: folder))
    var ends = 0
    var lastFraction = 0.0
    for await event in job.events {
      switch event {
      case .progress(let progress):
        #expect(progress.fraction >= lastFraction && progress.fraction <= 1)
        lastFraction = progress.fraction
      case .finished(let result):
        ends += 1
        #expect(result.output.displayName == "h264_gop60 (trimmed).mp4")
        #expect(result.verification?.isGood == true)
        #expect(result.firstTime == .zero)
        #expect(result.carried.count == 2)
        #expect(try names(in: folder) == ["h264_gop60 (trimmed).mp4"])
      case .failed(let error): Issue.record("\(error)")
      case .cancelled: Issue.record("cancelled")
      }
    }
    #expect(ends == 1)
  }

  // MARK: Encoders that do not work

  /// Names of encoders that no machine has, or that need a device that this one does not have.
  private static let brokenEncoders = ["no_such_encoder", "h264_v4l2m2m"]

  private func request(
    _ name: String, encoders: FilmEncoders, in folder: FilePath
  ) throws -> ExportRequest {
    let real = try request(name, 20, 70, in: folder)
    let clip = ClipInfo(
      path: real.clip.path, container: real.clip.container, bytes: real.clip.bytes,
      startTime: real.clip.startTime, duration: real.clip.duration, streams: real.clip.streams,
      chapters: real.clip.chapters, tags: real.clip.tags,
      videoStreamIndex: real.clip.videoStreamIndex, audioStreamIndex: real.clip.audioStreamIndex,
      encoders: encoders)
    let plan = try ExportPlan.make(
      range: real.join.parts[0].requested, clip: clip, index: real.index)
    return ExportRequest(
      clip: clip, index: real.index, plan: plan, destination: .folder(folder))
  }

  @Test(arguments: brokenEncoders)
  func withoutAWorkingEncoderFramesAreHidden(_ encoder: String) throws {
    let folder = try Fixture.temporaryFolder("job")
    let encoders = FilmEncoders(matching: .init(codec: "h264", name: encoder))
    let request = try request("h264_gop60.mp4", encoders: encoders, in: folder)
    #expect(request.join.method == .smart)
    guard case .finished(let result) = ExportJob.run(request) else {
      Issue.record("no clip")
      return
    }
    #expect(result.plan.method == .hide)
    #expect(result.plan.isExact)
    #expect(result.plan.reasons == [.smartCutFailed, .encodingFailed, .hidesFramesByEditList])
    #expect(result.setbacks.map(\.method) == [.smart, .encode])
    for setback in result.setbacks { #expect(setback.failure.contains(encoder)) }
    #expect(try Judge.frameNumbers(of: result.output) == Array(20..<70))
  }

  @Test func withoutAWorkingEncoderAFilmThatCannotHideGetsAnotherCodec() throws {
    let folder = try Fixture.temporaryFolder("job")
    let encoders = FilmEncoders(
      matching: .init(codec: "hevc", name: "no_such_encoder"),
      substitute: .init(codec: "h264", name: "libx264"))
    let request = try request("hevc_gop60.mkv", encoders: encoders, in: folder)
    guard case .finished(let result) = ExportJob.run(request) else {
      Issue.record("no clip")
      return
    }
    #expect(result.plan.method == .encode)
    #expect(result.plan.encoder?.name == "libx264")
    #expect(result.plan.reasons.contains(.codecChanged))
    #expect(try Judge.frameNumbers(of: result.output) == Array(20..<70))
  }

  @Test func withoutAnyWorkingEncoderTheClipFailsWithItsName() throws {
    let folder = try Fixture.temporaryFolder("job")
    let encoders = FilmEncoders(matching: .init(codec: "h264", name: "no_such_encoder"))
    let request = try request("h264_gop60.mkv", encoders: encoders, in: folder)
    guard case .failed(let error) = ExportJob.run(request) else {
      Issue.record("no failure")
      return
    }
    #expect(error.reason == .unsupported)
    #expect("\(error.operation) \(error.detail ?? "")".contains("no_such_encoder"))
    #expect(try names(in: folder).isEmpty)
  }

  @Test func cancellingLeavesNothing() async throws {
    let folder = try Fixture.temporaryFolder("job")
    let request = try request("hour.mp4", 1, 100_000, in: folder)
    let job = ExportJob.start(request)
    job.cancel()
    var isCancelled = false
    for await event in job.events { if case .cancelled = event { isCancelled = true } }
    #expect(isCancelled)
    #expect(try names(in: folder).isEmpty)
  }

  @Test func cancellingWhileWritingLeavesNothing() throws {
    let folder = try Fixture.temporaryFolder("job")
    let request = try request("hour.mp4", 1, 100_000, in: folder)
    for stop in [0.1, 0.4, 0.7] {
      let cancellation = Cancellation()
      let end = ExportJob.run(request, cancellation: cancellation) {
        if $0.fraction >= stop { cancellation.cancel() }
      }
      guard case .cancelled = end else {
        // Reports come a few times a second: a fast machine may be done before the next one.
        guard case .finished(let result) = end else {
          Issue.record("\(end)")
          continue
        }
        try FileManager.default.removeItem(atPath: result.output.displayString)
        continue
      }
      #expect(try names(in: folder).isEmpty)
    }
  }

  @Test func aVanishedSourceFailsAndLeavesNothing() throws {
    let folder = try Fixture.temporaryFolder("job")
    let request = try request("h264_gop60.mp4", 75, 218, in: folder)
    let clip = request.clip
    let gone = ExportRequest(
      clip: ClipInfo(
        path: folder.appending("gone.mp4"), container: clip.container, bytes: clip.bytes,
        startTime: clip.startTime, duration: clip.duration, streams: clip.streams,
        videoStreamIndex: clip.videoStreamIndex, audioStreamIndex: clip.audioStreamIndex),
      index: request.index, join: request.join, destination: request.destination)
    guard case .failed(let error) = ExportJob.run(gone) else {
      Issue.record("it did not fail")
      return
    }
    #expect(error.reason == .notFound)
    #expect(try names(in: folder).isEmpty)
  }

  @Test func aFolderThatCannotBeWrittenFails() throws {
    let request = try request("h264_gop60.mp4", 75, 218, in: FilePath("/proc/nowhere"))
    guard case .failed(let error) = ExportJob.run(request) else {
      Issue.record("it did not fail")
      return
    }
    #expect(error.reason == .notWritable)
  }

  @Test func aWrongFrameIsFound() throws {
    let folder = try Fixture.temporaryFolder("job")
    let request = try request("h264_gop60.mp4", 75, 218, in: folder, method: .hide)
    guard case .finished(let result) = ExportJob.run(request) else {
      Issue.record("the clip was not made")
      return
    }
    let good = try ClipVerification.verify(
      result.output, is: [request.join.parts[0].requested], of: request.clip, index: request.index)
    #expect(good.isGood)
    #expect(good.identicalFrames == good.framesCompared && good.framesCompared >= 6)
    let shifted = try #require(
      TrimRange(
        inPoint: request.index.time(ofFrame: 76), outPoint: request.index.time(ofFrame: 219)))
    let bad = try ClipVerification.verify(
      result.output, is: [shifted], of: request.clip, index: request.index)
    #expect(!bad.isGood)
  }
}
