// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import Glibc
import Synchronization

/// Catches what libav logs, so that nothing reaches the terminal and errors can quote it.
enum LibavLog {
  private struct Line {
    var thread: pthread_t
    var text: String
  }

  // Guarded by the mutex: the last error line, and who wrote it.
  private static let last = Mutex<Line?>(nil)

  /// Takes libav's log over, once for the process.
  static let install: Void = {
    av_log_set_callback { _, level, format, arguments in
      guard level <= AV_LOG_ERROR, let format, let arguments else { return }
      var buffer = [CChar](repeating: 0, count: 512)
      vsnprintf(&buffer, buffer.count, format, arguments)
      let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:))
      guard !bytes.isEmpty else { return }
      let line = Line(thread: pthread_self(), text: String(decoding: bytes, as: UTF8.self))
      LibavLog.last.withLock { $0 = line }
    }
  }()

  /// Forgets what this thread's calls logged so far, so that no later error quotes it.
  static func forget() { _ = takeLastLine() }

  /// The last error line that this thread's calls logged, once; nil for none.
  static func takeLastLine() -> String? {
    last.withLock { line in
      guard let found = line, found.thread == pthread_self() else { return nil }
      line = nil
      return found.text
    }
  }
}
