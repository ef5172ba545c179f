// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Playback

struct SoundQueueTests {
  private func read(_ queue: SoundQueue, _ count: Int) -> [Float] {
    var samples = [Float](repeating: 9, count: count * 2)
    samples.withUnsafeMutableBufferPointer { queue.read(into: $0) }
    return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
  }

  private func write(_ queue: SoundQueue, _ values: [Float], at position: Int64) {
    queue.write(values.flatMap { [$0, -$0] }[...], at: position)
  }

  @Test func samplesComeOutAtTheirPlaces() {
    let queue = SoundQueue(capacity: 8)
    queue.reset(to: 100)
    write(queue, [1, 2, 3], at: 100)
    #expect(read(queue, 2) == [1, 2])
    write(queue, [4, 5, 6], at: 103)
    #expect(read(queue, 4) == [3, 4, 5, 6])
    #expect(queue.readPosition == 106)
  }

  @Test func holesAreSilent() {
    let queue = SoundQueue(capacity: 8)
    write(queue, [1], at: 0)
    write(queue, [2], at: 3)
    #expect(read(queue, 4) == [1, 0, 0, 2])
    #expect(queue.silentCount == 0)
  }

  @Test func lateSamplesAreDropped() {
    let queue = SoundQueue(capacity: 8)
    #expect(read(queue, 3) == [0, 0, 0])
    #expect(queue.silentCount == 3)
    write(queue, [1, 2, 3, 4, 5], at: 0)
    #expect(read(queue, 3) == [4, 5, 0])
  }

  @Test func overlapIsDropped() {
    let queue = SoundQueue(capacity: 8)
    write(queue, [1, 2, 3], at: 0)
    write(queue, [8, 9, 4], at: 1)
    #expect(read(queue, 4) == [1, 2, 3, 4])
  }

  @Test func neverHoldsMoreThanItsCapacity() {
    let queue = SoundQueue(capacity: 4)
    write(queue, [1, 2, 3, 4, 5, 6], at: 0)
    #expect(queue.count == 4)
    #expect(read(queue, 5) == [1, 2, 3, 4, 0])
    write(queue, [1], at: 100)
    #expect(queue.count == 4)
  }

  @Test func skippingDropsTheStart() {
    let queue = SoundQueue(capacity: 8)
    write(queue, [1, 2, 3, 4], at: 0)
    queue.skip(to: 2)
    #expect(read(queue, 2) == [3, 4])
    queue.skip(to: 10)
    #expect(queue.readPosition == 10 && queue.count == 0)
  }

  @Test func volumeChangesWithoutASteps() {
    let queue = SoundQueue(capacity: 4_000)
    write(queue, Array(repeating: 1, count: 4_000), at: 0)
    queue.setAmplitude(0)
    let samples = read(queue, 2_000)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($0 - $1) < 0.002 })
    #expect(samples.last == 0)
  }
}
