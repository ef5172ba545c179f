// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import MediaCore

struct SoundLikenessTests {
  /// A tone that rises, from a sample on.
  private func tone(from first: Int, gain: Float = 0.3) -> [Float] {
    (first..<(first + 12_000)).map { place in
      let time = Double(place) / 48_000
      return gain * Float(sin(2 * .pi * (300 * time + 400 * time * time)))
    }
  }

  @Test func aMillisecondAndSomeNoiseAreTheSameSound() {
    var generator = SystemRandomNumberGenerator()
    let noisy = tone(from: 40).map { $0 + Float.random(in: -0.1...0.1, using: &generator) }
    #expect(ClipVerifier.isAlike(tone(from: 0), noisy))
    #expect(ClipVerifier.isAlike(tone(from: 0, gain: 0), tone(from: 0, gain: 0)))
  }

  @Test func soundOfElsewhereAndSilenceAreNot() {
    #expect(!ClipVerifier.isAlike(tone(from: 0), tone(from: 48_000)))
    #expect(!ClipVerifier.isAlike(tone(from: 0), tone(from: 24_000)))
    #expect(!ClipVerifier.isAlike(tone(from: 0), tone(from: 0, gain: 0)))
    #expect(!ClipVerifier.isAlike(tone(from: 0, gain: 0), tone(from: 0)))
  }
}
