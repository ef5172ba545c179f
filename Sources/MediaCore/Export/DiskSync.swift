// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Brings a file's bytes to the disk on a thread of its own, while more of them are written or read back.
///
/// Writing alone fills caches, of the system and of the disk, that only a sync empties: a gigabyte
/// synced at the end takes as long again as a gigabyte synced on the way. Used by the thread that
/// writes.
final class DiskSync: Sendable {
  /// After how many bytes the disk gets to work.
  private static let stepBytes: Int64 = 64 << 20

  private struct State {
    /// Bytes that were ever written; those that are to be synced; those that are.
    var written: Int64 = 0
    var wanted: Int64 = 0
    var synced: Int64 = 0
    var isClosed = false
    /// The system tells each failure to one sync only.
    var failure: MediaError?
  }

  private let state = Monitor(State())

  /// - Parameter descriptor: Of a file that is open for writing; stays the caller's.
  init(descriptor: Int32) {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    // Whoever gives the file its name syncs it in any case.
    guard own >= 0 else {
      state.update { $0.isClosed = true }
      return
    }
    WorkerThread.start(name: "disk-sync") { [state] in
      while let bytes = Self.next(state) {
        let code = fdatasync(own) == 0 ? 0 : errno
        state.update {
          $0.synced = bytes
          if code != 0, $0.failure == nil {
            $0.failure = MediaError(writing: code, operation: "write to disk")
          }
        }
      }
      Glibc.close(own)
    }
  }

  /// Blocks until there is something to sync; nil when there will be nothing more.
  private static func next(_ state: Monitor<State>) -> Int64? {
    let next: Int64?? = state.wait { state in
      if state.isClosed { return .some(nil) }
      return state.wanted > state.synced ? .some(state.wanted) : nil
    }
    return next ?? nil
  }

  /// Counts bytes that were handed to the system.
  func wrote(_ bytes: Int64) {
    let isMuch = state.withLock { state in
      state.written += bytes
      return state.written - state.wanted >= Self.stepBytes
    }
    if isMuch { start() }
  }

  /// Begins to sync all that is written.
  func start() { state.update { $0.wanted = $0.written } }

  /// Waits for what was begun.
  ///
  /// - Throws: `.diskFull`, `.readFailed` and the like: the file is no good.
  func finish() throws(MediaError) {
    let failure = state.wait { state -> MediaError?? in
      guard state.isClosed || state.synced >= state.wanted else { return nil }
      return .some(state.failure)
    }
    if let failure = failure ?? nil { throw failure }
  }

  /// Lets the thread end.
  func close() { state.update { $0.isClosed = true } }
}
