// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

extension Command {
  /// Saves a range as a clip.
  static let cut = Command(
    name: "cut",
    usage: "cut    FILE --from T --to T [-o OUT] [--method M] [--format F] [--overwrite] "
      + "[--no-verify] [--progress] [--json]",
    summary: """
      Saves the frames from the first T up to but not including the second T.
      Without -o the clip goes to your Videos folder under a name that is free.
      M is auto, copy, hide, smart or encode; F is same, mp4, mov, mkv or webm.
      """,
    options: ExportArguments.rangeOptions + ExportArguments.settingsOptions + [
      .value("-o"), .flag("--overwrite"), .flag("--no-verify"), .flag("--progress"),
      .flag("--json"),
    ]
  ) { (arguments) throws(CommandFailure) in
    let file = try arguments.files(exactly: 1)[0]
    let export = try ExportArguments(arguments, source: file)
    let destination: ExportRequest.Destination =
      arguments.path("-o").map { .file($0, overwrite: arguments.has("--overwrite")) }
      ?? .folder(OutputFolder.videos())
    let request = ExportRequest(
      clip: export.clip, index: export.index, plan: export.plan, destination: destination,
      isVerified: !arguments.has("--no-verify"))
    let isTold = arguments.has("--progress")
    let end = ExportJob.run(request) { progress in
      guard isTold else { return }
      let left = progress.secondsLeft.map { ", \(Int($0.rounded(.up))) s left" } ?? ""
      let percent = Int((progress.fraction * 100).rounded(.down))
      Terminal.writeError("progress: \(percent) % \(progress.phase.rawValue)\(left)")
    }
    switch end {
    case .finished(let result):
      Terminal.write(
        arguments.has("--json")
          ? ExportReport.json(result, clip: export.clip, index: export.index).text
          : ExportReport.text(result))
    case .failed(let error): throw CutCommand.failure(error, file, destination)
    case .cancelled, .progress:
      throw .job(file, MediaError(.cancelled, "cut"))
    }
  }
}

private enum CutCommand {
  /// Names the file that the person can do something about.
  static func failure(
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
