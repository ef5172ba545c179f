// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import MediaCore
import TrimModel

/// Textures of the strip's pictures by their time, bounded in bytes.
final class ThumbnailCache {
  struct Entry {
    let texture: GObjectRef
    let size: PixelSize
    let bytes: Int

    /// The frame that it really shows.
    let frameTime: MediaTime
  }

  private let byteLimit: Int
  private var entries: [MediaTime: Entry] = [:]

  /// All keys, rising, to find a neighbour while the right picture is on its way.
  private var times: [MediaTime] = []
  private(set) var byteCount = 0

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  var count: Int { times.count }

  func contains(_ time: MediaTime) -> Bool { entries[time] != nil }

  subscript(time: MediaTime) -> Entry? { entries[time] }

  /// The picture nearest to `time`, at most `distance` seconds away.
  func nearest(to time: MediaTime, within distance: Double) -> Entry? {
    let after = firstPosition(atOrAfter: time)
    let candidates = [after - 1, after].filter(times.indices.contains).map { times[$0] }
    let nearest = candidates.min { abs(($0 - time).seconds) < abs(($1 - time).seconds) }
    guard let nearest, abs((nearest - time).seconds) <= distance else { return nil }
    return entries[nearest]
  }

  /// Keeps a picture; what is furthest from `middle` leaves when there are too many.
  func insert(_ thumbnail: Thumbnail, near middle: MediaTime) {
    let (picture, time) = (thumbnail.picture, thumbnail.time)
    let entry = Entry(
      texture: PictureTexture.make(picture), size: picture.size, bytes: picture.byteCount,
      frameTime: picture.presentationTime)
    if let old = entries.updateValue(entry, forKey: time) {
      byteCount -= old.bytes
    } else {
      times.insert(time, at: firstPosition(atOrAfter: time))
    }
    byteCount += entry.bytes
    while byteCount > byteLimit, times.count > 1 { removeFurthest(from: middle) }
  }

  func removeAll() {
    entries.removeAll()
    times.removeAll()
    byteCount = 0
  }

  private func removeFurthest(from middle: MediaTime) {
    guard let first = times.first, let last = times.last else { return }
    let isFirstFurther = abs((first - middle).seconds) > abs((last - middle).seconds)
    let removed = isFirstFurther ? times.removeFirst() : times.removeLast()
    byteCount -= entries.removeValue(forKey: removed)?.bytes ?? 0
  }

  private func firstPosition(atOrAfter time: MediaTime) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] >= time { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
