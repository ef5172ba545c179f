// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A value under a lock whose changes threads can wait for.
///
/// Any thread may use it, the main one too as long as it does not wait. Every ``update(_:)`` wakes
/// all waiters, each of which then looks whether the value is what it waits for.
public final class Monitor<Value: Sendable>: Sendable {
  // Written in init only. What they point to is guarded by the mutex, which is one of them.
  nonisolated(unsafe) private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  nonisolated(unsafe) private let condition: UnsafeMutablePointer<pthread_cond_t>
  nonisolated(unsafe) private let value: UnsafeMutablePointer<Value>

  public init(_ initial: Value) {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    value = .allocate(capacity: 1)
    value.initialize(to: initial)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // Deadlines are on the clock that nobody sets.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    value.deinitialize(count: 1)
    condition.deallocate()
    mutex.deallocate()
    value.deallocate()
  }

  /// Reads, or changes what nobody waits for.
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }

  /// Changes the value and wakes every waiter.
  @discardableResult
  public func update<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value.pointee)
  }

  /// Makes every waiter look again.
  public func wakeAll() { update { _ in } }

  /// Blocks until `body` gives something, asked now and after each change.
  ///
  /// - Parameters:
  ///   - deadline: When to give up, on the monotonic clock in nanoseconds; nil waits for ever.
  ///   - body: Called under the lock; what it changes wakes nobody.
  /// - Returns: What `body` gave; nil at the deadline.
  public func wait<Result>(until deadline: Int64? = nil, _ body: (inout Value) -> Result?)
    -> Result?
  {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value.pointee) { return result }
      guard let deadline else {
        pthread_cond_wait(condition, mutex)
        continue
      }
      var time = timespec(
        tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
      if pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT {
        return body(&value.pointee)
      }
    }
  }
}
