// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore

/// The pictures that wait to be shown, in order of time; a value without threads.
///
/// A quarter of a second's, bounded in bytes for large windows.
struct PictureQueue: Sendable {
  static let capacity = 8
  static let byteLimit = 64 * 1024 * 1024

  private var items: [DuePicture] = []
  private var byteCount = 0

  /// Appends a picture if there is room; one alone has room whatever its size.
  mutating func push(_ item: DuePicture) -> Bool {
    let size = item.picture.byteCount
    guard
      items.isEmpty || (items.count < Self.capacity && byteCount + size <= Self.byteLimit)
    else { return false }
    items.append(item)
    byteCount += size
    return true
  }

  mutating func takeFirst() -> DuePicture? {
    guard !items.isEmpty else { return nil }
    let item = items.removeFirst()
    byteCount -= item.picture.byteCount
    return item
  }

  mutating func removeAll() {
    items = []
    byteCount = 0
  }
}
