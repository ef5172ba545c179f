// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Finds new scenes and black stretches in pictures that are shown one to it after the other.
///
/// A new scene differs much from what was before and stays: a flash does not, nor does a quick pan,
/// in which every picture differs from the one before.
struct SceneDetector {
  /// Pictures of one scene differ by less, unless much moves.
  private static let leastDistance = 18.0
  /// How much more than its neighbours a change has to be.
  private static let prominence = 2.5
  /// Black that is shorter is a part of a cut.
  private static let leastBlackFrames = 3

  private(set) var sceneChanges: [MediaTime] = []
  private(set) var blacks: [TrimRange] = []

  /// The last pictures, the newest last: a flash ends in what was before it.
  private var last: [PictureSignature] = []
  private static let lastCount = 4
  private var recent: [Double] = []
  private var pending: (time: MediaTime, distance: Double)?
  private var black: (start: MediaTime, count: Int)?

  /// Takes the next picture.
  mutating func add(_ signature: PictureSignature, at time: MediaTime) {
    if let previous = last.last {
      let distance = signature.distance(to: previous)
      decide(next: distance)
      let usual = max(1.5, recent.reduce(0, +) / Double(max(1, recent.count)))
      let isNew = last.allSatisfy { signature.distance(to: $0) >= Self.leastDistance }
      if isNew, distance > Self.prominence * usual {
        pending = (time, distance)
      } else {
        recent = (recent + [distance]).suffix(5)
      }
    }
    last = (last + [signature]).suffix(Self.lastCount)
    if signature.isBlack {
      black = (black?.start ?? time, (black?.count ?? 0) + 1)
    } else {
      endBlack(at: time)
    }
  }

  /// The pictures that come next do not follow on those before.
  mutating func interrupt(at time: MediaTime) {
    decide(next: 0)
    endBlack(at: time)
    last = []
    recent = []
  }

  /// A change is a new scene when the picture after it is like it.
  private mutating func decide(next distance: Double) {
    guard let candidate = pending else { return }
    pending = nil
    if candidate.distance > Self.prominence * distance {
      sceneChanges.append(candidate.time)
      recent = [distance]
    } else {
      recent = (recent + [candidate.distance]).suffix(5)
    }
  }

  private mutating func endBlack(at time: MediaTime) {
    defer { black = nil }
    guard let black, black.count >= Self.leastBlackFrames,
      let range = TrimRange(inPoint: black.start, outPoint: time)
    else { return }
    blacks.append(range)
  }
}
