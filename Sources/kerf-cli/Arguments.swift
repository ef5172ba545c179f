// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// The options and files of one command line, in any order; `--` ends the options.
struct Arguments: Sendable {
  /// An option that a command takes.
  struct Option: Sendable {
    let name: String
    let takesValue: Bool
    var mayRepeat = false

    static func flag(_ name: String) -> Option { Option(name: name, takesValue: false) }
    static func value(_ name: String) -> Option { Option(name: name, takesValue: true) }

    /// One that may be given several times.
    static func values(_ name: String) -> Option {
      Option(name: name, takesValue: true, mayRepeat: true)
    }
  }

  /// What is no option, in the order given.
  let files: [FilePath]
  private let values: [String: [[UInt8]]]

  /// Sorts `arguments` into files and the options of this list; `--help` is always one.
  init(_ arguments: some Sequence<[UInt8]>, options: [Option]) throws(CommandFailure) {
    var files: [FilePath] = []
    var values: [String: [[UInt8]]] = [:]
    var rest = arguments.makeIterator()
    var areOptionsOver = false
    while let argument = rest.next() {
      guard !areOptionsOver, argument.count > 1, argument.first == UInt8(ascii: "-") else {
        files.append(FilePath(bytes: argument))
        continue
      }
      if argument == Array("--".utf8) {
        areOptionsOver = true
        continue
      }
      let (name, attached) = Self.split(argument)
      guard let option = (options + [.flag("--help")]).first(where: { $0.name == name }) else {
        throw .usage("unknown option “\(Terminal.escaped(argument))”: see kerf-cli --help")
      }
      guard values[name] == nil || option.mayRepeat else {
        throw .usage("\(name) is given twice: keep one of them")
      }
      if option.takesValue {
        guard let value = attached ?? rest.next(), !value.isEmpty else {
          throw .usage("\(name) needs a value: see kerf-cli --help")
        }
        values[name, default: []].append(value)
      } else {
        guard attached == nil else { throw .usage("\(name) takes no value: leave it out") }
        values[name] = [[]]
      }
    }
    self.files = files
    self.values = values
  }

  /// Whether an option was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option as given; nil when it was not.
  func value(_ name: String) -> [UInt8]? { values[name]?.first }

  /// The value of an option as a file name; nil when it was not given.
  func path(_ name: String) -> FilePath? { value(name).map { FilePath(bytes: $0) } }

  /// The value of an option that names a time; nil when it was not given.
  func time(_ name: String) throws(CommandFailure) -> TimeArgument? {
    try times(name).first
  }

  /// The values of an option that names times and may be repeated, in order.
  func times(_ name: String) throws(CommandFailure) -> [TimeArgument] {
    var times: [TimeArgument] = []
    for value in values[name] ?? [] {
      guard let time = TimeArgument(String(decoding: value, as: UTF8.self)) else {
        throw .usage(
          "\(name) “\(Terminal.escaped(value))” is no time: "
            + "give seconds (12.5), a time (1:02:03.450), a frame (f1234) or end")
      }
      times.append(time)
    }
    return times
  }

  /// The value of an option that must be given and names a time.
  func requiredTime(_ name: String) throws(CommandFailure) -> TimeArgument {
    guard let time = try time(name) else {
      throw .usage("\(name) is missing: give a time (12.5), a frame (f1234) or end")
    }
    return time
  }

  /// The pairs of `--from` and `--to`, in order; at least one.
  func ranges() throws(CommandFailure) -> [RangeArgument] {
    let from = try times("--from")
    let to = try times("--to")
    guard !from.isEmpty, !to.isEmpty else {
      // Says which of the two is missing.
      _ = try requiredTime("--from")
      _ = try requiredTime("--to")
      return []
    }
    guard from.count == to.count else {
      throw .usage("\(from.count) --from and \(to.count) --to: give both for each clip")
    }
    return zip(from, to).map { RangeArgument(from: $0, to: $1) }
  }

  /// Exactly `count` files, or a usage error that says so.
  func files(exactly count: Int) throws(CommandFailure) -> [FilePath] {
    guard files.count == count else {
      let wanted = count == 1 ? "one file" : "\(count) files"
      throw .usage("this command takes \(wanted), not \(files.count): see kerf-cli --help")
    }
    return files
  }

  /// `--name=value` in its parts; the value is nil without an equals sign or for short options.
  private static func split(_ argument: [UInt8]) -> (name: String, value: [UInt8]?) {
    guard argument.starts(with: "--".utf8),
      let equals = argument.firstIndex(of: UInt8(ascii: "="))
    else { return (String(decoding: argument, as: UTF8.self), nil) }
    return (
      String(decoding: argument[..<equals], as: UTF8.self), Array(argument[(equals + 1)...])
    )
  }
}
