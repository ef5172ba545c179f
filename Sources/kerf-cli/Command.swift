// SPDX-License-Identifier: GPL-3.0-or-later

/// One word after `kerf-cli` and what it does.
struct Command: Sendable {
  let name: String

  /// The line after `kerf-cli` in the help.
  let usage: String

  /// One sentence.
  let summary: String

  /// The options it takes beside `--help`.
  let options: [Arguments.Option]

  let run: @Sendable (Arguments) throws(CommandFailure) -> Void
}
