// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct BoundedQueueTests {
  /// Runs `body` on a thread of its own and gives its answer when it comes.
  private func onThread<Answer: Sendable>(
    _ body: @escaping @Sendable () -> Answer
  ) async -> Answer {
    await withCheckedContinuation { continuation in
      WorkerThread.start(name: "test") { continuation.resume(returning: body()) }
    }
  }

  @Test func keepsTheOrder() {
    let queue = BoundedQueue<Int>(capacity: 3)
    for number in 1...3 { #expect(queue.push(number)) }
    #expect((1...3).map { _ in queue.takeIfAvailable() } == [1, 2, 3])
    #expect(queue.takeIfAvailable() == nil)
  }

  @Test func producerNeverGetsFurtherAheadThanTheCapacity() async {
    let queue = BoundedQueue<Int>(capacity: 4)
    let pushed = Atomic(0)
    async let producer: Void = onThread {
      for number in 0..<1_000 {
        _ = queue.push(number)
        pushed.store(number + 1, ordering: .sequentiallyConsistent)
      }
    }
    let worst = await onThread {
      var worst = 0
      for number in 0..<1_000 {
        worst = max(worst, pushed.load(ordering: .sequentiallyConsistent) - number)
        if queue.take() != number { return Int.max }
      }
      return worst
    }
    await producer
    #expect(worst <= 4)
    #expect(queue.count == 0)
  }

  @Test func weightBoundsTooAndOneHeavyElementAloneIsLetIn() async {
    let queue = BoundedQueue<Int>(capacity: 10, weightLimit: 100)
    #expect(queue.push(1, weight: 1_000))
    async let second = onThread { queue.push(2, weight: 60) }
    #expect(queue.take() == 1)
    #expect(await second)
    async let third = onThread { queue.push(3, weight: 60) }
    #expect(queue.take() == 2)
    #expect(await third)
  }

  @Test func flushTurnsOldProducersAwayAndLetsNewOnesIn() async {
    let queue = BoundedQueue<Int>(capacity: 1)
    #expect(queue.push(1))
    async let blocked = onThread { queue.push(2) }
    queue.flush(for: 5)
    #expect(await !blocked)
    #expect(queue.count == 0)
    #expect(!queue.push(3, generation: 4))
    #expect(queue.push(6, generation: 5))
    #expect(queue.take() == 6)
  }

  @Test func closeEndsBothSides() async {
    let full = BoundedQueue<Int>(capacity: 1)
    #expect(full.push(1))
    async let producer = onThread { full.push(2) }
    full.close()
    #expect(await !producer)
    #expect(full.take() == nil)

    let empty = BoundedQueue<Int>(capacity: 1)
    async let consumer = onThread { empty.take() }
    empty.close()
    #expect(await consumer == nil)
    #expect(!empty.push(1))
  }
}
