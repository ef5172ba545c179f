// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore

/// When the sound thread works: while something plays at its own speed, and there is a server.
extension PlayerCore {
  /// Between two attempts to reach a server while playing without.
  private static let retryInterval: Int64 = 3_000_000_000

  /// How long a stopped output is kept: libpulse's thread wakes now and then even while silent.
  private static let keptInterval: Int64 = 5_000_000_000

  private enum Order {
    /// Make this presentation heard.
    case play(generation: Int)
    /// Nothing was wanted for a while.
    case rest
    case close
  }

  func feedSound() {
    let feed = SoundFeed(core: self)
    var retryTime: Int64 = 0
    while true {
      switch nextOrder(retryTime: retryTime, isOutputOpen: feed.hasOutput) {
      case .close: return  // the feed goes here, and waits for libpulse's thread
      case .rest: feed.closeOutput()
      case .play(let generation):
        if !feed.play(generation: generation) {
          retryTime = MonotonicClock.nanoseconds + Self.retryInterval
        }
      }
    }
  }

  private func nextOrder(retryTime: Int64, isOutputOpen: Bool) -> Order {
    while true {
      let start = MonotonicClock.nanoseconds
      let isWanted = control.withLock { $0.wantsSound }
      let restTime = isOutputOpen ? start + Self.keptInterval : nil
      let order: Order?? = control.wait(until: isWanted ? max(retryTime, start) : restTime) {
        control in
        if control.isClosed { return .some(.close) }
        guard control.wantsSound == isWanted else { return .some(nil) }
        guard isWanted, let session = control.session else { return nil }
        if session.sound == .preparing { return .some(.play(generation: session.generation)) }
        guard session.sound == .absent, MonotonicClock.nanoseconds >= retryTime else { return nil }
        control.session?.sound = .preparing
        return .some(.play(generation: session.generation))
      }
      guard let order else {
        if !isWanted { return .rest }
        continue
      }
      if let order { return order }
    }
  }
}
