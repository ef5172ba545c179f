// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import Testing

@testable import Playback

/// Sound at other speeds: as long as it should be, as high as it was, at its place.
struct SoundPathTests {
  private static let rate = 48_000

  /// A tone of 500 Hz from `start` on for a fifth of a second, silence before and after.
  private func tone(start: Int, of count: Int) -> [Float] {
    (0..<count).flatMap { position -> [Float] in
      guard (start..<(start + 9_600)).contains(position) else { return [0, 0] }
      let angle = Float(position % 96) / 96 * 2 * .pi
      return [angle, angle].map { _sine($0) * 0.5 }
    }
  }

  private func _sine(_ x: Float) -> Float {
    // Bhaskara's approximation is near enough for a test tone.
    let half = x < .pi ? x : x - .pi
    let value = 16 * half * (.pi - half) / (5 * .pi * .pi - 4 * half * (.pi - half))
    return x < .pi ? value : -value
  }

  /// Everything that is heard, left channel.
  private func heard(_ queue: SoundQueue) -> [Float] {
    var samples = [Float](repeating: 0, count: queue.count * 2)
    samples.withUnsafeMutableBufferPointer { queue.read(into: $0) }
    return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
  }

  @Test(arguments: [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4])
  func toneKeepsItsPitchAndItsPlace(speed: Double) throws {
    let queue = SoundQueue(capacity: 1_000_000)
    let path = SoundPath(queue: queue, sampleRate: Self.rate)
    try path.begin(at: 1_000, rate: speed)
    let input = tone(start: 48_000, of: 144_000)
    for block in stride(from: 0, to: input.count, by: 2_048) {
      let end = min(input.count, block + 2_048)
      try path.write(input[block..<end], at: 1_000 + Int64(block / 2))
    }
    try path.finish()
    let samples = heard(queue)
    // The filter works on windows of a twentieth of a second of the clip.
    #expect(abs(Double(samples.count) - 144_000 / speed) < 2_400 + 2_400 / speed)
    let loud = samples.indices.filter { abs(samples[$0]) > 0.1 }
    let (first, last) = (try #require(loud.first), try #require(loud.last))
    #expect(abs(Double(first) - 48_000 / speed) < 1_200 + 1_200 / speed)
    #expect(abs(Double(last - first) - 9_600 / speed) < 3_600)
    let crossings = zip(samples[first...last], samples[(first + 1)...]).count { $0 < 0 && $1 >= 0 }
    let frequency = Double(crossings) / (Double(last - first) / Double(Self.rate))
    #expect(abs(frequency - 500) < 40)
  }

  @Test(arguments: [0.5, 1, 2]) func placesAreScaledThereAndBack(speed: Double) throws {
    let path = SoundPath(queue: SoundQueue(capacity: 100), sampleRate: Self.rate)
    try path.begin(at: 9_600, rate: speed)
    #expect(path.readPosition == 9_600)
    for sample in [Int64(0), 4_800, 1_000_000] {
      let there = path.heardSample(ofPresentation: sample)
      #expect(abs(path.presentationSample(ofHeard: there) - sample) <= 2)
    }
  }

  @Test func holeIsAsLongAsItIs() throws {
    let queue = SoundQueue(capacity: 200_000)
    let path = SoundPath(queue: queue, sampleRate: Self.rate)
    try path.begin(at: 0, rate: 2)
    let whole = tone(start: 0, of: 9_600)
    try path.write(whole[...], at: 0)
    try path.write(whole[...], at: 96_000)
    try path.finish()
    let samples = heard(queue)
    let second = try #require(samples.indices.first { $0 > 20_000 && abs(samples[$0]) > 0.1 })
    #expect(abs(second - 48_000) < 2_400)
  }

  @Test func cutForgetsWhatComesAfter() throws {
    let queue = SoundQueue(capacity: 100)
    let path = SoundPath(queue: queue, sampleRate: Self.rate)
    try path.begin(at: 10, rate: 1)
    try path.write(Array(repeating: 1, count: 40)[...], at: 10)
    #expect(try path.cut(at: 15) == 15)
    try path.write([2, 2, 2, 2][...], at: 15)
    #expect(heard(queue) == [1, 1, 1, 1, 1, 2, 2])
    // What was heard already cannot be taken back.
    #expect(try path.cut(at: 12) == 17)
  }
}
