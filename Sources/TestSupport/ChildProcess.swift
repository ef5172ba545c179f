// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Synchronization
public import TrimModel

/// Something that can stand on a command line: text, or a path whose bytes stay as they are.
public protocol CommandArgument: Sendable {
  /// The argument without a terminating zero.
  var commandLineBytes: [UInt8] { get }
}

extension String: CommandArgument {
  public var commandLineBytes: [UInt8] { Array(utf8) }
}

extension FilePath: CommandArgument {
  public var commandLineBytes: [UInt8] { bytes }
}

/// A command that was run to its end.
public struct ChildProcess: Sendable {
  /// The exit status; 128 + the signal's number when one ended it.
  public let status: Int32

  public let output: [UInt8]

  /// What it wrote to standard error.
  public let messages: String

  public var text: String { String(decoding: output, as: UTF8.self) }

  public var lines: [String] { text.split(separator: "\n").map(String.init) }

  /// Runs a command found in PATH and waits for it; blocks the calling thread.
  ///
  /// - Throws: `ChildProcessFailure` when it cannot be started, or still runs at the deadline (it is
  ///   killed then).
  public static func run(
    _ command: String, _ arguments: [any CommandArgument],
    environment: [String: String] = [:], timeoutSeconds: Double = 120
  ) throws -> ChildProcess {
    let words = [command.commandLineBytes] + arguments.map(\.commandLineBytes)
    let variables = ProcessInfo.processInfo.environment
      .merging(environment, uniquingKeysWith: { $1 })
      .map { name, value in Array("\(name)=\(value)".utf8) }
    let (child, readers) = try starting.withLock { _ in try start(command, words, variables) }
    defer { readers.forEach { _ = close($0) } }
    let deadline = Date(timeIntervalSinceNow: timeoutSeconds)
    let texts = drain(readers, until: deadline)
    if texts == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard let texts else {
      throw ChildProcessFailure("\(command) was still running after \(timeoutSeconds) s")
    }
    let signal = status & 0x7f
    return ChildProcess(
      status: signal == 0 ? (status >> 8) & 0xff : 128 + signal, output: texts[0],
      messages: String(decoding: texts[1], as: UTF8.self))
  }

  /// Between making a pipe and marking it, another thread's child could inherit its end.
  private static let starting = Mutex(())

  /// Starts the command; the descriptors read its standard output and standard error.
  private static func start(
    _ command: String, _ words: [[UInt8]], _ variables: [[UInt8]]
  ) throws -> (child: pid_t, readers: [Int32]) {
    var ends: [Int32] = [-1, -1, -1, -1]
    let made = ends.withUnsafeMutableBufferPointer { ends in
      guard let first = ends.baseAddress else { return false }
      return pipe(first) == 0 && pipe(first + 2) == 0
    }
    var readers: [Int32] = []
    defer { for end in ends where end >= 0 && !readers.contains(end) { close(end) } }
    guard made else {
      throw ChildProcessFailure("no pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, ends[3], 2)
    let arguments = words.map(copy) + [nil]
    let environment = variables.map(copy) + [nil]
    defer { for string in arguments + environment { free(string) } }
    var child = pid_t()
    let code = posix_spawnp(&child, command, &actions, nil, arguments, environment)
    guard code == 0 else {
      throw ChildProcessFailure("\(command) cannot be started: \(String(cString: strerror(code)))")
    }
    readers = [ends[0], ends[2]]
    return (child, readers)
  }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    FilePath(bytes: bytes).withCString { strdup($0) }
  }

  /// Reads all descriptors to their ends; nil when the deadline comes first.
  private static func drain(_ descriptors: [Int32], until deadline: Date) -> [[UInt8]]? {
    var texts = descriptors.map { _ in [UInt8]() }
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while polled.contains(where: { $0.fd >= 0 }) {
      let left = deadline.timeIntervalSinceNow
      guard left > 0 else { return nil }
      guard poll(&polled, nfds_t(polled.count), Int32(min(left * 1000 + 1, 60_000))) > 0 else {
        continue
      }
      for position in polled.indices where polled[position].revents != 0 {
        let count = read(polled[position].fd, &chunk, chunk.count)
        if count > 0 {
          texts[position].append(contentsOf: chunk[..<count])
        } else if count == 0 || errno != EINTR {
          polled[position].fd = -1
        }
      }
    }
    return texts
  }
}

/// Why a command of the tests did not do its part.
public struct ChildProcessFailure: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
