// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
public import TrimModel

/// The clips that the tests are run on, made on demand by `Tests/Fixtures/make-clip`.
public enum Fixture {
  /// The path of a made clip; the first call makes it, which can take seconds.
  ///
  /// Any number of threads and processes may ask for the same clip.
  /// - Throws: `ChildProcessFailure` with what the recipe said.
  public static func clip(_ name: String) throws -> FilePath {
    let done = try ChildProcess.run(
      folder.appending("make-clip").displayString, [name], timeoutSeconds: 600)
    guard done.status == 0, let path = done.lines.last else {
      throw ChildProcessFailure("make-clip \(name): \(done.messages)")
    }
    return FilePath(path)
  }

  /// A new, empty folder for what a test writes; the caller removes it, or `scripts/test` does.
  public static func temporaryFolder(_ purpose: String = "test") throws -> FilePath {
    let root = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    return try FilePath("\(root)/kerf-\(purpose)-XXXXXX").withCString { template in
      guard let name = strdup(template) else { throw ChildProcessFailure("no memory") }
      defer { free(name) }
      guard mkdtemp(name) != nil else {
        throw ChildProcessFailure("no folder: \(String(cString: strerror(errno)))")
      }
      return FilePath(cString: name)
    }
  }

  /// An executable of this package, built beside the running tests: `kerf-cli`, `kerf`.
  public static func product(_ name: String) throws -> FilePath {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return FilePath(tests).parent.appending(name)
  }

  static let folder = FilePath(#filePath).parent.parent.parent.appending("Tests/Fixtures")
}
