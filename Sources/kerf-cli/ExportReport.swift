// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// Plans and results as JSON and for people.
enum ExportReport {
  static func json(_ plan: JoinPlan, index: FrameIndex) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("method", .string(plan.method.rawValue)),
      ("container", .string(plan.container.rawValue)),
      ("exact", .bool(plan.isExact)),
    ]
    members += ranges(of: plan, in: index)
    members.append(("frames", .int(plan.frameCount)))
    if let part = plan.parts.first, plan.parts.count == 1 {
      members.append(("first_frame", .int(part.shownFrames.lowerBound)))
      members.append(("last_frame", .int(part.shownFrames.upperBound - 1)))
    }
    members += [
      ("copied", .int(plan.untouchedFrames)),
      ("encoded", .int(plan.encodedFrames)),
      ("hidden", .int(plan.hiddenFrames)),
      ("pieces", pieces(plan)),
      ("estimated_bytes", .int(plan.estimatedBytes)),
      ("reasons", .array(plan.reasons.map { .string($0.code) })),
      ("dropped", .array(plan.dropped.map(json))),
    ]
    return .object(members)
  }

  /// What was asked for and what becomes of it: of several parts, part by part.
  private static func ranges(
    of plan: JoinPlan, in index: FrameIndex
  ) -> [(key: String, value: JSONValue)] {
    if let part = plan.parts.first, plan.parts.count == 1 {
      return [
        ("requested", range(part.requested, in: index)),
        ("landing", range(part.landing, in: index)),
      ]
    }
    let parts: [JSONValue] = zip(plan.parts, plan.offsets).map { part, offset in
      [
        "start": .number((offset.seconds * 1e6).rounded() / 1e6),
        "requested": range(part.requested, in: index), "landing": range(part.landing, in: index),
        "method": .string(part.method.rawValue), "frames": .int(part.shownFrames.count),
        "first_frame": .int(part.shownFrames.lowerBound),
        "last_frame": .int(part.shownFrames.upperBound - 1),
      ]
    }
    return [("parts", .array(parts))]
  }

  static func text(_ plan: JoinPlan, index: FrameIndex) -> String {
    let exactness = plan.isExact ? "exact" : "not exact"
    var lines = [
      "\(plan.method.rawValue), \(exactness): \(plan.frameCount) frames, "
        + "\(plan.untouchedFrames) untouched, about \(plan.estimatedBytes) bytes "
        + "of \(plan.container.rawValue)"
    ]
    lines += plan.parts.map { part in
      "  \(seconds(part.landing.inPoint, index)) s – \(seconds(part.landing.outPoint, index)) s"
    }
    if plan.hiddenFrames > 0 { lines.append("  \(plan.hiddenFrames) hidden frames") }
    lines += plan.reasons.map { "  \(ExportSentences.describe($0))" }
    lines += plan.dropped.map(line)
    return lines.joined(separator: "\n")
  }

  static func json(_ result: ExportResult, clip: ClipInfo, index: FrameIndex) -> JSONValue {
    let plan = result.join
    var members: [(key: String, value: JSONValue)] = [
      ("source", .string(clip.path.displayString)),
      ("output", .string(result.output.displayString)),
      ("method", .string(plan.method.rawValue)),
      ("container", .string(plan.container.rawValue)),
      ("exact", .bool(plan.isExact)),
    ]
    members += ranges(of: plan, in: index)
    members.append(
      (
        "video",
        [
          "codec": .string(clip.video.codec), "frames": .int(plan.frameCount),
          "copied": .int(plan.untouchedFrames), "encoded": .int(plan.encodedFrames),
          "hidden": .int(plan.hiddenFrames), "pieces": pieces(plan),
          "first_pts": .number(result.firstTime.seconds),
          "last_pts": .number(result.lastTime.seconds),
        ]
      ))
    members.append(
      (
        "audio",
        .array(
          result.carried.filter { $0.kind == .audio }.map { stream in
            [
              "index": .int(stream.index), "codec": .string(stream.codec),
              "offset_ms": .optional(stream.offsetMilliseconds, thousandths),
              "start_ms": .optional(stream.startMilliseconds, thousandths),
              "end_ms": .optional(stream.endMilliseconds, thousandths),
            ]
          })
      ))
    members.append(("carried", .array(result.carried.map { .string(name(of: $0)) })))
    members.append(("dropped", .array(result.dropped.map(json))))
    members.append(("reasons", .array(plan.reasons.map { .string($0.code) })))
    members.append(
      (
        "setbacks",
        .array(
          result.setbacks.map {
            ["method": .string($0.method.rawValue), "failure": .string($0.failure)]
          })
      ))
    members.append(("bytes", .int(result.bytes)))
    members.append(("seconds", thousandths(result.seconds)))
    members.append(("verified", .optional(result.verification, json)))
    return .object(members)
  }

  static func text(_ result: ExportResult) -> String {
    let plan = result.join
    var lines = [
      "\(Terminal.escaped(result.output)): \(plan.frameCount) frames, "
        + "\(plan.method.rawValue), \(plan.isExact ? "exact" : "not exact"), "
        + "\(result.bytes) bytes"
    ]
    lines += plan.reasons.map { "  \(ExportSentences.describe($0))" }
    lines += result.setbacks.map { "  \($0.method.rawValue) was tried before: \($0.failure)" }
    lines += result.carried.compactMap(edges)
    lines += result.dropped.map(line)
    return lines.joined(separator: "\n")
  }

  static func json(_ report: VerificationReport) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("ok", .bool(report.isGood)),
      ("frames_compared", .int(report.framesCompared)),
      ("identical", .int(report.identicalFrames)),
      ("min_psnr", .optional(report.worstDecibels) { .number(($0 * 100).rounded() / 100) }),
      ("packets_compared", .int(report.packetsCompared)),
      ("seconds", thousandths(report.seconds)),
    ]
    if let failure = report.failure { members.append(("failure", .string(failure))) }
    return .object(members)
  }

  /// The film's pieces in order; frames are numbered as in the source.
  private static func pieces(_ plan: JoinPlan) -> JSONValue {
    .array(
      plan.parts.flatMap(\.segments).map { segment in
        [
          "first_frame": .int(segment.shownFrames.lowerBound),
          "last_frame": .int(segment.shownFrames.upperBound - 1),
          "copied": .bool(!segment.isEncoded),
        ]
      })
  }

  /// What a clip will not have as the source has it, one sentence each: told before work starts.
  static func losses(_ plan: JoinPlan) -> [String] {
    let changes = plan.reasons.filter { $0 == .containerChanged }.map { reason in
      "the clip is \(plan.container.rawValue): \(ExportSentences.describe(reason))"
    }
    return changes
      + plan.dropped.map { String(line($0).drop { $0 == " " }) }
  }

  private static func json(_ stream: DroppedStream) -> JSONValue {
    [
      "stream": .int(stream.index), "kind": .string(stream.kind.rawValue),
      "codec": .string(stream.codec), "reason": .string(ExportSentences.describe(stream.reason)),
    ]
  }

  private static func line(_ stream: DroppedStream) -> String {
    "  left out: stream \(stream.index) (\(stream.kind.rawValue), \(stream.codec)): "
      + ExportSentences.describe(stream.reason)
  }

  /// Where a stream of sound is longer or shorter than the clip; nil where it is not.
  private static func edges(of stream: ExportResult.CarriedStream) -> String? {
    guard let start = stream.startMilliseconds, let end = stream.endMilliseconds,
      abs(start) >= 1 || abs(end) >= 1
    else { return nil }
    return "  sound \(stream.index) keeps whole packets: it begins \(side(of: start)) and ends "
      + side(of: end)
  }

  private static func side(of milliseconds: Double) -> String {
    "\(Int(abs(milliseconds).rounded())) ms \(milliseconds < 0 ? "early" : "late")"
  }

  private static func thousandths(_ value: Double) -> JSONValue {
    .number((value * 1000).rounded() / 1000)
  }

  private static func name(of stream: ExportResult.CarriedStream) -> String {
    let name = "\(stream.kind.rawValue):\(stream.index)"
    return stream.language.map { "\(name) \($0)" } ?? name
  }

  private static func range(_ range: TrimRange, in index: FrameIndex) -> JSONValue {
    [
      "from": .number(seconds(range.inPoint, index)), "to": .number(seconds(range.outPoint, index)),
    ]
  }

  /// As the interface counts: 0 is the first shown frame.
  private static func seconds(_ time: MediaTime, _ index: FrameIndex) -> Double {
    ((time - index.startTime).seconds * 1e6).rounded() / 1e6
  }
}
