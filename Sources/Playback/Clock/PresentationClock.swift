// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the presentation is, as a function of a ``PlaybackClock``; a value without threads.
///
/// A position is in nanoseconds of presentation since play began (see ``PlayTimeline``). While it
/// runs, the position follows the clock at the chosen rate, and what is heard pulls it gently: small
/// errors of the sound server's reports do not show, real drift does not grow. It never goes back.
struct PresentationClock: Equatable, Sendable {
  /// Errors above this are no jitter: the sound was held up, or something slept.
  static let jumpNanoseconds: Int64 = 50_000_000

  /// The share of an error that one report takes away.
  private static let gain: Int64 = 8

  private(set) var isRunning = false
  private(set) var rate = 1.0

  /// Where it was, and when.
  private var anchorPosition: Int64 = 0
  private var anchorTime: Int64 = 0

  /// The latest position given out.
  private var latest: Int64 = 0

  /// Stands still at `position`, which may be earlier: a new presentation.
  mutating func hold(at position: Int64) {
    isRunning = false
    anchorPosition = position
    latest = position
  }

  /// Runs from where it stands.
  mutating func run(at now: Int64) {
    guard !isRunning else { return }
    isRunning = true
    anchorTime = now
  }

  /// Stands still where it is.
  mutating func stop(at now: Int64) { hold(at: position(at: now)) }

  /// The position at `now`.
  mutating func position(at now: Int64) -> Int64 {
    latest = max(latest, raw(at: now))
    return latest
  }

  /// When the position will be reached at the present rate; nil while it stands still.
  func time(of position: Int64) -> Int64? {
    guard isRunning else { return nil }
    return anchorTime + Int64((Double(position - anchorPosition) / rate).rounded(.up))
  }

  mutating func setRate(_ rate: Double, at now: Int64) {
    anchorPosition = position(at: now)
    anchorTime = now
    self.rate = rate
  }

  /// Takes note that `heard` is being heard at `now`.
  mutating func correct(heard: Int64, at now: Int64) {
    guard isRunning else { return }
    let expected = raw(at: now)
    let error = heard - expected
    anchorPosition = abs(error) > Self.jumpNanoseconds ? heard : expected + error / Self.gain
    anchorTime = now
  }

  private func raw(at now: Int64) -> Int64 {
    isRunning ? anchorPosition + Int64(Double(now - anchorTime) * rate) : anchorPosition
  }
}
