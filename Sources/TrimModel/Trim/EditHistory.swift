// SPDX-License-Identifier: GPL-3.0-or-later

/// Marked ranges that can be returned to; a drag is one step.
public struct EditHistory: Equatable, Sendable {
  private var undoable: [RangeList] = []
  private var redoable: [RangeList] = []

  /// More steps than anyone returns by; 32 bytes for each range of each.
  static let limit = 1000

  public init() {}

  public var canUndo: Bool { !undoable.isEmpty }
  public var canRedo: Bool { !redoable.isEmpty }

  /// Records the ranges that an edit is about to replace.
  mutating func record(_ ranges: RangeList) {
    if undoable.count == Self.limit { undoable.removeFirst() }
    undoable.append(ranges)
    redoable.removeAll()
  }

  /// Puts other ranges in the place of all that are remembered.
  mutating func replaceEach(_ replacement: (RangeList) -> RangeList) {
    undoable = undoable.map(replacement)
    redoable = redoable.map(replacement)
  }

  /// The ranges before the last edit; nil when there is none.
  mutating func undo(from current: RangeList) -> RangeList? {
    guard let previous = undoable.popLast() else { return nil }
    redoable.append(current)
    return previous
  }

  /// The ranges that were undone last; nil when there are none.
  mutating func redo(from current: RangeList) -> RangeList? {
    guard let next = redoable.popLast() else { return nil }
    undoable.append(current)
    return next
  }
}
