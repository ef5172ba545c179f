// SPDX-License-Identifier: GPL-3.0-or-later

/// What a clip says about when it was recorded.
public enum CreationTime: String, CaseIterable, Sendable {
  /// The same as its source, which stays the same recording.
  case keep
  /// When its own first frame was recorded: later by where it begins in the source.
  case moved
}
