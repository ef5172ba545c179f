// SPDX-License-Identifier: GPL-3.0-or-later

/// Times as people read and type them: `4.5`, `1:02:03.450`, `f1234`, `+12f`, `-1s`, `end`.
public enum Timecode {
  /// The times people type are exact in it: nine decimals.
  private static let typedTimebase = Timebase(numerator: 1, denominator: 1_000_000_000)

  // MARK: Printing

  /// Prints `m:ss.mmm`, with hours only when there are any, rounded to the nearest last digit.
  ///
  /// The separators are `:` and `.` in every locale, so that what is printed can be typed.
  ///
  /// - Precondition: `decimals` is in `0...9`.
  public static func string(_ time: MediaTime, decimals: Int = 3) -> String {
    precondition((0...9).contains(decimals), "more decimals than the timebase has")
    let unitsPerSecond = powerOfTen(decimals)
    let units = time.rescaled(to: Timebase(numerator: 1, denominator: Int32(unitsPerSecond))).ticks
    let magnitude = units.magnitude
    let (totalSeconds, fraction) = magnitude.quotientAndRemainder(
      dividingBy: UInt64(unitsPerSecond))
    let (hours, minutes, seconds) = (
      totalSeconds / 3600, totalSeconds / 60 % 60, totalSeconds % 60
    )
    var text = units < 0 ? "-" : ""
    text += hours > 0 ? "\(hours):\(padded(minutes, to: 2))" : "\(minutes)"
    text += ":\(padded(seconds, to: 2))"
    if decimals > 0 { text += ".\(padded(fraction, to: decimals))" }
    return text
  }

  /// Prints a length in seconds, such as `3.500`, rounded to the nearest last digit.
  ///
  /// - Precondition: `decimals` is in `0...9`.
  public static func secondsString(_ length: MediaTime, decimals: Int = 3) -> String {
    precondition((0...9).contains(decimals), "more decimals than the timebase has")
    let unitsPerSecond = powerOfTen(decimals)
    let units = length.rescaled(to: Timebase(numerator: 1, denominator: Int32(unitsPerSecond)))
      .ticks
    let (seconds, fraction) = units.magnitude.quotientAndRemainder(
      dividingBy: UInt64(unitsPerSecond))
    let sign = units < 0 ? "-" : ""
    return decimals > 0
      ? "\(sign)\(seconds).\(padded(fraction, to: decimals))" : "\(sign)\(seconds)"
  }

  // MARK: Parsing

  /// Reads what somebody typed.
  ///
  /// Accepted are seconds (`62.45`, `.5`, `62.45s`, `500ms`), `m:ss` and `h:mm:ss` with decimals,
  /// frame numbers (`f1234`), the same lengths after a sign (`+1:30`, `-1s`), frames after a sign
  /// (`+12f`), and `end`. A comma may stand for the decimal point. Decimals are read as integers:
  /// nine of them are exact, further ones are left out.
  ///
  /// - Returns: nil for anything else, and for what does not fit 64 bits.
  public static func parse(_ text: String) -> TimeExpression? {
    var input = Substring(text).trimmingBlanks()
    if input.lowercased() == "end" { return .end }
    if let first = input.first, first == "f" || first == "F" {
      return integer(input.dropFirst()).map { .frame($0) }
    }
    var sign: Int64?
    if let first = input.first {
      if first == "+" { sign = 1 }
      if first == "-" || first == "−" { sign = -1 }
    }
    guard let sign else { return length(input).map { .time($0) } }
    input = input.dropFirst().trimmingBlanks()
    if let last = input.last, last == "f" || last == "F" {
      return integer(input.dropLast()).map { .relativeFrames($0 * Int(sign)) }
    }
    return length(input).map {
      .relativeTime(MediaTime(ticks: $0.ticks * sign, timebase: $0.timebase))
    }
  }

  /// An unsigned length: `62.45`, `500ms`, `1:02`, `1:02:03.450`.
  private static func length(_ text: Substring) -> MediaTime? {
    let lower = text.lowercased()
    if lower.hasSuffix("ms") {
      return decimal(text.dropLast(2), places: 6).map {
        MediaTime(ticks: $0, timebase: typedTimebase)
      }
    }
    if lower.hasSuffix("s") {
      return decimal(text.dropLast(), places: 9).map {
        MediaTime(ticks: $0, timebase: typedTimebase)
      }
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last,
      let lastTicks = decimal(last, places: 9)
    else { return nil }
    if parts.count == 1 { return MediaTime(ticks: lastTicks, timebase: typedTimebase) }

    // Behind a colon only 0 to 59 in one or two digits is a time.
    let wholeDigits = last.prefix { $0 != "." && $0 != "," }.count
    guard (1...2).contains(wholeDigits), lastTicks < 60_000_000_000 else { return nil }
    var minutes = 0
    for (position, part) in parts.dropLast().enumerated() {
      guard let value = integer(part), position == 0 || (part.count <= 2 && value < 60) else {
        return nil
      }
      let (scaled, overflow) = minutes.multipliedReportingOverflow(by: 60)
      let (sum, overflow2) = scaled.addingReportingOverflow(value)
      guard !overflow, !overflow2 else { return nil }
      minutes = sum
    }
    let (minuteTicks, overflow) = Int64(minutes).multipliedReportingOverflow(by: 60_000_000_000)
    let (ticks, overflow2) = minuteTicks.addingReportingOverflow(lastTicks)
    return overflow || overflow2 ? nil : MediaTime(ticks: ticks, timebase: typedTimebase)
  }

  /// A decimal number times ten to the power of `places`, exact; needs a digit before or after the
  /// point, and one after it when there is a point.
  private static func decimal(_ text: Substring, places: Int) -> Int64? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard (1...2).contains(parts.count) else { return nil }
    let whole = parts[0]
    let fraction = parts.count == 2 ? parts[1] : "0"
    guard !fraction.isEmpty, fraction.allSatisfy(isDigit) else { return nil }
    let kept = fraction.prefix(places)
    guard
      let units = whole.isEmpty && parts.count == 2 ? 0 : integer(whole),
      let part = integer(kept)
    else { return nil }
    let (scaled, overflow) = Int64(units).multipliedReportingOverflow(by: powerOfTen(places))
    let (sum, overflow2) = scaled.addingReportingOverflow(
      Int64(part) * powerOfTen(places - kept.count))
    return overflow || overflow2 ? nil : sum
  }

  /// ASCII digits only: `Int` alone would take a sign.
  private static func integer(_ digits: Substring) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
    return Int(digits)
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private static func powerOfTen(_ exponent: Int) -> Int64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  private static func padded(_ value: UInt64, to width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Substring {
  /// Without blanks at both ends.
  fileprivate func trimmingBlanks() -> Substring {
    var result = drop { $0.isWhitespace }
    while let last = result.last, last.isWhitespace { result.removeLast() }
    return result
  }
}
