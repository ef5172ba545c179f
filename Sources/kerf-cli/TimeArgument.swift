// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// A place in a film as typed on the command line.
///
/// Times count as the interface does: 0 is the first shown frame.
enum TimeArgument: Equatable, Sendable {
  /// Exact to the nanosecond.
  case time(MediaTime)
  /// A frame number in shown order, from 0.
  case frame(Int)
  /// The end of the last frame.
  case end

  /// Reads `12.5`, `2:03.4`, `1:02:03.450`, `f1234` or `end`; nil for anything else.
  init?(_ text: String) {
    if text == "end" {
      self = .end
    } else if text.first == "f" {
      guard let number = Self.number(text.dropFirst()), number <= Int32.max else { return nil }
      self = .frame(number)
    } else if let time = Self.time(text) {
      self = .time(time)
    } else {
      return nil
    }
  }

  /// The instant on the clip's clock; nil for a frame number that the film does not have.
  func resolved(in index: FrameIndex) -> MediaTime? {
    switch self {
    case .time(let time):
      // In nanoseconds, so that nothing is lost before the frames are compared.
      index.startTime.rescaled(to: time.timebase) + time
    case .frame(let number): number < index.count ? index.time(ofFrame: number) : nil
    case .end: index.endTime
    }
  }

  /// Nanoseconds in every part that people type; longer fractions are refused, not rounded.
  private static func time(_ text: String) -> MediaTime? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last else { return nil }
    let pieces = last.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(pieces.count), let seconds = number(pieces[0]) else { return nil }
    var nanoseconds = 0
    if pieces.count == 2 {
      guard let digits = number(pieces[1]), pieces[1].count <= 9 else { return nil }
      nanoseconds = (pieces[1].count..<9).reduce(digits) { value, _ in value * 10 }
    }
    var total = seconds
    if parts.count > 1 {
      guard seconds < 60, let minutes = number(parts[parts.count - 2]) else { return nil }
      total += minutes * 60
      if parts.count == 3 {
        guard minutes < 60, let hours = number(parts[0]) else { return nil }
        total += hours * 3600
      }
    }
    guard total < 1_000_000_000 else { return nil }
    return MediaTime(ticks: Int64(total * 1_000_000_000 + nanoseconds), timebase: .nanoseconds)
  }

  /// Decimal digits and nothing else.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.count <= 10,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }
}

extension Timebase {
  /// One nanosecond a tick: what typed times are kept in.
  static let nanoseconds = Timebase(numerator: 1, denominator: 1_000_000_000)
}
