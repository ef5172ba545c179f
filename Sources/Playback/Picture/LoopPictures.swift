// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import Synchronization
import TrimModel

/// The pictures of one whole turn of a short loop, so that later turns need no decoding.
///
/// Without it a loop of ten frames at the end of a long GOP would decode that GOP three times a
/// second. Bounded in bytes: longer loops are not kept. Any thread may use it.
final class LoopPictures: Sendable {
  /// What the pictures were made for.
  struct Key: Equatable, Sendable {
    let loop: Range<Int64>
    let viewSize: PixelSize
  }

  /// About three seconds in a window of ordinary size.
  static let byteLimit = 128 * 1024 * 1024

  private struct State: Sendable {
    var key: Key?
    var pictures: [Picture] = []
  }

  private let state = Mutex(State())

  /// The turn, in display order; nil unless it is kept.
  func pictures(for key: Key) -> [Picture]? {
    state.withLock { $0.key == key ? $0.pictures : nil }
  }

  /// Keeps a turn in place of any other.
  func keep(_ pictures: [Picture], for key: Key) {
    state.withLock { $0 = State(key: key, pictures: pictures) }
  }

  func removeAll() { state.withLock { $0 = State() } }
}
