// SPDX-License-Identifier: GPL-3.0-or-later

/// The ranges that are marked in a clip, one of which is selected.
///
/// Never empty. They rise, and no two overlap; two may touch.
public struct RangeList: Equatable, Sendable {
  /// What becomes of the marked ranges when the clip is saved.
  public enum Purpose: String, CaseIterable, Sendable {
    /// What is marked is kept, the rest goes.
    case keep
    /// What is marked goes, the rest is kept.
    case remove
  }

  public private(set) var ranges: [TrimRange]

  /// Position of the selected range in ``ranges``.
  public private(set) var selection: Int

  public var purpose: Purpose

  /// One range, selected and kept.
  public init(_ range: TrimRange) {
    ranges = [range]
    selection = 0
    purpose = .keep
  }

  /// Fails when there are none, two overlap, or the selection is none of them.
  public init?(_ ranges: [TrimRange], selection: Int, purpose: Purpose = .keep) {
    let isRising = zip(ranges, ranges.dropFirst()).allSatisfy { $0.outPoint <= $1.inPoint }
    guard ranges.indices.contains(selection), isRising else { return nil }
    self.ranges = ranges
    self.selection = selection
    self.purpose = purpose
  }

  public var count: Int { ranges.count }

  public var selected: TrimRange { ranges[selection] }

  /// All but the selected range.
  public var others: [TrimRange] {
    ranges.indices.filter { $0 != selection }.map { ranges[$0] }
  }

  /// Where the selected range may lie: from the range before it to the one behind it.
  public func room(in extent: TrimRange) -> TrimRange {
    let start = selection > 0 ? ranges[selection - 1].outPoint : extent.inPoint
    let end = selection + 1 < count ? ranges[selection + 1].inPoint : extent.outPoint
    return TrimRange(inPoint: start, outPoint: end) ?? extent
  }

  /// What is kept of a clip, in order; ranges that touch stay apart.
  public func kept(of extent: TrimRange) -> [TrimRange] {
    switch purpose {
    case .keep: ranges
    case .remove: gaps(in: extent)
    }
  }

  /// What no range holds, in order.
  public func gaps(in extent: TrimRange) -> [TrimRange] {
    let starts = [extent.inPoint] + ranges.map(\.outPoint)
    let ends = ranges.map(\.inPoint) + [extent.outPoint]
    return zip(starts, ends).compactMap { TrimRange(inPoint: $0, outPoint: $1) }
  }

  /// Position of the range that holds `time`; nil in a gap.
  public func position(at time: MediaTime) -> Int? { ranges.firstIndex { $0.contains(time) } }

  // MARK: Changing

  /// Puts another range in the place of the selected one; nothing changes when it does not fit.
  mutating func replaceSelected(_ range: TrimRange) {
    var changed = ranges
    changed[selection] = range
    if let list = Self(changed, selection: selection, purpose: purpose) { self = list }
  }

  mutating func select(_ position: Int) {
    if ranges.indices.contains(position) { selection = position }
  }

  /// Selects the range whose room holds `time`; of two the earlier.
  mutating func select(forEdgeAt time: MediaTime) {
    if let inside = position(at: time) { return select(inside) }
    let next = ranges.firstIndex { time < $0.inPoint } ?? count
    // Nothing to change while the time is within reach of what is selected.
    guard selection != next, selection != next - 1 else { return }
    select(max(0, next - 1))
  }

  /// Adds a range to a gap and selects it; false when it overlaps another.
  mutating func add(_ range: TrimRange) -> Bool {
    let place = ranges.firstIndex { range.inPoint < $0.inPoint } ?? count
    guard
      let list = Self(
        ranges[..<place] + [range] + ranges[place...], selection: place, purpose: purpose)
    else { return false }
    self = list
    return true
  }

  /// Divides the range that holds `time` there and selects the later part; false at its start.
  mutating func split(at time: MediaTime) -> Bool {
    guard let place = position(at: time),
      let first = TrimRange(inPoint: ranges[place].inPoint, outPoint: time),
      let second = TrimRange(inPoint: time, outPoint: ranges[place].outPoint)
    else { return false }
    ranges.replaceSubrange(place...place, with: [first, second])
    selection = place + 1
    return true
  }

  /// Removes the selected range and selects a neighbour; false for the only one.
  mutating func removeSelected() -> Bool {
    guard count > 1 else { return false }
    ranges.remove(at: selection)
    selection = min(selection, count - 1)
    return true
  }

  /// The list with each edge moved by `move`, which keeps their order; what is left empty goes.
  func moved(_ move: (MediaTime) -> MediaTime) -> RangeList? {
    var moved: [TrimRange] = []
    var selection = 0
    for (position, range) in ranges.enumerated() {
      guard let range = TrimRange(inPoint: move(range.inPoint), outPoint: move(range.outPoint))
      else { continue }
      if position <= self.selection { selection = moved.count }
      moved.append(range)
    }
    return Self(moved, selection: selection, purpose: purpose)
  }
}
