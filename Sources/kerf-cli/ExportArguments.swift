// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// What `plan`, `cut` and `verify` have in common: a source, a range in it, and settings.
struct ExportArguments {
  let clip: ClipInfo
  let index: FrameIndex
  let plan: ExportPlan

  static let rangeOptions: [Arguments.Option] = [.value("--from"), .value("--to")]
  static let settingsOptions: [Arguments.Option] = [.value("--method"), .value("--format")]

  /// Reads the source and plans the range.
  init(_ arguments: Arguments, source: FilePath) throws(CommandFailure) {
    let from = try arguments.requiredTime("--from")
    let to = try arguments.requiredTime("--to")
    let settings = ExportSettings(
      method: try Self.choice(arguments, "--method", default: .auto),
      format: try Self.choice(arguments, "--format", default: .same))
    do throws(MediaError) {
      clip = try ClipProbe.probe(source)
      index = try FrameIndexBuilder.build(source)
    } catch {
      throw .reading(source, error)
    }
    guard let inPoint = Self.boundary(from, in: index),
      let outPoint = Self.boundary(to, in: index),
      let range = TrimRange(inPoint: inPoint, outPoint: outPoint)
    else {
      throw .failed(
        "no frame in this range", source,
        "the film has \(index.count) frames, \(index.duration.seconds) s")
    }
    do throws(ExportPlan.Refusal) {
      plan = try ExportPlan.make(range: range, clip: clip, index: index, settings: settings)
    } catch {
      let (reason, advice) = ExportSentences.describe(error)
      throw .failed(reason, source, advice)
    }
  }

  /// The frame boundary that is meant: the nearest, since decimal times of frames are rounded.
  private static func boundary(_ time: TimeArgument, in index: FrameIndex) -> MediaTime? {
    // The number after the last frame's is the end: the first frame not kept.
    if case .frame(index.count) = time { return index.endTime }
    guard let time = time.resolved(in: index), !index.isEmpty else { return nil }
    return index.time(ofFrame: index.nearestBoundary(to: time))
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
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
