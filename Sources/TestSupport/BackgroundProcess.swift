// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TrimModel

/// A command that runs beside the test, until it is killed or this object goes.
final class BackgroundProcess {
  private let child: pid_t
  private var isRunning = true

  /// Reads the command's standard output.
  let output: FileHandle

  /// - Throws: `ChildProcessFailure` when it cannot be started.
  init(_ words: [String], environment: [String: String] = [:]) throws {
    let pipe = Pipe()
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let arguments = words.map { strdup($0) } + [nil]
    let settings = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in arguments + settings { free(string) } }
    var child = pid_t()
    let code = posix_spawnp(&child, words[0], &actions, nil, arguments, settings)
    try pipe.fileHandleForWriting.close()
    guard code == 0 else {
      throw ChildProcessFailure("\(words[0]) cannot be started: \(String(cString: strerror(code)))")
    }
    self.child = child
    output = pipe.fileHandleForReading
  }

  deinit { stop() }

  func send(_ signal: Int32) { if isRunning { kill(child, signal) } }

  /// Kills it and waits for its end.
  func stop() {
    guard isRunning else { return }
    kill(child, SIGKILL)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    isRunning = false
  }
}
