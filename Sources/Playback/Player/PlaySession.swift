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
    /// The thread has something else to make now.
    case reassigned
    /// The presentation is over.
    case stale
  }

  /// Which of the pictures made before a change of the route are still right.
  private struct Cut: Sendable {
    /// ``pictureEpoch`` after the change.
    let epoch: Int
    let turn: Int
    /// Clip ticks of the first that is not.
    let end: Int64
  }

  let generation: Int
  let start: MediaTime

  /// Whether two readers take turns: where going back to the start of a turn takes long.
  var alternates: Bool

  var timeline: PlayTimeline
  var clock = PresentationClock()
  var sound = Sound.absent

  /// The turn whose pictures go to the screen's queue now.
  var pushedTurn: Int
  /// What each picture thread makes; nil for nothing.
  var assignments: [PictureAssignment?] = [nil, nil]
  /// Rises with each change that makes pictures wrong that were made before.
  private(set) var pictureEpoch = 0
  private var cuts: [Cut] = []
  private var lastAssignment = 0

  /// The furthest place that pictures were made for.
  var pictureEdge: PlayTimeline.Place
  /// The furthest place that sound was made for.
  var soundEdge: PlayTimeline.Place?
  /// Rises when sound made before is wrong.
  var soundEpoch = 0
  /// From where on it is, in nanoseconds of presentation; nil for all of it.
  var soundCut: Int64?

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
    pictureEdge = PlayTimeline.Place(turn: turn, clipTicks: timeline.baseClipTicks)
    assign(turn, toThread: 0)
    if alternates { assign(turn + 1, toThread: 1) }
    clock.setRate(rate, at: now)
  }

  var hasShownPicture: Bool { firstShownTime != nil }

  /// Where a picture belongs; notes that it was made.
  ///
  /// - Parameters:
  ///   - pts: Its time in clip ticks.
  ///   - assignment: What its thread makes.
  ///   - thread: Which thread.
  ///   - isFirst: Whether it is the first of its turn, which is shown in any case.
  /// - Returns: When it is due, or why it is not.
  mutating func place(
    pts: Int64, assignment: PictureAssignment, thread: Int, isFirst: Bool
  ) -> Placement {
    guard assignments[thread] == assignment else { return .reassigned }
    let turn = assignment.turn
    if let stretch = timeline.stretch(ofTurn: turn), pts >= stretch.upperBound, !isFirst {
      return .turnIsOver
    }
    let place = PlayTimeline.Place(turn: turn, clipTicks: pts)
    pictureEdge = place
    // On screen from where its turn begins, also when the film begins later than its container says:
    // the clock starts with the first picture and would wait for ever for one that is due later.
    if isFirst { return .due(timeline.nanoseconds(ofTicks: timeline.startTicks(ofTurn: turn))) }
    return .due(timeline.nanoseconds(ofTicks: timeline.ticks(of: place)))
  }

  /// Whether a picture that was made is still right.
  func isValid(_ item: DuePicture) -> Bool {
    cuts.allSatisfy { cut in
      item.epoch >= cut.epoch || (item.turn == cut.turn && item.clipTicks < cut.end)
    }
  }

  /// Makes all pictures wrong but those of `turn` before `end`, in clip ticks.
  private mutating func cutPictures(inTurn turn: Int, at end: Int64) {
    pictureEpoch += 1
    // What an earlier cut leaves out is left out by this one too.
    cuts.removeAll { $0.turn == turn && $0.end >= end }
    // Of so many changes in the quarter of a second that is made ahead, the first may be forgotten.
    cuts = cuts.suffix(63) + [Cut(epoch: pictureEpoch, turn: turn, end: end)]
  }

  /// Goes on to the next turn.
  mutating func finishTurn(_ turn: Int, ofThread thread: Int) {
    pushedTurn = turn + 1
    assign(alternates ? turn + 2 : turn + 1, toThread: thread)
  }

  /// Has a turn's thread make the rest of it, after the picture at `last`, in clip ticks.
  mutating func resumeTurn(_ turn: Int, ofThread thread: Int, after last: Int64) {
    assign(turn, toThread: thread, after: last)
  }

  /// The presentation's position in nanoseconds.
  mutating func position(at now: Int64) -> Int64 { clock.position(at: now) }

  /// What of the clip is due now.
  mutating func place(at now: Int64) -> PlayTimeline.Place {
    timeline.place(at: timeline.ticks(atNanoseconds: position(at: now)))
  }

  /// Takes another route without a break: what plays now goes on where it is.
  ///
  /// What was made ahead and is right stays, and the threads are told to make the rest.
  ///
  /// - Returns: Whether it could; if not, the presentation has to begin anew.
  mutating func change(to route: PlayRoute, alternates: Bool, at now: Int64) -> Bool {
    guard hasShownPicture else { return false }
    let here = place(at: now)
    let oldEnd = timeline.stretch(ofTurn: here.turn)?.upperBound
    guard let changed = timeline.changing(to: route, inTurn: here.turn, at: here.clipTicks) else {
      return false
    }
    timeline = changed
    self.alternates = alternates
    end = nil
    keepPictures(inTurn: here.turn, oldEnd: oldEnd)
    keepSound(inTurn: here.turn, oldEnd: oldEnd)
    return true
  }

  /// Keeps what is right of the pictures, and shares out what is missing.
  private mutating func keepPictures(inTurn turn: Int, oldEnd: Int64?) {
    let newEnd = timeline.stretch(ofTurn: turn)?.upperBound
    let isPast = pictureEdge.turn > turn
    let made = isPast ? (oldEnd ?? pictureEdge.clipTicks + 1) - 1 : pictureEdge.clipTicks
    let isWhole = newEnd.map { made >= $0 - 1 } ?? false
    if !isWhole, !isPast, pushedTurn == turn,
      let producer = assignments.firstIndex(where: { $0?.turn == turn })
    {
      // Its thread goes on as it does; the other one prepares what comes then.
      assignIfNeeded(alternates ? turn + 1 : nil, toThread: 1 - producer)
      return
    }
    // Whoever makes a later turn has begun it, and what it made is wrong.
    if pushedTurn > turn { assignments = [nil, nil] }
    let edge = newEnd.map { min(made, $0 - 1) } ?? made
    cutPictures(inTurn: turn, at: edge + 1)
    pictureEdge = PlayTimeline.Place(turn: turn, clipTicks: edge)
    guard isWhole else {
      pushedTurn = turn
      assign(turn, toThread: 0, after: edge)
      assignIfNeeded(alternates ? turn + 1 : nil, toThread: 1)
      return
    }
    pushedTurn = turn + 1
    if timeline.isLast(turn: turn) {
      assignments = [nil, nil]
      setEnd(ofTurn: turn, at: newEnd ?? edge)
      return
    }
    // Whoever stands ready at the next turn's start stays there.
    let next = assignments.firstIndex { $0?.turn == turn + 1 } ?? 0
    assignIfNeeded(turn + 1, toThread: next)
    assignIfNeeded(alternates ? turn + 2 : nil, toThread: 1 - next)
  }

  /// Says from where on the sound is wrong, if it is.
  private mutating func keepSound(inTurn turn: Int, oldEnd: Int64?) {
    guard let edge = soundEdge else { return }
    let newEnd = timeline.stretch(ofTurn: turn)?.upperBound
    if edge.turn == turn, newEnd.map({ edge.clipTicks <= $0 }) ?? true, edge.clipTicks != oldEnd {
      return
    }
    let end = min(newEnd ?? .max, edge.turn > turn ? oldEnd ?? .max : edge.clipTicks)
    let cut = timeline.nanoseconds(
      ofTicks: timeline.ticks(of: PlayTimeline.Place(turn: turn, clipTicks: end)))
    soundEpoch += 1
    soundCut = cut
    soundEdge = PlayTimeline.Place(turn: turn, clipTicks: end)
  }

  /// Notes that the presentation ends at this place of its last turn.
  mutating func setEnd(ofTurn turn: Int, at clipTicks: Int64) {
    let place = PlayTimeline.Place(turn: turn, clipTicks: clipTicks)
    end = timeline.nanoseconds(ofTicks: timeline.ticks(of: place))
  }

  private mutating func assignIfNeeded(_ turn: Int?, toThread thread: Int) {
    guard let turn else {
      assignments[thread] = nil
      return
    }
    if let old = assignments[thread], old.turn == turn, old.madeUpTo == nil,
      hasTurn(turn), old.start == timeline.clipStart(ofTurn: turn)
    {
      return
    }
    assign(turn, toThread: thread)
  }

  private mutating func assign(_ turn: Int, toThread thread: Int, after madeUpTo: Int64? = nil) {
    guard hasTurn(turn) else {
      assignments[thread] = nil
      return
    }
    lastAssignment += 1
    assignments[thread] = PictureAssignment(
      number: lastAssignment, turn: turn,
      start: madeUpTo.map { $0 + 1 } ?? timeline.clipStart(ofTurn: turn), madeUpTo: madeUpTo)
  }

  private func hasTurn(_ turn: Int) -> Bool {
    turn == timeline.baseTurn || !timeline.isLast(turn: turn - 1)
  }
}
