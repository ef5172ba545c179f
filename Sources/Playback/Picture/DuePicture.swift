// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore

/// A picture and its place in a presentation.
struct DuePicture: Sendable {
  let picture: Picture

  /// Nanoseconds of presentation.
  let due: Int64

  /// How often the loop has turned by then.
  let turn: Int

  /// The picture's time in clip ticks.
  let clipTicks: Int64

  /// How often the presentation's route was changed by then, with effect on pictures.
  let epoch: Int
}
