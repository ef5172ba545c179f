// SPDX-License-Identifier: GPL-3.0-or-later

/// How the frames of a range get into the clip.
public enum ExportMethod: String, CaseIterable, Sendable {
  /// The first of the others that is exact with the fewest changes.
  case auto
  /// Packets as they are; both edges move outward to where a copy can begin and end.
  case copy
  /// Packets as they are; an edit list hides what is outside the range. MP4 family only.
  case hide
  /// Encodes from the in point to the next access point and copies the rest.
  case smart
  /// Decodes and encodes everything.
  case encode
}
