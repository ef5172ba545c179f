// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// A list of clips to make: CSV with the columns file, from, to and, if wanted, out.
enum CutList {
  /// Reads the list at `path`; `-` is standard input.
  ///
  /// Empty lines, lines that begin with `#` and a first line of column names are passed over.
  static func read(_ path: FilePath, folder: FilePath?) throws(CommandFailure) -> [CutJob] {
    let bytes: [UInt8]
    do throws(MediaError) {
      bytes = try TextFile.contents(of: path)
    } catch {
      throw .job(path, error)
    }
    return try jobs(in: bytes, folder: folder)
  }

  /// The jobs of a list in memory.
  static func jobs(in bytes: [UInt8], folder: FilePath?) throws(CommandFailure) -> [CutJob] {
    var jobs: [CutJob] = []
    for (number, row) in rows(of: bytes) {
      let words = row.map { String(decoding: $0, as: UTF8.self) }
      if jobs.isEmpty, words.prefix(3) == ["file", "from", "to"] { continue }
      guard (3...4).contains(row.count), !row[0].isEmpty else {
        throw .usage("line \(number) of the list has \(row.count) columns: file,from,to,out")
      }
      guard let from = TimeArgument(words[1]), let to = TimeArgument(words[2]) else {
        throw .usage("line \(number) of the list has a time that is none: see kerf-cli --help")
      }
      var output: FilePath?
      if row.count == 4, !row[3].isEmpty {
        let name = FilePath(bytes: row[3])
        output = name.isAbsolute ? name : folder?.appending(row[3]) ?? name
      }
      jobs.append(
        CutJob(
          source: FilePath(bytes: row[0]), ranges: [RangeArgument(from: from, to: to)],
          output: output))
    }
    guard !jobs.isEmpty else {
      throw .usage("the list names no clip: file,from,to,out in each line")
    }
    return jobs
  }

  /// The fields of each line, with its number from 1; as RFC 4180 has it, plus comments.
  private static func rows(of bytes: [UInt8]) -> [(number: Int, fields: [[UInt8]])] {
    let (comma, quote, feed, carriage) = (UInt8(0x2C), UInt8(0x22), UInt8(0x0A), UInt8(0x0D))
    var rows: [(number: Int, fields: [[UInt8]])] = []
    var fields: [[UInt8]] = []
    var field: [UInt8] = []
    var isQuoted = false
    var wasQuoted = false
    var line = 1
    var start = 1
    // A byte order mark is none of the first name.
    var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    func endField() {
      // Blanks around plain fields are there for people.
      fields.append(wasQuoted ? field : trimmed(field))
      (field, wasQuoted) = ([], false)
    }
    func endRow() {
      endField()
      let isComment = fields[0].first == UInt8(ascii: "#")
      if !isComment, fields != [[]] { rows.append((start, fields)) }
      fields = []
    }
    while let byte = rest.first {
      rest = rest.dropFirst()
      if byte == feed { line += 1 }
      if isQuoted {
        if byte != quote {
          field.append(byte)
        } else if rest.first == quote {
          field.append(quote)
          rest = rest.dropFirst()
        } else {
          isQuoted = false
        }
      } else if byte == quote, trimmed(field).isEmpty, !wasQuoted {
        (isQuoted, wasQuoted, field) = (true, true, [])
      } else if byte == comma {
        endField()
      } else if byte == feed {
        endRow()
        start = line
      } else if byte != carriage, !wasQuoted {
        field.append(byte)
      }
    }
    if !field.isEmpty || !fields.isEmpty || wasQuoted { endRow() }
    return rows
  }

  private static func trimmed(_ field: [UInt8]) -> [UInt8] {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    return Array(Array(field.drop(while: isBlank).reversed().drop(while: isBlank)).reversed())
  }
}
