// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

/// What a frame says about how it wants to be shown.
extension VideoFrame {
  /// Which lines are the earlier half of an interlaced frame: 0 for the even, 1 for the odd ones.
  ///
  /// nil for frames that are one picture.
  var firstField: Int? {
    guard kerf_frame_is_interlaced(pointer) != 0, height % 2 == 0, height >= 4 else { return nil }
    return kerf_frame_is_top_first(pointer) != 0 ? 0 : 1
  }

  /// The brightest light that the film says it has, in cd/m²; 1000 where it does not say.
  var peakNits: Double {
    let nits = kerf_frame_peak_nits(pointer)
    return nits > 0 ? nits : 1_000
  }
}
