// SPDX-License-Identifier: GPL-3.0-or-later

/// What the process tells its caller.
enum ExitStatus: Int32 {
  case done = 0
  /// The job failed; nothing is left behind.
  case failed = 1
  case wrongUsage = 2
  /// The file cannot be read as media.
  case unreadable = 3
}
