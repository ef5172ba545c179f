// SPDX-License-Identifier: GPL-3.0-or-later
public import Playback
import Synchronization

/// A clock that stands still until a test moves it.
public final class ManualClock: PlaybackClock {
  private struct State: Sendable {
    var now: Int64 = 0
    var observers: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  public init() {}

  public var now: Int64 { state.withLock { $0.now } }

  public var isMonotonic: Bool { false }

  public func observe(_ onAdvance: @escaping @Sendable () -> Void) {
    state.withLock { $0.observers.append(onAdvance) }
  }

  /// Moves on and wakes whoever sleeps by this clock.
  public func advance(byMilliseconds milliseconds: Int64) {
    advance(byNanoseconds: milliseconds * 1_000_000)
  }

  public func advance(byNanoseconds nanoseconds: Int64) {
    let observers = state.withLock { state in
      state.now += nanoseconds
      return state.observers
    }
    for observer in observers { observer() }
  }
}
