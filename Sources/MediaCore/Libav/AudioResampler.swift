// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

/// Turns decoded sound into interleaved stereo floats of one rate.
///
/// More than two channels are mixed down, one is doubled. Belongs to one thread.
final class AudioResampler {
  static let channels = 2

  /// What a converter was made for.
  private struct Shape: Equatable {
    var format: Int32
    var rate: Int32
    var channels: Int32
    var mask: UInt64
  }

  private let rate: Int
  private var converter: OpaquePointer?
  private var shape: Shape?

  init(rate: Int) { self.rate = rate }

  deinit { swr_free(&converter) }

  /// Whether `frame` is of the kind that the last one was, so that its samples join on.
  func isSameKind(_ frame: borrowing AudioFrame) -> Bool {
    shape == nil || shape == Self.shape(of: frame)
  }

  /// Forgets what is held back: the next samples do not join on.
  func reset() {
    swr_free(&converter)
    shape = nil
  }

  /// Appends what `frame` becomes to `samples`; a few samples are held back for the filter.
  ///
  /// The first sample given after a reset is the first sample put in.
  func convert(_ frame: borrowing AudioFrame, appendingTo samples: inout [Float])
    throws(MediaError)
  {
    let converter = try prepare(for: frame)
    let input = frame.pointer
    guard let planes = input.pointee.extended_data else { return }
    try planes.withMemoryRebound(
      to: UnsafePointer<UInt8>?.self, capacity: Int(shape?.channels ?? 1)
    ) { (planes) throws(MediaError) in
      try run(converter, planes, input.pointee.nb_samples, appendingTo: &samples)
    }
  }

  /// Appends what was held back; a reset should follow.
  func drain(appendingTo samples: inout [Float]) throws(MediaError) {
    guard let converter else { return }
    try run(converter, nil, 0, appendingTo: &samples)
  }

  private func run(
    _ converter: OpaquePointer, _ planes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ count: Int32, appendingTo samples: inout [Float]
  ) throws(MediaError) {
    let room = max(0, Int(swr_get_out_samples(converter, count)))
    guard room > 0 else { return }
    let start = samples.count
    samples.append(contentsOf: repeatElement(0, count: room * Self.channels))
    let made = samples.withUnsafeMutableBytes { bytes -> Int32 in
      var output = bytes.baseAddress.map {
        ($0 + start * MemoryLayout<Float>.stride).assumingMemoryBound(to: UInt8.self)
      }
      return swr_convert(converter, &output, Int32(room), planes, count)
    }
    samples.removeLast(samples.count - start - max(0, Int(made)) * Self.channels)
    try check(made, "convert sound")
  }

  private func prepare(for frame: borrowing AudioFrame) throws(MediaError) -> OpaquePointer {
    let wanted = Self.shape(of: frame)
    if let converter, shape == wanted { return converter }
    reset()
    var input = AVChannelLayout()
    defer { av_channel_layout_uninit(&input) }
    if frame.pointer.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
      // Files that count channels without saying where they belong.
      av_channel_layout_default(&input, wanted.channels)
    } else {
      try check(
        av_channel_layout_copy(&input, &frame.pointer.pointee.ch_layout), "copy channel layout")
    }
    var stereo = AVChannelLayout()
    av_channel_layout_default(&stereo, Int32(Self.channels))
    try check(
      swr_alloc_set_opts2(
        &converter, &stereo, AV_SAMPLE_FMT_FLT, Int32(rate), &input,
        AVSampleFormat(wanted.format), wanted.rate, 0, nil), "create resampler")
    do {
      try check(swr_init(converter), "start resampler")
    } catch {
      swr_free(&converter)
      throw error
    }
    guard let converter else { throw MediaError(.outOfMemory, "create resampler") }
    shape = wanted
    return converter
  }

  private static func shape(of frame: borrowing AudioFrame) -> Shape {
    let value = frame.pointer.pointee
    let isNative = value.ch_layout.order == AV_CHANNEL_ORDER_NATIVE
    return Shape(
      format: value.format, rate: value.sample_rate, channels: value.ch_layout.nb_channels,
      mask: isNative ? value.ch_layout.u.mask : 0)
  }
}
