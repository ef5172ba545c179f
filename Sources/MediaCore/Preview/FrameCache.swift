// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Pictures of one display size by their PTS, within a budget of bytes.
///
/// When it is full, the pictures farthest from the playhead and from the range's edges go first.
struct FrameCache {
  /// PTS of the range's edges; what is near them is kept as well, in a quarter of the width.
  var edges: [Int64] = []

  private let byteLimit: Int
  private var pictures: [Int64: Picture] = [:]
  private(set) var byteCount = 0

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The picture with exactly this PTS.
  subscript(pts: Int64) -> Picture? { pictures[pts] }

  var count: Int { pictures.count }

  /// How many pictures of `bytes` each find room beside each other; at least 1.
  func capacity(forPicturesOf bytes: Int) -> Int { max(1, byteLimit / max(1, bytes)) }

  /// Keeps a picture, and lets go of those farthest from `playhead` and the edges until all fit.
  mutating func insert(_ picture: Picture, pts: Int64, playhead: Int64) {
    if let old = pictures.updateValue(picture, forKey: pts) { byteCount -= old.byteCount }
    byteCount += picture.byteCount
    guard byteCount > byteLimit else { return }
    // A tenth at a time, so that the search for the farthest is rare.
    let farthest = pictures.keys.map { (pts: $0, distance: distance($0, playhead)) }
      .sorted { $0.distance > $1.distance }
    for (key, _) in farthest {
      guard byteCount > byteLimit / 10 * 9, pictures.count > 1 else { return }
      if let gone = pictures.removeValue(forKey: key) { byteCount -= gone.byteCount }
    }
  }

  mutating func removeAll() {
    pictures = [:]
    byteCount = 0
  }

  private func distance(_ pts: Int64, _ playhead: Int64) -> UInt64 {
    edges.reduce(Self.between(pts, playhead)) { nearest, edge in
      min(nearest, Self.between(pts, edge).multipliedReportingOverflow(by: 4).partialValue)
    }
  }

  private static func between(_ a: Int64, _ b: Int64) -> UInt64 {
    a > b ? UInt64(bitPattern: a &- b) : UInt64(bitPattern: b &- a)
  }
}
