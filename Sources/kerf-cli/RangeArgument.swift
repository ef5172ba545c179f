// SPDX-License-Identifier: GPL-3.0-or-later

/// A piece of a film as typed on the command line.
struct RangeArgument: Equatable, Sendable {
  let from: TimeArgument
  /// The first instant that is not part of it.
  let to: TimeArgument
}
