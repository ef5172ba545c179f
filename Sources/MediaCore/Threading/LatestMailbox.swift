// SPDX-License-Identifier: GPL-3.0-or-later
import Dispatch
import Synchronization

/// A one-slot mailbox: a new message replaces one that nobody has taken yet.
///
/// The sender never blocks. One consumer thread waits in ``take()``.
public final class LatestMailbox<Message: Sendable>: Sendable {
  private enum State {
    case empty
    case full(Message)
    case closed
  }

  private let state = Mutex<State>(.empty)
  private let wakeup = DispatchSemaphore(value: 0)

  public init() {}

  /// Leaves a message in place of any that waits; ignored after ``close()``.
  public func put(_ message: Message) {
    state.withLock { if case .closed = $0 { return } else { $0 = .full(message) } }
    wakeup.signal()
  }

  /// Ends the consumer: its next ``take()`` returns nil.
  public func close() {
    state.withLock { $0 = .closed }
    wakeup.signal()
  }

  /// Whether a newer message, or the close, waits; a long job polls this between packets.
  public var hasPending: Bool {
    state.withLock { if case .empty = $0 { false } else { true } }
  }

  /// What came in a limited time.
  public enum Taken {
    case message(Message)
    case closed
    case nothing
  }

  /// Blocks for a limited time.
  public func take(withinMilliseconds milliseconds: Int) -> Taken {
    let deadline = DispatchTime.now() + .milliseconds(milliseconds)
    // Messages that were replaced before they were taken have left their signals behind.
    while !hasPending, wakeup.wait(timeout: deadline) == .success {}
    let message: Taken = state.withLock {
      switch $0 {
      case .empty: return .nothing
      case .closed: return .closed
      case .full(let message):
        $0 = .empty
        return .message(message)
      }
    }
    return message
  }

  /// Blocks until a message or the close arrives; nil means closed.
  public func take() -> Message? {
    while true {
      let (message, isClosed): (Message?, Bool) = state.withLock {
        switch $0 {
        case .empty: return (nil, false)
        case .closed: return (nil, true)
        case .full(let message):
          $0 = .empty
          return (message, false)
        }
      }
      if let message { return message }
      if isClosed { return nil }
      wakeup.wait()
    }
  }
}
