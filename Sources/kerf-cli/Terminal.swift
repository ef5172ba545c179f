// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TrimModel

/// Lines to standard output and standard error.
enum Terminal {
  /// Writes a line to standard output.
  static func write(_ line: String) { write(line, to: STDOUT_FILENO) }

  /// Writes a line to standard error.
  static func writeError(_ line: String) { write(line, to: STDERR_FILENO) }

  /// A length or time for people: milliseconds, and no more digits than it has.
  static func seconds(_ value: Double) -> String { "\((value * 1000).rounded() / 1000) s" }

  /// A name from outside as one line: what would move the cursor or is not UTF-8 is spelled out.
  static func escaped(_ path: FilePath) -> String { escaped(path.bytes) }

  static func escaped(_ bytes: [UInt8]) -> String {
    var text = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = sequenceLength(first)
      let sequence = rest.prefix(length)
      rest = rest.dropFirst(length)
      let decoded = String(decoding: sequence, as: UTF8.self)
      if decoded.unicodeScalars.contains(where: { !isHarmless($0) }) {
        text += sequence.map { escape(of: $0) }.joined()
      } else {
        text += decoded
      }
    }
    return text
  }

  private static func sequenceLength(_ first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: scalar != "\u{FFFD}"
    }
  }

  private static func escape(of byte: UInt8) -> String {
    switch byte {
    case 0x09: return "\\t"
    case 0x0A: return "\\n"
    case 0x0D: return "\\r"
    default:
      let digits = String(byte, radix: 16)
      return "\\x" + (digits.count == 1 ? "0" : "") + digits
    }
  }

  private static func write(_ line: String, to descriptor: Int32) {
    var rest = Array(line.utf8) + [UInt8(ascii: "\n")]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      // Nobody listens any more: there is nowhere left to say so.
      guard count > 0 else { return }
      rest.removeFirst(count)
    }
  }
}
