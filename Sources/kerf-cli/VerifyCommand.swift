// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

extension Command {
  /// Compares a clip with the range of its source.
  static let verify = Command(
    name: "verify", usage: "verify SOURCE CLIP --from T --to T [--from T --to T …] [--json]",
    summary: """
      Compares CLIP with the range of SOURCE: number and times of frames, pictures at edges.
      Several pairs are what a clip that was joined shows.
      """,
    options: ExportArguments.rangeOptions + [.flag("--json")]
  ) { (arguments) throws(CommandFailure) in
    let files = try arguments.files(exactly: 2)
    let export = try ExportArguments(arguments, source: files[0])
    let report: VerificationReport
    do throws(MediaError) {
      report = try ClipVerification.verify(
        files[1], is: export.plan.parts.map(\.requested), of: export.clip, index: export.index)
    } catch {
      throw .reading(files[1], error)
    }
    if arguments.has("--json") { Terminal.write(ExportReport.json(report).text) }
    if let failure = report.failure {
      throw .failed("the clip differs: \(failure)", files[1], "cut it again")
    }
    if !arguments.has("--json") {
      Terminal.write(
        "\(Terminal.escaped(files[1])): as the source, \(report.framesCompared) frames compared")
    }
  }
}
