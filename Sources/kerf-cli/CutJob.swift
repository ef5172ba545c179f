// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// One clip that `cut` is to make.
struct CutJob: Equatable, Sendable {
  let source: FilePath
  let from: TimeArgument
  let to: TimeArgument
  /// Nil: a free name in the folder that all clips go to.
  let output: FilePath?

  /// The jobs of a command line: one pair of times, several, or a list file.
  static func jobs(_ arguments: Arguments) throws(CommandFailure) -> [CutJob] {
    if let list = arguments.path("--list") {
      guard arguments.files.isEmpty, !arguments.has("--from"), !arguments.has("--to"),
        !arguments.has("-o")
      else { throw .usage("--list names files, times and clips itself: leave out the others") }
      return try CutList.read(list, folder: arguments.path("--into"))
    }
    let source = try arguments.files(exactly: 1)[0]
    let from = try arguments.times("--from")
    let to = try arguments.times("--to")
    guard let first = from.first, let end = to.first else {
      // Says which of the two is missing.
      _ = try arguments.requiredTime("--from")
      _ = try arguments.requiredTime("--to")
      return []
    }
    guard from.count == to.count else {
      throw .usage("\(from.count) --from and \(to.count) --to: give both for each clip")
    }
    let output = arguments.path("-o")
    if output != nil, arguments.has("--into") {
      throw .usage("-o and --into both say where clips go: keep one of them")
    }
    if from.count == 1 { return [CutJob(source: source, from: first, to: end, output: output)] }
    if let output, !hasNumber(output) {
      throw .usage("-o is one name for \(from.count) clips: put {n} into it, or give --into FOLDER")
    }
    return zip(from, to).enumerated().map { position, times in
      CutJob(
        source: source, from: times.0, to: times.1,
        output: output.map { numbered($0, position + 1) })
    }
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
