// SPDX-License-Identifier: GPL-3.0-or-later

/// A frame and its place in the film.
struct DecodedFrame {
  let frame: VideoFrame

  /// When it is shown, in ticks of the film's timebase: the index's PTS where there is an index.
  let pts: Int64

  /// End of the time that the container gives it; equal to ``pts`` when unknown.
  let endPTS: Int64
}
