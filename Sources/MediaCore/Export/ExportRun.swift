// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TrimModel

/// One export from the request to the named file, on the calling thread.
struct ExportRun {
  private let request: ExportRequest
  private let cancellation: Cancellation
  private let meter: ProgressMeter

  init(
    _ request: ExportRequest, cancellation: Cancellation,
    onProgress: @escaping (ExportProgress) -> Void
  ) {
    self.request = request
    self.cancellation = cancellation
    meter = ProgressMeter(isVerified: request.isVerified, report: onProgress)
  }

  func run() throws(MediaError) -> ExportResult {
    let stopwatch = Stopwatch()
    let folder = try targetFolder()
    OutputFolder.removeStaleTemporaries(in: folder)
    let output = try OutputFile(in: folder)
    output.reserve(bytes: request.join.estimatedBytes)
    let made = try writeAndVerify(output)
    if cancellation.isCancelled { throw MediaError(.cancelled, "name file") }
    let path = try publish(output)
    return result(made, path: path, bytes: output.byteCount, seconds: stopwatch.seconds)
  }

  // MARK: - Attempts

  /// A clip that is what was asked for, and how it came about.
  private struct Made {
    let written: WrittenClip
    let plan: JoinPlan
    let report: VerificationReport?
    let setbacks: [ExportResult.Setback]
  }

  /// Writes until the clip is what was asked for, each time more carefully.
  private func writeAndVerify(_ output: OutputFile) throws(MediaError) -> Made {
    var plan = request.join
    var setbacks: [ExportResult.Setback] = []
    var retriesLeft = 2
    while true {
      var failure: MediaError
      do throws(MediaError) {
        let written = try write(plan, to: output)
        // The disk works while the clip is read back.
        output.disk.start()
        guard request.isVerified else {
          return Made(written: written, plan: plan, report: nil, setbacks: setbacks)
        }
        let report = try ClipVerifier(
          request: request, plan: plan, cancellation: cancellation,
          onProgress: { meter.verified($0, bytes: output.byteCount) }
        ).verify(output.temporary, against: written)
        guard let found = report.failure else {
          return Made(written: written, plan: plan, report: report, setbacks: setbacks)
        }
        failure = MediaError(.verificationFailed, "verify clip", detail: found)
      } catch {
        // What cannot be joined or encoded this way may be possible another way, and frames whose
        // packets no container takes can still be encoded.
        guard
          error.reason == .unsupported
            || (Self.isOfMethod(error) && (plan.encodedFrames > 0 || plan.parts.count > 1))
        else { throw error }
        failure = error
      }
      guard
        let safer = plan.nextSafer(
          for: request.clip, index: request.index, isRetrying: retriesLeft > 0)
      else { throw failure }
      setbacks.append(
        ExportResult.Setback(method: plan.method, failure: Self.description(of: failure)))
      if safer.method == plan.method { retriesLeft -= 1 }
      plan = safer
    }
  }

  /// Whether another method may succeed where this failure was.
  private static func isOfMethod(_ error: MediaError) -> Bool {
    switch error.reason {
    case .unsupported, .invalidData, .other: true
    default: false
    }
  }

  private static func description(of error: MediaError) -> String {
    guard error.reason != .verificationFailed else { return error.detail ?? error.operation }
    return error.detail.map { "\(error.operation): \($0)" } ?? error.operation
  }

  private func write(_ plan: JoinPlan, to output: OutputFile) throws(MediaError) -> WrittenClip {
    var options = ClipWriter.Options()
    while true {
      do throws(MediaError) {
        let writer = try ClipWriter(
          request: request, plan: plan, output: output, cancellation: cancellation,
          onProgress: { meter.wrote($0, bytes: output.byteCount) })
        switch try writer.write(options) {
        case .written(let written): return written
        case .indexDidNotFit:
          guard options.indexScale < 64 else { throw MediaError(.unsupported, "write index") }
          options.indexScale *= 4
        case .otherFilmFailed: options.leavesOtherFilms = true
        case .hasEmptyStreams(let streams): options.empty.formUnion(streams)
        }
      } catch {
        if error.reason == .unsupported, plan.encodedFrames == 0, plan.parts.count == 1,
          !options.leavesStart
        {
          options.leavesStart = true
          continue
        }
        guard error.reason == .invalidData, !options.readsFromStart else { throw error }
        options.readsFromStart = true
      }
    }
  }

  // MARK: - Names

  private func targetFolder() throws(MediaError) -> FilePath {
    switch request.destination {
    case .folder(let folder): return folder
    case .file(let path, let isReplacing):
      var target = stat()
      guard path.withCString({ stat($0, &target) }) == 0 else { return path.parent }
      if !isReplacing { throw MediaError(.alreadyExists, "name file") }
      switch target.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: throw MediaError(.isFolder, "name file")
      default: throw MediaError(.notRegularFile, "name file")
      }
      var source = stat()
      if request.clip.path.withCString({ stat($0, &source) }) == 0,
        source.st_dev == target.st_dev, source.st_ino == target.st_ino
      {
        throw MediaError(.alreadyExists, "name file", detail: "the clip would replace its source")
      }
      return path.parent
    }
  }

  private func publish(_ output: OutputFile) throws(MediaError) -> FilePath {
    let source = request.clip.path
    switch request.destination {
    case .file(let path, let isReplacing):
      return try output.publish(attributesOf: source, isReplacing: isReplacing) {
        $0 == 1 ? path : nil
      }
    case .folder(let folder):
      return try output.publish(attributesOf: source, isReplacing: false) { attempt in
        guard attempt < 10_000 else { return nil }
        return folder.appending(
          ClipName.name(for: request.clip.path, in: request.join.container, attempt: attempt))
      }
    }
  }

  // MARK: - Result

  private func result(
    _ made: Made, path: FilePath, bytes: Int64, seconds: Double
  ) -> ExportResult {
    let (written, plan, index) = (made.written, made.plan, request.index)
    let start = plan.parts[0].landing.inPoint
    /// On the clip's clock.
    func time(ofFrame number: Int) -> MediaTime {
      let (part, frame) = plan.source(ofFrame: number)
      return index.time(ofFrame: frame) - plan.parts[part].landing.inPoint + plan.offsets[part]
    }
    return ExportResult(
      output: path, join: plan, firstTime: time(ofFrame: 0),
      lastTime: time(ofFrame: plan.frameCount - 1),
      carried: written.streams.map { stream in
        let isSound = stream.mapped.role == .sound
        return ExportResult.CarriedStream(
          index: stream.mapped.info.index, kind: stream.mapped.info.kind,
          codec: stream.mapped.info.codec, language: stream.mapped.info.language,
          offsetMilliseconds: isSound ? offset(of: stream, start) : nil,
          startMilliseconds: isSound ? stream.edges.late * 1000 : nil,
          endMilliseconds: isSound ? stream.edges.over * 1000 : nil)
      },
      dropped: written.dropped, bytes: bytes, seconds: seconds,
      setbacks: made.setbacks, verification: made.report)
  }

  private func offset(of stream: WrittenClip.Stream, _ start: MediaTime) -> Double? {
    guard let exact = stream.exactStart, let written = stream.start else { return nil }
    return (written.seconds - (exact.seconds - start.seconds)) * 1000
  }
}
