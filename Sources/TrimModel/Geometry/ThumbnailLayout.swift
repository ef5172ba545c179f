// SPDX-License-Identifier: GPL-3.0-or-later

/// Which pictures the strip shows, and where.
///
/// One a second by default; fewer when zoomed out so that they do not crowd, more when zoomed in, up
/// to each frame. Their times do not depend on how far the strip is scrolled, so that what was made
/// once is found again.
public struct ThumbnailLayout: Equatable, Sendable {
  public struct Tile: Equatable, Sendable {
    /// The instant that it shows.
    public let time: MediaTime
    /// Its left border in view pixels, and its width, which may be less than a picture's.
    public let x: Double
    public let width: Double
  }

  /// From one picture to the next.
  public enum Step: Hashable, Sendable {
    case milliseconds(Int64)
    /// Every frame that has room.
    case frame
  }

  public let step: Step
  private let geometry: TimelineGeometry
  private let index: FrameIndex

  private static let milliseconds = Timebase(numerator: 1, denominator: 1000)

  /// Neighbours differ by so little that a picture never loses more than a third of its width.
  private static let ladder: [Int64] = [
    10, 15, 20, 30, 40, 50, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 1500, 2000, 3000,
    4000, 5000, 7500, 10_000, 15_000, 20_000, 30_000, 40_000, 60_000, 90_000, 120_000, 180_000,
    240_000, 300_000, 450_000, 600_000, 900_000, 1_200_000, 1_800_000, 2_400_000, 3_600_000,
  ]

  public init(geometry: TimelineGeometry, index: FrameIndex) {
    self.geometry = geometry
    self.index = index
    // The longest step whose pictures leave no gap.
    let room = geometry.tileWidth / geometry.pixelsPerSecond * 1000 * (1 + 1e-9)
    if (1000...2000).contains(room) {
      // A picture a second is what people count in, even if it loses up to half of its width.
      step = .milliseconds(1000)
    } else if room < geometry.frameSeconds * 1500, index.isComplete, !index.isEmpty {
      step = .frame
    } else if let found = Self.ladder.last(where: { Double($0) <= room }), room < 7_200_000 {
      step = .milliseconds(found)
    } else {
      step = .milliseconds(room < 10 ? 10 : Int64(room / 3_600_000) * 3_600_000)
    }
  }

  /// Tiles that touch `from...to` in view pixels, from left to right, without gaps.
  public func tiles(from: Double, to: Double) -> [Tile] {
    let start = max(from, geometry.stripX.lowerBound)
    let end = min(to, geometry.stripX.upperBound)
    guard start < end else { return [] }
    return switch step {
    case .milliseconds(let step): timeTiles(step, start, end)
    case .frame: frameTiles(start, end)
    }
  }

  /// Tiles in view.
  public var visible: [Tile] { tiles(from: 0, to: geometry.viewWidth) }

  /// Times of the pictures that should be made, in the order wanted: those in view, then those a
  /// screen ahead, then those a screen behind, nearest first.
  public var wantedTimes: [MediaTime] {
    let width = geometry.viewWidth
    let visible = visible
    let ahead = tiles(from: width, to: 2 * width)
    let behind = tiles(from: -width, to: 0)
    var seen = Set(visible.map(\.time))
    let others = (ahead + behind.reversed()).map(\.time).filter { seen.insert($0).inserted }
    return visible.map(\.time) + others
  }

  private func timeTiles(_ step: Int64, _ start: Double, _ end: Double) -> [Tile] {
    let seconds = Double(step) / 1000
    let first = max(0, Int64((geometry.seconds(at: start) / seconds).rounded(.down)))
    let last = max(first, Int64((geometry.seconds(at: end) / seconds).rounded(.up)) - 1)
    return (first...last).map { number in
      let offset = MediaTime(ticks: number * step, timebase: Self.milliseconds)
      let x = geometry.x(atSeconds: Double(number) * seconds)
      let next = min(
        geometry.x(atSeconds: Double(number + 1) * seconds), geometry.stripX.upperBound)
      return Tile(time: geometry.extent.inPoint + offset, x: x, width: next - x)
    }.filter { $0.width > 0 }
  }

  /// A tile where a frame begins, unless one began a moment before.
  ///
  /// Frames of a variable rate would crowd. Which ones stay depends on the zoom only.
  private func frameTiles(_ start: Double, _ end: Double) -> [Tile] {
    let bucket = geometry.tileWidth / 2
    func bucketNumber(_ number: Int) -> Double {
      (geometry.x(of: index.time(ofFrame: number)) + geometry.scrollX - geometry.margin + 0.01)
        / bucket
    }
    func begins(_ number: Int) -> Bool {
      number == 0 || bucketNumber(number).rounded(.down) != bucketNumber(number - 1).rounded(.down)
    }
    guard var first = index.frame(at: geometry.instant(at: start)),
      let last = index.frame(at: geometry.instant(at: end))
    else { return [] }
    while !begins(first) { first -= 1 }
    let starts = (first...last).filter(begins)
    let ends = starts.dropFirst().map { geometry.x(of: index.time(ofFrame: $0)) }
    // The last one goes on to the next that begins, or to the strip's end.
    let next = ((last + 1)..<max(last + 1, index.count)).first(where: begins)
    let finalEnd = next.map { geometry.x(of: index.time(ofFrame: $0)) }
    return zip(starts, ends + [finalEnd ?? geometry.stripX.upperBound]).map { number, end in
      let time = index.time(ofFrame: number)
      let x = geometry.x(of: time)
      return Tile(time: time, x: x, width: end - x)
    }.filter { $0.x < end && $0.width > 0 }
  }
}
