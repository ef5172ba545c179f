// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// A film and the ranges that were marked in it.
struct RangeRecord: Equatable {
  let path: FilePath
  let stamp: FileStamp
  let ranges: RangeList
  /// Whether a window has it open.
  var isOpen: Bool

  /// All records as a file has them: a line each, the path last and escaped.
  static func text(of records: [RangeRecord]) -> String {
    records.map { record in
      let base = record.ranges.selected.inPoint.timebase
      let edges = record.ranges.ranges.map { range in
        "\(range.inPoint.rescaled(to: base).ticks):\(range.outPoint.rescaled(to: base).ticks)"
      }.joined(separator: ",")
      return [
        "\(record.stamp.size)", "\(record.stamp.changed)", record.isOpen ? "open" : "closed",
        record.ranges.purpose.rawValue, "\(record.ranges.selection)",
        "\(base.numerator)/\(base.denominator)", edges, escaped(record.path),
      ].joined(separator: " ") + "\n"
    }.joined()
  }

  /// The records in a text; lines that are none are left out.
  static func records(of text: String) -> [RangeRecord] {
    text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count == 8, let size = Int64(fields[0]), let changed = Int64(fields[1]),
        let purpose = RangeList.Purpose(rawValue: String(fields[3])),
        let selection = Int(fields[4]), let base = timebase(fields[5]),
        let path = path(escaped: fields[7])
      else { return nil }
      let ranges = fields[6].split(separator: ",").compactMap { range($0, base) }
      guard let list = RangeList(ranges, selection: selection, purpose: purpose) else { return nil }
      return RangeRecord(
        path: path, stamp: FileStamp(size: size, changed: changed), ranges: list,
        isOpen: fields[2] == "open")
    }
  }

  private static func timebase(_ text: Substring) -> Timebase? {
    let terms = text.split(separator: "/").compactMap { Int32($0) }
    guard terms.count == 2, terms[0] > 0, terms[1] > 0 else { return nil }
    return Timebase(numerator: terms[0], denominator: terms[1])
  }

  private static func range(_ text: Substring, _ base: Timebase) -> TrimRange? {
    let ticks = text.split(separator: ":").compactMap { Int64($0) }
    guard ticks.count == 2 else { return nil }
    return TrimRange(
      inPoint: MediaTime(ticks: ticks[0], timebase: base),
      outPoint: MediaTime(ticks: ticks[1], timebase: base))
  }

  /// Everything but plain ASCII as %XX, so that any name is one word.
  private static func escaped(_ path: FilePath) -> String {
    var text = ""
    for byte in path.bytes {
      if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16)
        text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }

  private static func path(escaped text: Substring) -> FilePath? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes.first == UInt8(ascii: "/") ? FilePath(bytes: bytes) : nil
  }
}
