// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

/// Decoded samples in the codec's own layout; owned by one holder and filled again and again.
struct AudioFrame: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFrame>

  init() throws(MediaError) {
    guard let pointer = av_frame_alloc() else {
      throw MediaError(.outOfMemory, "allocate sound frame")
    }
    self.pointer = pointer
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&pointer)
  }

  /// Samples a channel.
  var count: Int { Int(pointer.pointee.nb_samples) }

  var sampleRate: Int { Int(pointer.pointee.sample_rate) }

  /// Presentation time in the stream's timebase; nil where neither container nor codec can tell.
  var pts: Int64? {
    let ticks = pointer.pointee.best_effort_timestamp
    return ticks == kerf_AV_NOPTS_VALUE ? nil : ticks
  }
}
