// SPDX-License-Identifier: GPL-3.0-or-later

/// Decides which of the pictures that wait is shown now; a value without threads.
struct FrameScheduler<Item: Sendable>: Sendable {
  /// What to do now.
  enum Decision {
    /// Show this one; `dropped` older ones came too late and are gone.
    case show(Item, dropped: Int)
    /// Nothing before this position, in nanoseconds of presentation.
    case wait(until: Int64)
    /// Nothing is there.
    case starve
  }

  private struct Entry: Sendable {
    let item: Item
    let due: Int64
  }

  /// The next in order of time: looked at, and not due yet.
  private var upcoming: Entry?

  var isEmpty: Bool { upcoming == nil }

  mutating func removeAll() { upcoming = nil }

  /// Forgets the next picture unless it is still right.
  mutating func keepNext(if isValid: (Item) -> Bool) {
    if let next = upcoming, !isValid(next.item) { upcoming = nil }
  }

  /// Decides at a position of the presentation.
  ///
  /// - Parameters:
  ///   - position: In nanoseconds.
  ///   - takeNext: Gives the next picture and when it is due, in order of time; nil for none yet.
  /// - Returns: What to do; an item that is shown or dropped is forgotten.
  mutating func decide(at position: Int64, takeNext: () -> (item: Item, due: Int64)?) -> Decision {
    var newest: Item?
    var dropped = 0
    while true {
      if upcoming == nil, let (item, due) = takeNext() { upcoming = Entry(item: item, due: due) }
      guard let first = upcoming, first.due <= position else { break }
      if newest != nil { dropped += 1 }
      newest = first.item
      upcoming = nil
    }
    if let newest { return .show(newest, dropped: dropped) }
    return upcoming.map { .wait(until: $0.due) } ?? .starve
  }
}
