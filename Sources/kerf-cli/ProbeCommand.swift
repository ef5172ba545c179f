// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

extension Command {
  /// Says what is in a file.
  static let probe = Command(
    name: "probe", usage: "probe  FILE [--json]",
    summary: "Says what is in FILE; reads it as a whole to count frames and keyframes.",
    options: [.flag("--json")]
  ) { (arguments) throws(CommandFailure) in
    let file = try arguments.files(exactly: 1)[0]
    do throws(MediaError) {
      let clip = try ClipProbe.probe(file)
      let index = try FrameIndexBuilder.build(file)
      let report = ProbeReport(
        clip: clip, index: index, hiddenFrames: try StoredFrames.hidden(in: file, index: index))
      Terminal.write(arguments.has("--json") ? report.json.text : report.text)
    } catch {
      throw .reading(file, error)
    }
  }
}
