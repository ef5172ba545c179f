// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Pictures of one display size by their PTS, within a budget of bytes.
///
/// When it is full, the pictures farthest from the playhead go first.
struct FrameCache {
  private let byteLimit: Int
  private var pictures: [Int64: Picture] = [:]
  private(set) var byteCount = 0

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The picture with exactly this PTS.
  subscript(pts: Int64) -> Picture? { pictures[pts] }

  var count: Int { pictures.count }

  /// How many pictures of `bytes` each find room beside each other; at least 1.
  func capacity(forPicturesOf bytes: Int) -> Int { max(1, byteLimit / max(1, bytes)) }

  /// Keeps a picture, and lets go of those farthest from `playhead` until all fit.
  mutating func insert(_ picture: Picture, pts: Int64, playhead: Int64) {
    if let old = pictures.updateValue(picture, forKey: pts) { byteCount -= old.byteCount }
    byteCount += picture.byteCount
    guard byteCount > byteLimit else { return }
    // A tenth at a time, so that the search for the farthest is rare.
    let farthest = pictures.keys.sorted { distance($0, playhead) > distance($1, playhead) }
    for key in farthest {
      guard byteCount > byteLimit / 10 * 9, pictures.count > 1 else { return }
      if let gone = pictures.removeValue(forKey: key) { byteCount -= gone.byteCount }
    }
  }

  mutating func removeAll() {
    pictures = [:]
    byteCount = 0
  }

  private func distance(_ a: Int64, _ b: Int64) -> UInt64 {
    a > b ? UInt64(bitPattern: a &- b) : UInt64(bitPattern: b &- a)
  }
}
