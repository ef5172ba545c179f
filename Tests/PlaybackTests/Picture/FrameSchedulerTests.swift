// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@testable import Playback

struct FrameSchedulerTests {
  /// What was decided at each position of a list, given items due at their own values.
  private func decisions(dues: [Int64], at positions: [Int64]) -> [String] {
    var scheduler = FrameScheduler<Int64>()
    var waiting = dues[...]
    return positions.map { position in
      switch scheduler.decide(at: position, takeNext: { waiting.popFirst().map { ($0, $0) } }) {
      case .show(let item, let dropped): "\(item)-\(dropped)"
      case .wait(let due): "wait \(due)"
      case .starve: "starve"
      }
    }
  }

  @Test func showsEachWhenItsTimeHasCome() {
    #expect(
      decisions(dues: [0, 10, 20], at: [0, 0, 9, 10, 19, 20, 21])
        == ["0-0", "wait 10", "wait 10", "10-0", "wait 20", "20-0", "starve"])
  }

  @Test func lateOnesAreDroppedAndCounted() {
    #expect(decisions(dues: [0, 10, 20, 30], at: [25, 25]) == ["20-2", "wait 30"])
    #expect(decisions(dues: [0, 10, 20, 30], at: [1_000, 1_000]) == ["30-3", "starve"])
  }

  @Test func equalTimesShowTheLast() {
    #expect(decisions(dues: [5, 5, 5], at: [4, 5]) == ["wait 5", "5-2"])
  }

  @Test func everyItemIsShownOrDroppedOnce() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      var due: Int64 = 0
      let dues = (0..<40).map { _ in
        due += Int64.random(in: 1...20, using: &random)
        return due
      }
      var scheduler = FrameScheduler<Int64>()
      var waiting = dues[...]
      var (position, counted): (Int64, Int) = (0, 0)
      var last: Int64 = -1
      while counted < dues.count {
        position += Int64.random(in: 0...30, using: &random)
        guard
          case .show(let item, let dropped) = scheduler.decide(
            at: position, takeNext: { waiting.popFirst().map { ($0, $0) } })
        else { continue }
        counted += 1 + dropped
        #expect(item > last && item <= position)
        #expect(dues.first { $0 > item }.map { $0 > position } ?? true)
        last = item
      }
    }
  }
}
