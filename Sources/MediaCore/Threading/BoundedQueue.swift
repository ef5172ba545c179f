// SPDX-License-Identifier: GPL-3.0-or-later

/// A queue that makes its producers wait while it is full.
///
/// It has *generations*: ``flush(for:)`` empties it and begins one, and a producer that still works
/// for an older one is turned away. Any number of producers; made for one consumer.
public final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var entries: [Entry] = []
    var weight = 0
    var generation = 0
    var isClosed = false
  }

  private struct Entry: Sendable {
    let element: Element
    let weight: Int
  }

  private let state = Monitor(State())
  private let capacity: Int
  private let weightLimit: Int

  /// - Parameters:
  ///   - capacity: The most elements that wait in the queue.
  ///   - weightLimit: The most that they weigh together, such as bytes; one heavier element alone
  ///     is let in.
  /// - Precondition: `capacity` is positive.
  public init(capacity: Int, weightLimit: Int = .max) {
    precondition(capacity > 0, "a queue holds something")
    self.capacity = capacity
    self.weightLimit = weightLimit
  }

  public var count: Int { state.withLock { $0.entries.count } }

  /// Appends an element; blocks while the queue is full.
  ///
  /// - Returns: Whether it was taken; false once the queue is closed or `generation` is over.
  public func push(_ element: Element, weight: Int = 1, generation: Int = 0) -> Bool {
    let isTaken: Bool? = state.wait { state in
      if state.isClosed || generation != state.generation { return false }
      let isRoom =
        state.entries.isEmpty
        || (state.entries.count < capacity && state.weight + weight <= weightLimit)
      guard isRoom else { return nil }
      state.entries.append(Entry(element: element, weight: weight))
      state.weight += weight
      return true
    }
    if isTaken == true { state.wakeAll() }
    return isTaken ?? false
  }

  /// Takes the oldest element; blocks while there is none.
  ///
  /// - Returns: nil once the queue is closed; what was in it then is gone.
  public func take() -> Element? {
    let taken: Element?? = state.wait { state in
      if state.isClosed { return .some(nil) }
      return Self.removeFirst(&state).map { .some($0) }
    }
    state.wakeAll()
    return taken ?? nil
  }

  /// Takes the oldest element if there is one.
  public func takeIfAvailable() -> Element? {
    let taken = state.withLock { Self.removeFirst(&$0) }
    if taken != nil { state.wakeAll() }
    return taken
  }

  /// Empties the queue and lets in only what is produced for `generation` from now on.
  public func flush(for generation: Int) {
    // The elements are freed after the lock is left: they may be large.
    let dropped = state.update { state in
      let entries = state.entries
      state.entries = []
      state.weight = 0
      state.generation = generation
      return entries
    }
    _ = dropped
  }

  /// Empties the queue and turns away all producers and the consumer, for good.
  public func close() {
    let dropped = state.update { state in
      let entries = state.entries
      state.entries = []
      state.isClosed = true
      return entries
    }
    _ = dropped
  }

  private static func removeFirst(_ state: inout State) -> Element? {
    guard !state.entries.isEmpty else { return nil }
    let entry = state.entries.removeFirst()
    state.weight -= entry.weight
    return entry.element
  }
}
