// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

extension Command {
  /// Saves ranges as clips.
  static let cut = Command(
    name: "cut",
    usage:
      "cut    FILE --from T --to T [--from T --to T …] [--join] [-o OUT | --into FOLDER] [--method M] "
      + "[--format F] [--creation-time C] [--overwrite] [--no-verify] [--progress] [--json]\n"
      + "  kerf-cli cut    --list CSV [--into FOLDER] [the same options]",
    summary: """
      Saves the frames from the first T up to but not including the second T.
      Several pairs make several clips: {n} in OUT is their number from 1. With --join they make
      one, in the order given; in a CSV, lines with the same file and out that follow each other.
      Without -o a clip goes to FOLDER, else to your Videos folder, under a name that is free.
      CSV has the columns file,from,to,out, one clip a line; - is standard input. One clip that
      fails does not stop the others; the exit status is 1 then.
      M is auto, copy, hide, smart or encode; F is same, mp4, mov, mkv or webm.
      C is keep, for the date of the source, or moved, for that of the clip's own first frame.
      --json prints one object a line for each clip; --progress writes lines to standard error.
      """,
    options: [.values("--from"), .values("--to")] + ExportArguments.settingsOptions + [
      .flag("--join"), .value("-o"), .value("--into"), .value("--list"), .flag("--overwrite"),
      .value("--creation-time"), .flag("--no-verify"),
      .flag("--progress"), .flag("--json"),
    ]
  ) { (arguments) throws(CommandFailure) in
    let jobs = try CutJob.jobs(arguments)
    Interruption.watch()
    var run = try CutRun(arguments, jobCount: jobs.count)
    guard jobs.count > 1 || arguments.has("--list") else { return try run.make(jobs[0], number: 1) }
    var failures: [CommandFailure] = []
    for (position, job) in jobs.enumerated() where !Interruption.cancellation.isCancelled {
      do throws(CommandFailure) {
        try run.make(job, number: position + 1)
      } catch {
        run.report(error, of: job)
        failures.append(error)
      }
    }
    if Interruption.cancellation.isCancelled { throw CommandFailure(.failed, "cancelled") }
    guard failures.isEmpty else {
      throw CommandFailure(.failed, "\(failures.count) of \(jobs.count) clips failed: see above")
    }
  }
}

/// The clips of one `cut`, one after another.
private struct CutRun {
  private let settings: ExportSettings
  private let folder: FilePath?
  private let isReplacing: Bool
  private let creationTime: CreationTime
  private let isVerified: Bool
  private let isTold: Bool
  private let isJSON: Bool
  private let jobCount: Int
  /// The last source: lists name the same file many times.
  private var source: ExportSource?

  init(_ arguments: Arguments, jobCount: Int) throws(CommandFailure) {
    settings = try ExportArguments.settings(arguments)
    folder = arguments.path("--into")
    isReplacing = arguments.has("--overwrite")
    creationTime = try ExportArguments.choice(arguments, "--creation-time", default: .keep)
    isVerified = !arguments.has("--no-verify")
    isTold = arguments.has("--progress")
    isJSON = arguments.has("--json")
    self.jobCount = jobCount
  }

  /// Makes one clip and tells about it.
  mutating func make(_ job: CutJob, number: Int) throws(CommandFailure) {
    let source = try read(job.source)
    let plan = try source.plan(job.ranges, settings: settings)
    for note in ExportReport.losses(plan) { Terminal.writeError("kerf-cli: note: \(note)") }
    let destination: ExportRequest.Destination =
      job.output.map { .file($0, overwrite: isReplacing) }
      ?? .folder(folder ?? OutputFolder.videos())
    let request = ExportRequest(
      clip: source.clip, index: source.index, join: plan, destination: destination,
      isVerified: isVerified, creationTime: creationTime)
    let which = jobCount > 1 ? "\(number)/\(jobCount) " : ""
    let isTold = isTold
    let end = ExportJob.run(request, cancellation: Interruption.cancellation) { progress in
      guard isTold else { return }
      let left = progress.secondsLeft.map { ", \(Int($0.rounded(.up))) s left" } ?? ""
      let percent = Int((progress.fraction * 100).rounded(.down))
      Terminal.writeError("progress: \(which)\(percent) % \(progress.phase.rawValue)\(left)")
    }
    switch end {
    case .finished(let result):
      Terminal.write(
        isJSON
          ? ExportReport.json(result, clip: source.clip, index: source.index).text
          : ExportReport.text(result))
    case .failed(let error): throw Self.failure(error, job.source, destination)
    case .cancelled, .progress: throw .job(job.source, MediaError(.cancelled, "cut"))
    }
  }

  /// Tells about a clip that was not made, while others are to follow.
  func report(_ failure: CommandFailure, of job: CutJob) {
    Terminal.writeError("kerf-cli: \(failure.line)")
    guard isJSON else { return }
    let object: JSONValue = [
      "source": .string(job.source.displayString), "output": .null,
      "error": ["status": .int(Int(failure.status.rawValue)), "message": .string(failure.line)],
    ]
    Terminal.write(object.text)
  }

  private mutating func read(_ path: FilePath) throws(CommandFailure) -> ExportSource {
    if let source, source.clip.path == path { return source }
    let read = try ExportSource(path)
    source = read
    return read
  }

  /// Names the file that the person can do something about.
  private static func failure(
    _ error: MediaError, _ source: FilePath, _ destination: ExportRequest.Destination
  ) -> CommandFailure {
    switch error.reason {
    case .diskFull, .notWritable, .alreadyExists, .isFolder, .notRegularFile:
      switch destination {
      case .folder(let path), .file(let path, _): return .job(path, error)
      }
    case .verificationFailed:
      return .failed(
        "the clip is not what was asked for (\(error.detail ?? error.operation))", source,
        "nothing was saved; try another range or --method copy")
    default: return .job(source, error)
    }
  }
}
