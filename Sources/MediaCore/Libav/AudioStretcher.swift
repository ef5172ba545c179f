// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

/// Makes sound shorter or longer and keeps its pitch, with libavfilter's `atempo`.
///
/// Interleaved stereo floats. Belongs to one thread.
public final class AudioStretcher {
  private var filter = KerfSoundFilter()
  private let sampleRate: Int32
  private let frame: AudioFrame

  /// - Parameters:
  ///   - tempo: Samples in for each sample out, 0.25 to 4.
  ///   - sampleRate: Samples a channel a second.
  /// - Throws: ``MediaError``: `.unsupported` without libavfilter, `.outOfMemory`.
  public init(tempo: Double, sampleRate: Int) throws(MediaError) {
    precondition((0.25...4).contains(tempo), "a tempo that two filters make")
    frame = try AudioFrame()
    self.sampleRate = Int32(sampleRate)
    // Between 0.5 and 2 the filter joins what it leaves out; beyond, it would tear it.
    let factors = (0.5...2).contains(tempo) ? [tempo] : [tempo.squareRoot(), tempo.squareRoot()]
    let code = factors.withUnsafeBufferPointer {
      kerf_sound_filter_open(&filter, self.sampleRate, $0.baseAddress, Int32($0.count))
    }
    if code < 0 { throw MediaError(.unsupported, "open tempo filter") }
  }

  deinit { kerf_sound_filter_close(&filter) }

  /// Appends what `samples` become to `output`; some of it comes with later samples.
  ///
  /// The first sample out belongs to the first sample in.
  ///
  /// - Throws: `.outOfMemory`.
  public func convert(
    _ samples: ArraySlice<Float>, appendingTo output: inout [Float]
  ) throws(MediaError) {
    guard samples.count > 1 else { return }
    try check(
      samples.withUnsafeBufferPointer {
        kerf_sound_filter_send(&filter, sampleRate, $0.baseAddress, Int32($0.count / 2))
      }, "stretch sound")
    try receive(appendingTo: &output)
  }

  /// Appends what was held back; nothing can be put in any more.
  public func finish(appendingTo output: inout [Float]) throws(MediaError) {
    try check(kerf_sound_filter_send(&filter, sampleRate, nil, 0), "end stretching")
    try receive(appendingTo: &output)
  }

  private func receive(appendingTo output: inout [Float]) throws(MediaError) {
    while true {
      let code = kerf_sound_filter_receive(&filter, frame.pointer)
      if code == kerf_AVERROR_EAGAIN || code == kerf_AVERROR_EOF { return }
      try check(code, "take stretched sound")
      defer { av_frame_unref(frame.pointer) }
      guard let data = frame.pointer.pointee.data.0 else { continue }
      let count = frame.count * AudioResampler.channels
      data.withMemoryRebound(to: Float.self, capacity: count) {
        output.append(contentsOf: UnsafeBufferPointer(start: $0, count: count))
      }
    }
  }
}
