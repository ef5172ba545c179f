// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore

/// Sound that is decoded and not yet asked for, addressed by its place in the presentation.
///
/// Samples that come too late for their place are dropped, and where some are missing there is
/// silence: the sound never slips against the picture. One thread writes, the output's reads.
/// Positions are samples a channel since play began (see ``SoundPath`` for other speeds).
final class SoundQueue: Sendable {
  private struct State: Sendable {
    /// A ring of stereo samples.
    var ring: [Float]
    var start: Int64 = 0
    var end: Int64 = 0
    var amplitude: Float = 1
    var targetAmplitude: Float = 1
    /// The writer sleeps until this much or less is left.
    var silentCount: Int64 = 0
  }

  // pthread's lock, which ThreadSanitizer sees; that of Swift's Mutex it does not.
  private let state: Monitor<State>
  private let capacity: Int

  /// How much the amplitude changes a sample: a step would click.
  private static let ramp: Float = 1 / 960

  init(capacity: Int) {
    self.capacity = capacity
    state = Monitor(State(ring: Array(repeating: 0, count: capacity * 2)))
  }

  /// Samples a channel that wait.
  var count: Int { state.withLock { Int($0.end - $0.start) } }

  /// Where the next sample is read.
  var readPosition: Int64 { state.withLock { $0.start } }

  /// Samples a channel that were asked for and not there, since the last reset.
  var silentCount: Int64 { state.withLock { $0.silentCount } }

  /// Empties the queue; the next sample read is the one at `position`.
  func reset(to position: Int64) {
    state.withLock {
      $0.start = position
      $0.end = position
      $0.silentCount = 0
    }
  }

  /// Drops what is before `position`.
  func skip(to position: Int64) {
    state.withLock { state in
      state.start = max(state.start, position)
      state.end = max(state.end, state.start)
    }
  }

  /// Forgets what was written for `position` and after.
  func truncate(to position: Int64) {
    state.withLock { state in
      state.end = min(state.end, max(position, state.start))
    }
  }

  func setAmplitude(_ amplitude: Float) { state.withLock { $0.targetAmplitude = amplitude } }

  /// Puts interleaved stereo samples at a position.
  ///
  /// What lies before the end of what is there, and what there is no room for, is dropped.
  func write(_ samples: ArraySlice<Float>, at position: Int64) {
    state.withLock { state in
      var (samples, position) = (samples, position)
      if position < state.end {
        let late = min(Int(state.end - position), samples.count / 2)
        samples = samples.dropFirst(late * 2)
        position += Int64(late)
      }
      guard !samples.isEmpty else { return }
      while state.end < position, state.end - state.start < Int64(capacity) {
        Self.put(0, 0, at: state.end, capacity: capacity, into: &state.ring)
        state.end += 1
      }
      var next = samples.startIndex
      while next + 1 < samples.endIndex, state.end - state.start < Int64(capacity) {
        Self.put(
          samples[next], samples[next + 1], at: state.end, capacity: capacity, into: &state.ring)
        state.end += 1
        next += 2
      }
    }
  }

  /// Takes the next samples, with silence where there are none.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) {
    state.withLock { state in
      for index in 0..<(buffer.count / 2) {
        var (left, right): (Float, Float) = (0, 0)
        if state.start < state.end {
          let slot = Int(state.start % Int64(capacity)) * 2
          (left, right) = (state.ring[slot], state.ring[slot + 1])
        } else {
          state.end += 1
          state.silentCount += 1
        }
        state.start += 1
        let difference = state.targetAmplitude - state.amplitude
        state.amplitude += min(max(difference, -Self.ramp), Self.ramp)
        buffer[index * 2] = left * state.amplitude
        buffer[index * 2 + 1] = right * state.amplitude
      }
    }
  }

  private static func put(
    _ left: Float, _ right: Float, at position: Int64, capacity: Int, into ring: inout [Float]
  ) {
    let slot = Int(position % Int64(capacity)) * 2
    ring[slot] = left
    ring[slot + 1] = right
  }
}
