// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// How presentation time maps to the clip while it plays; a value without threads.
///
/// Presentation time starts at 0 when play begins and only rises: first from the start position to
/// the loop's out point, then once through the loop for each *turn*. Since picture and sound are
/// both produced along it, the seam of a loop is a place like any other. All positions here are
/// ticks of the film's timebase, so that a million turns add up exactly.
struct PlayTimeline: Equatable, Sendable {
  /// Where something of the clip belongs on the timeline.
  struct Place: Equatable, Sendable {
    /// How often the loop has turned by then.
    let turn: Int
    /// Ticks of the clip.
    let clipTicks: Int64
  }

  let timebase: Timebase

  /// The turn that is described by the next two; later ones follow from the loop.
  let baseTurn: Int
  /// Presentation ticks at which the base turn begins.
  let baseTicks: Int64
  /// Clip ticks at which the base turn begins.
  let baseClipTicks: Int64

  /// What is repeated, in clip ticks; nil plays on to the end of the clip.
  let loop: Range<Int64>?

  /// Begins at `start`, which must be before the loop's out point.
  init(start: MediaTime, loop: TrimRange?, timebase: Timebase, turn: Int = 0) {
    self.timebase = timebase
    baseTurn = turn
    baseTicks = 0
    baseClipTicks = start.rescaled(to: timebase, rounding: .down).ticks
    self.loop = loop.flatMap { Self.ticks(of: $0, timebase: timebase) }
    precondition(self.loop.map { baseClipTicks < $0.upperBound } ?? true, "starts before its end")
  }

  private init(copying other: PlayTimeline, fromTurn turn: Int, loop: Range<Int64>?) {
    timebase = other.timebase
    baseTurn = turn
    baseTicks = other.startTicks(ofTurn: turn)
    baseClipTicks = other.clipStart(ofTurn: turn)
    self.loop = loop
  }

  /// The same presentation up to now, in `turn`, that goes on with another loop.
  ///
  /// - Returns: nil when `turn` has already left the new loop's end behind where it began.
  func changingLoop(to range: TrimRange?, inTurn turn: Int) -> PlayTimeline? {
    let loop = range.flatMap { Self.ticks(of: $0, timebase: timebase) }
    if let loop, clipStart(ofTurn: turn) >= loop.upperBound { return nil }
    return PlayTimeline(copying: self, fromTurn: turn, loop: loop)
  }

  /// Presentation ticks at which a turn begins.
  ///
  /// - Precondition: `turn` is the base turn, or a later one of a loop.
  func startTicks(ofTurn turn: Int) -> Int64 {
    precondition(turn >= baseTurn, "turns before the base are over")
    guard turn > baseTurn else { return baseTicks }
    guard let loop else { preconditionFailure("only a loop turns") }
    return baseTicks + (loop.upperBound - baseClipTicks)
      + Int64(turn - baseTurn - 1) * Int64(loop.count)
  }

  /// Clip ticks at which a turn begins.
  func clipStart(ofTurn turn: Int) -> Int64 {
    turn == baseTurn ? baseClipTicks : loop?.lowerBound ?? baseClipTicks
  }

  /// Presentation ticks at which something of the clip is due in `turn`.
  ///
  /// What the turn begins in the middle of is due at its start.
  func ticks(of place: Place) -> Int64 {
    startTicks(ofTurn: place.turn) + max(0, place.clipTicks - clipStart(ofTurn: place.turn))
  }

  /// What of the clip is due at a time of the presentation.
  func place(at ticks: Int64) -> Place {
    let ticks = max(ticks, baseTicks)
    guard let loop, ticks >= startTicks(ofTurn: baseTurn + 1) else {
      return Place(turn: baseTurn, clipTicks: baseClipTicks + ticks - baseTicks)
    }
    let (turns, rest) = (ticks - startTicks(ofTurn: baseTurn + 1))
      .quotientAndRemainder(dividingBy: Int64(loop.count))
    return Place(turn: baseTurn + 1 + Int(turns), clipTicks: loop.lowerBound + rest)
  }

  func nanoseconds(ofTicks ticks: Int64) -> Int64 {
    MediaTime(ticks: ticks, timebase: timebase).rescaled(to: .nanoseconds).ticks
  }

  func ticks(atNanoseconds nanoseconds: Int64) -> Int64 {
    MediaTime(ticks: nanoseconds, timebase: .nanoseconds)
      .rescaled(to: timebase, rounding: .down).ticks
  }

  func time(ofClipTicks ticks: Int64) -> MediaTime { MediaTime(ticks: ticks, timebase: timebase) }

  /// The range in ticks, a tick long at least.
  private static func ticks(of range: TrimRange, timebase: Timebase) -> Range<Int64> {
    let start = range.inPoint.rescaled(to: timebase).ticks
    return start..<max(start + 1, range.outPoint.rescaled(to: timebase).ticks)
  }
}

extension Timebase {
  static let nanoseconds = Timebase(numerator: 1, denominator: 1_000_000_000)
}
