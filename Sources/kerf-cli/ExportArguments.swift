// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// What `plan`, `cut` and `verify` have in common: a source, a range in it, and settings.
struct ExportArguments {
  let clip: ClipInfo
  let index: FrameIndex
  let plan: JoinPlan

  static let rangeOptions: [Arguments.Option] = [.values("--from"), .values("--to")]
  static let settingsOptions: [Arguments.Option] = [.value("--method"), .value("--format")]

  /// Reads the source and plans the ranges as one clip.
  init(_ arguments: Arguments, source: FilePath) throws(CommandFailure) {
    let ranges = try arguments.ranges()
    let settings = try Self.settings(arguments)
    let read = try ExportSource(source)
    (clip, index) = (read.clip, read.index)
    plan = try read.plan(ranges, settings: settings)
  }

  /// What is chosen about saving.
  static func settings(_ arguments: Arguments) throws(CommandFailure) -> ExportSettings {
    ExportSettings(
      method: try choice(arguments, "--method", default: .auto),
      format: try choice(arguments, "--format", default: .same))
  }

  /// One of the values of an option.
  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ arguments: Arguments, _ name: String, default usual: Choice
  ) throws(CommandFailure) -> Choice where Choice.RawValue == String {
    guard let value = arguments.value(name) else { return usual }
    guard let choice = Choice(rawValue: String(decoding: value, as: UTF8.self)) else {
      let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("\(name) “\(Terminal.escaped(value))” is unknown: give one of \(choices)")
    }
    return choice
  }
}
