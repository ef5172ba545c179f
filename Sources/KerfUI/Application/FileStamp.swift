// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TrimModel

/// What tells a file from another one that later has its name: its size and time of change.
struct FileStamp: Equatable {
  let size: Int64
  /// Nanoseconds since 1970.
  let changed: Int64

  init(size: Int64, changed: Int64) {
    self.size = size
    self.changed = changed
  }

  /// Nil when there is no such file.
  init?(of path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    size = Int64(status.st_size)
    changed = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }
}
