// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a cut costs nothing: no frame has to be encoded anew for it.
///
/// A start is free at a keyframe. An end is free where no frame that is kept is stored behind one
/// that is not.
public struct FreeCuts: Sendable {
  private let index: FrameIndex

  public init(index: FrameIndex) { self.index = index }

  /// Whether a clip may begin at frame `number` as it is stored.
  public func isFreeStart(_ number: Int) -> Bool {
    number < index.count && index.frames[number].isKeyframe
  }

  /// Whether a clip may end before frame `number` as it is stored.
  public func isFreeEnd(_ number: Int) -> Bool {
    guard number > 0, number < index.count else { return number == index.count }
    // Frames are not stored out of order across more than a keyframe on each side.
    let near = index.keyframe(atOrBefore: number - 1) ?? 0
    let first = near > 0 ? index.keyframe(atOrBefore: near - 1) ?? 0 : 0
    let last = min(number + Self.reach, index.count)
    let kept = index.frames[max(first, number - Self.reach)..<number]
    guard let storedLast = kept.lazy.map(\.decodePosition).max() else { return true }
    return index.frames[number..<last].allSatisfy { $0.decodePosition > storedLast }
  }

  /// Number of the free place for an edge that is next to `number` in a direction.
  ///
  /// - Parameters:
  ///   - number: In `0...count`.
  ///   - edge: An end is a place between frames: its number is that of the first frame not kept.
  ///   - direction: +1 or −1.
  /// - Returns: nil when there is none as far as the index reaches.
  public func next(from number: Int, for edge: RangeEdge, direction: Int) -> Int? {
    switch edge {
    case .inPoint:
      return direction < 0
        ? index.keyframe(atOrBefore: number - 1) : index.keyframe(atOrAfter: number + 1)
    case .outPoint:
      var candidate = number + direction
      while (1...max(1, index.count)).contains(candidate) {
        if isFreeEnd(candidate) { return candidate }
        candidate += direction
      }
      return nil
    }
  }

  /// How far apart in display order frames may be whose order of storing differs; codecs allow 16.
  private static let reach = 40
}
