// SPDX-License-Identifier: GPL-3.0-or-later

/// A turn of a presentation, or the rest of one, that a picture thread makes pictures of.
struct PictureAssignment: Equatable, Sendable {
  /// Told apart from all others of the presentation.
  let number: Int
  let turn: Int
  /// Where to begin, in clip ticks.
  let start: Int64
  /// The pictures of the turn up to here, in clip ticks, were made before; nil for none.
  let madeUpTo: Int64?
}
