// SPDX-License-Identifier: GPL-3.0-or-later

/// A place in the clip as somebody typed it, before it is resolved against frames.
public enum TimeExpression: Equatable, Sendable {
  /// Counted from the first shown frame; never negative, exact to the digit typed.
  case time(MediaTime)
  /// The frame of this number in shown order, from 0.
  case frame(Int)
  /// Whole frames from where one is.
  case relativeFrames(Int)
  /// A length from where one is; negative for earlier.
  case relativeTime(MediaTime)
  /// The end of the last frame.
  case end
}
