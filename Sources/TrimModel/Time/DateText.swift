// SPDX-License-Identifier: GPL-3.0-or-later

/// A date with a time of day as media files write it, such as `2021-03-04T05:06:07.000000Z` or
/// `2021-03-04T05:06:07+0100` (ISO 8601).
public enum DateText {
  /// The same date, later.
  ///
  /// - Parameters:
  ///   - text: A date with hours, minutes and seconds.
  ///   - seconds: By how much; what the text has no digits for is left out.
  /// - Returns: Written like `text`, in the same time zone; nil for anything else than such a date.
  public static func moved(_ text: String, bySeconds seconds: Double) -> String? {
    let bytes = Array(text.utf8)
    // YYYY-MM-DDThh:mm:ss, then digits of a second, then the zone.
    guard bytes.count >= 19, seconds.isFinite, abs(seconds) < 1e9 else { return nil }
    for (place, mark) in zip([4, 7, 13, 16], "--::".utf8) {
      guard bytes[place] == mark else { return nil }
    }
    guard bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
    else { return nil }
    var rest = bytes[19...]
    var digits = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(1 + digits.count)
    }
    guard digits.count <= 9, isZone(rest) else { return nil }
    // In units of the last digit.
    let unit = (0..<digits.count).reduce(1) { scale, _ in scale * 10 }
    let days = Self.days(year: year, month: month, day: day)
    let time = ((days * 24 + hour) * 60 + minute) * 60 + second
    let moved =
      time * unit + (number(digits) ?? 0) + Int((seconds * Double(unit)).rounded(.down))
    let (whole, fraction) = (floor(moved, unit), moved - floor(moved, unit) * unit)
    let date = civil(days: floor(whole, 86_400))
    let clock = whole - floor(whole, 86_400) * 86_400
    guard (0...9999).contains(date.year) else { return nil }
    var result =
      "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + String(decoding: [bytes[10]], as: UTF8.self)
      + "\(padded(clock / 3600, 2)):\(padded(clock / 60 % 60, 2)):\(padded(clock % 60, 2))"
    if !digits.isEmpty { result += ".\(padded(fraction, digits.count))" }
    return result + String(decoding: rest, as: UTF8.self)
  }

  /// Nothing, `Z`, `+hh`, `+hhmm` or `+hh:mm`.
  private static func isZone(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let sign = bytes.first else { return true }
    if sign == UInt8(ascii: "Z") { return bytes.count == 1 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return false }
    let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
    return (digits.count == 2 || digits.count == 4) && number(digits[...]) != nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }

  private static func floor(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }

  // MARK: - Calendar

  // Years begin in March here, so that the day that some have more is the last.

  /// Days since 1970-01-01 of the Gregorian calendar.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return shifted * 365 + floor(shifted, 4) - floor(shifted, 100) + floor(shifted, 400)
      + dayOfYear - daysToEpoch
  }

  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let sum = days + daysToEpoch
    // The year by its mean length, then corrected by what that is off.
    var year = floor(sum * 400, 146_097)
    while Self.days(year: year + 1, month: 3, day: 1) <= days { year += 1 }
    while Self.days(year: year, month: 3, day: 1) > days { year -= 1 }
    let dayOfYear = days - Self.days(year: year, month: 3, day: 1)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (month <= 2 ? year + 1 : year, month, day)
  }

  /// From the first of March of the year 0 to the first of January 1970.
  private static let daysToEpoch = 719_468
}
