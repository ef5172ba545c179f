// SPDX-License-Identifier: GPL-3.0-or-later

/// A JSON value and its text; object members keep their order.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  /// Not-a-number and infinities become null.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// The value as one line of JSON.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .number(let value): text += Self.text(of: value)
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (position, value) in values.enumerated() {
        if position > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (position, member) in members.enumerated() {
        if position > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// The shortest text that reads back as the same number; JSON has no exponent sign trouble.
  private static func text(of value: Double) -> String { value.isFinite ? "\(value)" : "null" }

  private static func write(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSONValue {
  /// The value, or null for nil.
  static func optional<Wrapped>(
    _ value: Wrapped?, _ make: (Wrapped) -> JSONValue
  ) -> JSONValue { value.map(make) ?? .null }

  static func int(_ value: Int) -> JSONValue { .int(Int64(value)) }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }

  init(stringLiteral value: String) { self = .string(value) }
}
