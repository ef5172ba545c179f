// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// How presentation time maps to the clip while it plays; a value without threads.
///
/// Presentation time starts at 0 when play begins and only rises: first from the start position to
/// the end of its stretch of the route, then once through a stretch for each *turn*. Since picture
/// and sound are both produced along it, the seam of a loop is a place like any other. All positions
/// here are ticks of the film's timebase, so that a million turns add up exactly.
struct PlayTimeline: Equatable, Sendable {
  /// Where something of the clip belongs on the timeline.
  struct Place: Equatable, Sendable {
    /// How many stretches were begun before.
    let turn: Int
    /// Ticks of the clip.
    let clipTicks: Int64
  }

  let timebase: Timebase
  let route: PlayRoute

  /// The turn that is described by the next three; later ones follow from the route.
  let baseTurn: Int
  /// Presentation ticks at which the base turn begins.
  let baseTicks: Int64
  /// Clip ticks at which the base turn begins.
  let baseClipTicks: Int64
  /// Which stretch the base turn is in.
  private let baseStretch: Int

  /// Begins at `start`, in the first stretch that ends after it.
  ///
  /// - Precondition: There is such a stretch, unless the route goes to the end.
  init(start: MediaTime, route: PlayRoute, timebase: Timebase, turn: Int = 0) {
    self.timebase = timebase
    self.route = route
    baseTurn = turn
    baseTicks = 0
    let ticks = start.rescaled(to: timebase, rounding: .down).ticks
    baseClipTicks = ticks
    baseStretch =
      route.stretches.firstIndex { $0.contains(ticks) }
      ?? route.stretches.firstIndex { ticks < $0.upperBound } ?? 0
    precondition(
      route.stretches.isEmpty || ticks < route.stretches[baseStretch].upperBound,
      "starts before its end")
  }

  /// Begins at `start`, repeats `loop`; nil plays on to the end of the clip.
  init(start: MediaTime, loop: TrimRange?, timebase: Timebase, turn: Int = 0) {
    let route = loop.map { PlayRoute($0, repeats: true, timebase: timebase) }
    self.init(start: start, route: route ?? .toTheEnd, timebase: timebase, turn: turn)
  }

  private init(copying other: PlayTimeline, fromTurn turn: Int, route: PlayRoute, stretch: Int) {
    timebase = other.timebase
    self.route = route
    baseTurn = turn
    baseTicks = other.startTicks(ofTurn: turn)
    baseClipTicks = other.clipStart(ofTurn: turn)
    baseStretch = stretch
  }

  /// The same presentation up to now, in `turn`, that goes on along another route.
  ///
  /// - Parameters:
  ///   - route: Where it goes on.
  ///   - turn: The turn that plays now.
  ///   - clipTicks: Where in it; nil stands for where the turn began.
  /// - Returns: nil when that place is in none of the new stretches; before the start of one is
  ///   inside when the turn began there.
  func changing(to route: PlayRoute, inTurn turn: Int, at clipTicks: Int64? = nil) -> PlayTimeline?
  {
    let here = clipTicks ?? clipStart(ofTurn: turn)
    if route.stretches.isEmpty {
      return PlayTimeline(copying: self, fromTurn: turn, route: route, stretch: 0)
    }
    let same = stretchNumber(ofTurn: turn)
    var order = Array(route.stretches.indices)
    // The tail of a range stays the tail when its head reaches over it.
    if order.count > 1, order.contains(same) { order.swapAt(0, same) }
    guard
      let stretch = order.first(where: { route.stretches[$0].contains(here) })
        ?? (order.count == 1 && here < route.stretches[0].upperBound ? 0 : nil)
    else { return nil }
    return PlayTimeline(copying: self, fromTurn: turn, route: route, stretch: stretch)
  }

  /// What a turn plays, in clip ticks; nil when it goes to the end of the clip.
  func stretch(ofTurn turn: Int) -> Range<Int64>? {
    route.stretches.isEmpty ? nil : route.stretches[stretchNumber(ofTurn: turn)]
  }

  /// Whether nothing comes after this turn.
  func isLast(turn: Int) -> Bool {
    route.repeats ? false : baseStretch + turn - baseTurn >= route.stretches.count - 1
  }

  /// Presentation ticks at which a turn begins.
  ///
  /// - Precondition: `turn` is the base turn, or a later one of a route with stretches.
  func startTicks(ofTurn turn: Int) -> Int64 {
    precondition(turn >= baseTurn, "turns before the base are over")
    guard turn > baseTurn else { return baseTicks }
    guard let base = stretch(ofTurn: baseTurn) else { preconditionFailure("only a loop turns") }
    var ticks = baseTicks + base.upperBound - baseClipTicks
    let (rounds, rest) = (turn - baseTurn - 1)
      .quotientAndRemainder(dividingBy: route.stretches.count)
    ticks += Int64(rounds) * route.length
    for number in 0..<rest { ticks += length(ofTurn: baseTurn + 1 + number) }
    return ticks
  }

  /// Clip ticks at which a turn begins.
  func clipStart(ofTurn turn: Int) -> Int64 {
    turn == baseTurn ? baseClipTicks : stretch(ofTurn: turn)?.lowerBound ?? baseClipTicks
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
    var turn = baseTurn
    if !isLast(turn: turn), ticks >= startTicks(ofTurn: turn + 1) {
      let rest = ticks - startTicks(ofTurn: turn + 1)
      turn += 1
      if route.repeats {
        turn += Int(rest / route.length) * route.stretches.count
      }
      while !isLast(turn: turn), ticks >= startTicks(ofTurn: turn + 1) { turn += 1 }
    }
    return Place(turn: turn, clipTicks: clipStart(ofTurn: turn) + ticks - startTicks(ofTurn: turn))
  }

  func nanoseconds(ofTicks ticks: Int64) -> Int64 {
    MediaTime(ticks: ticks, timebase: timebase).rescaled(to: .nanoseconds).ticks
  }

  func ticks(atNanoseconds nanoseconds: Int64) -> Int64 {
    MediaTime(ticks: nanoseconds, timebase: .nanoseconds)
      .rescaled(to: timebase, rounding: .down).ticks
  }

  func time(ofClipTicks ticks: Int64) -> MediaTime { MediaTime(ticks: ticks, timebase: timebase) }

  private func stretchNumber(ofTurn turn: Int) -> Int {
    guard route.stretches.count > 1 else { return 0 }
    return (baseStretch + max(0, turn - baseTurn)) % route.stretches.count
  }

  private func length(ofTurn turn: Int) -> Int64 {
    Int64(route.stretches[stretchNumber(ofTurn: turn)].count)
  }
}
