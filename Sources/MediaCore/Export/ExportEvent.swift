// SPDX-License-Identifier: GPL-3.0-or-later

/// What an export tells: progress any number of times, then one of the three ends.
public enum ExportEvent: Sendable {
  case progress(ExportProgress)
  /// The clip has its name and is safe on the disk.
  case finished(ExportResult)
  /// Nothing is left behind.
  case failed(MediaError)
  /// Nothing is left behind.
  case cancelled
}
