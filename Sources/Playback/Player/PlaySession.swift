// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// One presentation under way, from a start or a seek to the next; a value without threads.
struct PlaySession: Sendable {
  /// How far the sound is.
  enum Sound: Sendable {
    /// None is wanted, or none can be had.
    case absent
    /// Being decoded, or the server is being reached.
    case preparing
    /// Heard; it keeps the clock.
    case playing
  }

  /// Where a picture belongs.
  enum Placement: Sendable, Equatable {
    /// On screen at this time, in nanoseconds of presentation.
    case due(Int64)
    /// After the end of its turn.
    case turnIsOver
    /// The turn now begins elsewhere.
    case turnMoved
    /// The presentation is over.
    case stale
  }

  let generation: Int
  let start: MediaTime

  /// Whether two readers take turns: where going back to the in point takes long.
  let alternates: Bool

  var timeline: PlayTimeline
  var clock = PresentationClock()
  var sound = Sound.absent

  /// The turn whose pictures go to the screen's queue now.
  var pushedTurn: Int
  /// The turn that each picture thread makes pictures of; nil for none.
  var assignedTurns: [Int?]

  /// The furthest place that pictures were made for.
  var pictureEdge: PlayTimeline.Place
  /// The furthest place that sound was made for.
  var soundEdge: PlayTimeline.Place?

  /// When the first picture was shown, on the player's clock.
  var firstShownTime: Int64?
  /// Where the presentation ends, in nanoseconds; nil while that is unknown, and for loops.
  var end: Int64?

  init(
    generation: Int, start: MediaTime, timeline: PlayTimeline, alternates: Bool, rate: Double,
    now: Int64
  ) {
    self.generation = generation
    self.start = start
    self.timeline = timeline
    self.alternates = alternates
    let turn = timeline.baseTurn
    pushedTurn = turn
    assignedTurns = [turn, alternates ? turn + 1 : nil]
    pictureEdge = PlayTimeline.Place(turn: turn, clipTicks: timeline.baseClipTicks)
    clock.setRate(rate, at: now)
  }

  var hasShownPicture: Bool { firstShownTime != nil }

  /// Where a picture of `turn` belongs; notes that it was made.
  ///
  /// - Parameters:
  ///   - pts: Its time in clip ticks.
  ///   - turn: The turn it was made for.
  ///   - turnStart: Where that turn began, in clip ticks, when its making began.
  ///   - isFirst: Whether it is the first of its turn, which is shown in any case.
  /// - Returns: When it is due, or why it is not.
  mutating func place(pts: Int64, turn: Int, turnStart: Int64, isFirst: Bool) -> Placement {
    guard turn >= timeline.baseTurn else { return .stale }
    guard timeline.clipStart(ofTurn: turn) == turnStart else { return .turnMoved }
    if let loop = timeline.loop, pts >= loop.upperBound, !isFirst { return .turnIsOver }
    let place = PlayTimeline.Place(turn: turn, clipTicks: pts)
    pictureEdge = place
    // On screen from where its turn begins, also when the film begins later than its container says:
    // the clock starts with the first picture and would wait for ever for one that is due later.
    if isFirst { return .due(timeline.nanoseconds(ofTicks: timeline.startTicks(ofTurn: turn))) }
    return .due(timeline.nanoseconds(ofTicks: timeline.ticks(of: place)))
  }

  /// Goes on to the next turn.
  mutating func finishTurn(_ turn: Int, ofThread thread: Int) {
    pushedTurn = turn + 1
    assignedTurns[thread] = alternates ? turn + 2 : turn + 1
  }

  /// The presentation's position in nanoseconds.
  mutating func position(at now: Int64) -> Int64 { clock.position(at: now) }

  /// What of the clip is due now.
  mutating func place(at now: Int64) -> PlayTimeline.Place {
    timeline.place(at: timeline.ticks(atNanoseconds: position(at: now)))
  }

  /// Takes another loop without a break, if nothing was made yet that it leaves out.
  ///
  /// - Returns: Whether it could; if not, the presentation has to begin anew.
  mutating func changeLoop(to range: TrimRange?, at now: Int64) -> Bool {
    let turn = place(at: now).turn
    guard pictureEdge.turn == turn, soundEdge.map({ $0.turn == turn }) ?? true,
      pushedTurn == turn,
      let changed = timeline.changingLoop(to: range, inTurn: turn)
    else { return false }
    if let loop = changed.loop {
      let edge = max(pictureEdge.clipTicks, soundEdge?.clipTicks ?? 0)
      guard edge < loop.upperBound else { return false }
    }
    timeline = changed
    return true
  }
}
