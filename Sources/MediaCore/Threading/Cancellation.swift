// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// A flag that stops work on another thread; reading media asks it at every block.
///
/// Once cancelled it stays so. Any thread may use it.
public final class Cancellation: Sendable {
  private let flag = Atomic(false)

  public init() {}

  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  public func cancel() { flag.store(true, ordering: .relaxed) }
}
