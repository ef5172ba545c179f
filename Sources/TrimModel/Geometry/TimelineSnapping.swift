// SPDX-License-Identifier: GPL-3.0-or-later

/// A place that a dragged edge is drawn to.
public struct SnapPoint: Equatable, Sendable {
  /// What is there; the first of two at one distance wins.
  public enum Kind: Int, CaseIterable, Comparable, Sendable {
    case playhead
    /// An edge of another range.
    case rangeEdge
    /// A cut there costs nothing.
    case keyframe
    case sceneChange
    case black
    case silence

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  public let time: MediaTime
  public let kind: Kind

  public init(time: MediaTime, kind: Kind) {
    self.time = time
    self.kind = kind
  }
}

/// Which place near it draws a dragged edge.
///
/// Only places in reach count, measured on screen: zoomed in, every frame can be had. Keyframes and
/// places found in the film draw nothing where they lie so close that there would be no way between
/// them.
public struct TimelineSnapping: Sendable {
  /// Pixels to both sides within which a place draws.
  public static let reach = 7.0

  /// Neighbours of one kind that are nearer than this draw nothing.
  static let leastSpacing = 3 * reach

  private let state: EditorState
  private let geometry: TimelineGeometry

  public init(state: EditorState, geometry: TimelineGeometry) {
    self.state = state
    self.geometry = geometry
  }

  /// The place that draws an edge put at `time`; nil when none is in reach.
  public func point(near time: MediaTime, for edge: RangeEdge) -> SnapPoint? {
    let x = geometry.x(of: time)
    let inReach = candidates(near: time, for: edge).map { point in
      (point: point, distance: abs(geometry.x(of: point.time) - x))
    }.filter { $0.distance <= Self.reach + 1e-6 }
    return inReach.min { ($0.distance, $0.point.kind) < ($1.distance, $1.point.kind) }?.point
  }

  private func candidates(near time: MediaTime, for edge: RangeEdge) -> [SnapPoint] {
    var points = [SnapPoint(time: playheadEdge(edge), kind: .playhead)]
    for range in state.ranges.others {
      for time in [range.inPoint, range.outPoint] {
        points.append(SnapPoint(time: time, kind: .rangeEdge))
      }
    }
    let (index, marks) = (state.index, state.marks)
    if !index.isIntraOnly, let number = index.frame(at: time) {
      let keyframes = index.keyframes
      points += near(keyframes.count, firstAfter: keyframes.partitionPoint { $0 > number }) {
        index.time(ofFrame: keyframes[$0])
      }.map { SnapPoint(time: $0, kind: .keyframe) }
    }
    let scenes = marks.sceneChanges
    points += near(scenes.count, firstAfter: scenes.partitionPoint { $0 > time }) { scenes[$0] }
      .map { SnapPoint(time: $0, kind: .sceneChange) }
    points += edges(of: marks.blacks, near: time).map { SnapPoint(time: $0, kind: .black) }
    points += edges(of: marks.silences, near: time).map { SnapPoint(time: $0, kind: .silence) }
    return points
  }

  /// Where an edge has to be so that the frame under the playhead is the first or last one kept.
  private func playheadEdge(_ edge: RangeEdge) -> MediaTime {
    edge == .inPoint ? state.playhead : state.grid.boundary(1, from: state.playhead)
  }

  private func edges(of stretches: [TrimRange], near time: MediaTime) -> [MediaTime] {
    let next = stretches.partitionPoint { $0.inPoint > time }
    let around = max(0, next - 1)..<min(stretches.count, next + 1)
    return stretches[around].flatMap { [$0.inPoint, $0.outPoint] }
  }

  /// Of a rising list the two around a place, as far as they have room on both sides.
  private func near(
    _ count: Int, firstAfter next: Int, _ time: (Int) -> MediaTime
  ) -> [MediaTime] {
    [next - 1, next].filter { (0..<count).contains($0) }.filter { position in
      let x = geometry.x(of: time(position))
      return [position - 1, position + 1].filter { (0..<count).contains($0) }.allSatisfy {
        abs(geometry.x(of: time($0)) - x) >= Self.leastSpacing
      }
    }.map(time)
  }
}
