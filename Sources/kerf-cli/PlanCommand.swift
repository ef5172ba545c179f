// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

extension Command {
  /// Says what saving a range would do.
  static let plan = Command(
    name: "plan",
    usage: "plan   FILE --from T --to T [--from T --to T …] [--method M] [--format F] [--json]",
    summary: """
      Says how the range would be saved, where its edges would land and how large it would be.
      Several pairs are planned as one clip, as cut --join makes it.
      M is auto, copy, hide, smart or encode; F is same, mp4, mov, mkv or webm.
      """,
    options: ExportArguments.rangeOptions + ExportArguments.settingsOptions + [.flag("--json")]
  ) { (arguments) throws(CommandFailure) in
    let file = try arguments.files(exactly: 1)[0]
    let export = try ExportArguments(arguments, source: file)
    Terminal.write(
      arguments.has("--json")
        ? ExportReport.json(export.plan, index: export.index).text
        : ExportReport.text(export.plan, index: export.index))
  }
}
