// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// One clip that `cut` is to make.
struct CutJob: Equatable, Sendable {
  let source: FilePath
  /// What it shows, one after another.
  let ranges: [RangeArgument]
  /// Nil: a free name in the folder that all clips go to.
  let output: FilePath?

  /// The jobs of a command line: one pair of times, several, or a list file.
  static func jobs(_ arguments: Arguments) throws(CommandFailure) -> [CutJob] {
    if let list = arguments.path("--list") {
      guard arguments.files.isEmpty, !arguments.has("--from"), !arguments.has("--to"),
        !arguments.has("-o")
      else { throw .usage("--list names files, times and clips itself: leave out the others") }
      let jobs = try CutList.read(list, folder: arguments.path("--into"))
      return arguments.has("--join") ? joined(jobs) : jobs
    }
    let source = try arguments.files(exactly: 1)[0]
    let ranges = try arguments.ranges()
    let output = arguments.path("-o")
    if output != nil, arguments.has("--into") {
      throw .usage("-o and --into both say where clips go: keep one of them")
    }
    if ranges.count == 1 || arguments.has("--join") {
      return [CutJob(source: source, ranges: ranges, output: output)]
    }
    if let output, !hasNumber(output) {
      throw .usage(
        "-o is one name for \(ranges.count) clips: put {n} into it, give --into FOLDER or --join")
    }
    return ranges.enumerated().map { position, range in
      CutJob(
        source: source, ranges: [range], output: output.map { numbered($0, position + 1) })
    }
  }

  /// The jobs with those made one that name the same file and clip one after another.
  private static func joined(_ jobs: [CutJob]) -> [CutJob] {
    var joined: [CutJob] = []
    for job in jobs {
      if let last = joined.last, last.source == job.source, last.output == job.output {
        joined[joined.count - 1] = CutJob(
          source: job.source, ranges: last.ranges + job.ranges, output: job.output)
      } else {
        joined.append(job)
      }
    }
    return joined
  }

  private static let placeholder = Array("{n}".utf8)

  private static func hasNumber(_ path: FilePath) -> Bool {
    path.bytes.indices.contains { path.bytes[$0...].starts(with: placeholder) }
  }

  /// The name with `{n}` replaced.
  private static func numbered(_ path: FilePath, _ number: Int) -> FilePath {
    var bytes: [UInt8] = []
    var rest = path.bytes[...]
    while let byte = rest.first {
      if rest.starts(with: placeholder) {
        bytes += Array(String(number).utf8)
        rest = rest.dropFirst(placeholder.count)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return FilePath(bytes: bytes)
  }
}
