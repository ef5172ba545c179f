// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// What `kerf-cli` does from its arguments to its exit status.
enum CommandLineTool {
  static let version = "0.1.0"

  /// The commands, in the order of the help; a new command is one more entry.
  static let commands: [Command] = [.probe, .frame, .plan, .cut, .verify]

  /// The arguments after the program's name, as the bytes the system handed over.
  static func processArguments() -> [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).map { position in
      guard let argument = CommandLine.unsafeArgv[position] else { return [] }
      return Array(UnsafeBufferPointer(start: argument, count: strlen(argument)))
        .map { UInt8(bitPattern: $0) }
    }
  }

  /// Runs the command that `arguments` name and says on standard error what went wrong.
  static func run(_ arguments: [[UInt8]]) -> ExitStatus {
    do throws(CommandFailure) {
      try dispatch(arguments)
      return .done
    } catch {
      Terminal.writeError("kerf-cli: \(error.line)")
      return error.status
    }
  }

  private static func dispatch(_ arguments: [[UInt8]]) throws(CommandFailure) {
    guard let first = arguments.first else {
      throw .usage("no command: see kerf-cli --help")
    }
    let name = String(decoding: first, as: UTF8.self)
    switch name {
    case "--help", "-h", "help": return Terminal.write(help)
    case "--version": return Terminal.write("kerf-cli \(version)")
    default: break
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      throw .usage("unknown command “\(Terminal.escaped(first))”: see kerf-cli --help")
    }
    let parsed = try Arguments(arguments.dropFirst(), options: command.options)
    if parsed.has("--help") {
      return Terminal.write("Usage: kerf-cli \(command.usage)\n\n\(command.summary)")
    }
    try command.run(parsed)
  }

  private static var help: String {
    var lines = ["Trims videos exactly and without loss.", "", "Usage:"]
    lines += commands.map { "  kerf-cli \($0.usage)" }
    lines += [
      "",
      "Options and files may come in any order; -- ends the options.",
      "T is a time (12.5 or 1:02:03.450), a frame number in shown order (f1234), or end.",
      "Exit status: 0 done, 1 the job failed, 2 wrong usage, 3 the file cannot be read as media.",
    ]
    return lines.joined(separator: "\n")
  }
}
