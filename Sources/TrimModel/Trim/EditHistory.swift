// SPDX-License-Identifier: GPL-3.0-or-later

/// Ranges that can be returned to; a drag is one step.
public struct EditHistory: Equatable, Sendable {
  private var undoable: [TrimRange] = []
  private var redoable: [TrimRange] = []

  /// More steps than anyone returns by; 32 bytes each.
  static let limit = 1000

  public init() {}

  public var canUndo: Bool { !undoable.isEmpty }
  public var canRedo: Bool { !redoable.isEmpty }

  /// Records the range that an edit is about to replace.
  mutating func record(_ range: TrimRange) {
    if undoable.count == Self.limit { undoable.removeFirst() }
    undoable.append(range)
    redoable.removeAll()
  }

  /// Puts other ranges in the place of all that are remembered.
  mutating func replaceEach(_ replacement: (TrimRange) -> TrimRange) {
    undoable = undoable.map(replacement)
    redoable = redoable.map(replacement)
  }

  /// The range before the last edit; nil when there is none.
  mutating func undo(from current: TrimRange) -> TrimRange? {
    guard let previous = undoable.popLast() else { return nil }
    redoable.append(current)
    return previous
  }

  /// The range that was undone last; nil when there is none.
  mutating func redo(from current: TrimRange) -> TrimRange? {
    guard let next = redoable.popLast() else { return nil }
    undoable.append(current)
    return next
  }
}
