// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

/// Runs the `kerf-cli` that was built beside the tests.
enum KerfCLI {
  static func run(_ arguments: [any CommandArgument]) throws -> ChildProcess {
    try ChildProcess.run(
      Fixture.product("kerf-cli").displayString, arguments, timeoutSeconds: 60)
  }

  /// The object that a `--json` command prints.
  static func json(
    _ arguments: [any CommandArgument], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String: Any] {
    let done = try run(arguments)
    #expect(done.status == 0, "\(done.messages)", sourceLocation: sourceLocation)
    let value = try JSONSerialization.jsonObject(with: Data(done.output))
    return try #require(value as? [String: Any], sourceLocation: sourceLocation)
  }
}
