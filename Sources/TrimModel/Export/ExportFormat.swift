// SPDX-License-Identifier: GPL-3.0-or-later

/// The container that a person asks for.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// The source's own, or the nearest that can be written.
  case same
  case mp4
  case mov
  case mkv
  case webm
}
