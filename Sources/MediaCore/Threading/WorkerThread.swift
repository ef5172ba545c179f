// SPDX-License-Identifier: GPL-3.0-or-later
import CSystemShim
import Glibc

/// Starts threads for work that blocks, which the concurrency pool must not run.
public enum WorkerThread {
  /// How much of the processor a thread asks for beside the others.
  public enum Priority: Sendable {
    case normal
    /// For thumbnails, indexing and the like: whatever nobody waits for.
    case background
  }

  /// Runs `body` once on a new detached thread.
  ///
  /// - Parameters:
  ///   - name: Shown by debuggers; at most 15 bytes.
  ///   - priority: Background threads yield to all others.
  ///   - body: Owns whatever it captures until it returns.
  public static func start(
    name: String, priority: Priority = .normal, _ body: @escaping @Sendable () -> Void
  ) {
    let box = Unmanaged.passRetained(
      Body {
        kerf_thread_set_name(name)
        if priority == .background { kerf_thread_set_niceness(10) }
        body()
      })
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    precondition(code == 0, "pthread_create failed: \(code)")
    pthread_detach(thread)
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
