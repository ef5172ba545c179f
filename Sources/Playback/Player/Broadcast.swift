// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Tells any number of listeners, each through a stream of its own.
///
/// A listener that does not keep up loses the oldest. Any thread may use it.
final class Broadcast<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    var next = 0
    var isFinished = false
  }

  private let state = Mutex(State())
  private let bufferCount: Int

  init(bufferCount: Int) { self.bufferCount = bufferCount }

  /// A stream of everything sent from now on, after `first`.
  func stream(beginningWith first: Element? = nil) -> AsyncStream<Element> {
    let (stream, listener) = AsyncStream<Element>.makeStream(
      bufferingPolicy: .bufferingNewest(bufferCount))
    if let first { listener.yield(first) }
    let number: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.next += 1
      state.listeners[state.next] = listener
      return state.next
    }
    guard let number else {
      listener.finish()
      return stream
    }
    listener.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  func send(_ element: Element) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(element) }
  }

  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    // Outside the lock: finishing calls onTermination.
    for listener in listeners { listener.finish() }
  }
}
