// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

/// Turns decoded sound into floats, a row for each channel, in the layout that an encoder takes.
///
/// Where only the format differs every sample keeps its place. Belongs to one thread.
final class SoundConverter {
  private let encoder: UnsafeMutablePointer<AVCodecContext>
  private var converter: OpaquePointer?
  private var format: Int32 = -1
  private var rate: Int32 = 0
  private var channels: Int32 = 0

  /// - Parameter encoder: Outlives the converter.
  init(for encoder: SoundEncoder) { self.encoder = encoder.context }

  deinit { swr_free(&converter) }

  /// The samples of a frame, by channel.
  func rows(of frame: borrowing AudioFrame) throws(MediaError) -> [[Float]] {
    let input = frame.pointer
    let converter = try prepare(for: input)
    let room = max(0, Int(swr_get_out_samples(converter, input.pointee.nb_samples)))
    let count = Int(encoder.pointee.ch_layout.nb_channels)
    guard room > 0, let planes = input.pointee.extended_data else { return [] }
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: room * count)
    defer { memory.deallocate() }
    var outputs: [UnsafeMutablePointer<UInt8>?] = (0..<count).map { channel in
      UnsafeMutableRawPointer(memory + channel * room).assumingMemoryBound(to: UInt8.self)
    }
    let made = planes.withMemoryRebound(
      to: UnsafePointer<UInt8>?.self, capacity: Int(max(1, input.pointee.ch_layout.nb_channels))
    ) { planes in
      outputs.withUnsafeMutableBufferPointer {
        swr_convert(converter, $0.baseAddress, Int32(room), planes, input.pointee.nb_samples)
      }
    }
    try check(made, "convert sound")
    return (0..<count).map { channel in
      Array(UnsafeBufferPointer(start: memory + channel * room, count: Int(made)))
    }
  }

  private func prepare(for frame: UnsafeMutablePointer<AVFrame>) throws(MediaError)
    -> OpaquePointer
  {
    let input = frame.pointee
    if let converter, format == input.format, rate == input.sample_rate,
      channels == input.ch_layout.nb_channels
    {
      return converter
    }
    swr_free(&converter)
    var layout = AVChannelLayout()
    defer { av_channel_layout_uninit(&layout) }
    if input.ch_layout.nb_channels == encoder.pointee.ch_layout.nb_channels {
      // Nothing is mixed where the number is the same, whatever the places are called.
      try check(
        av_channel_layout_copy(&layout, &encoder.pointee.ch_layout), "copy channel layout")
    } else if input.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
      av_channel_layout_default(&layout, input.ch_layout.nb_channels)
    } else {
      try check(av_channel_layout_copy(&layout, &frame.pointee.ch_layout), "copy channel layout")
    }
    try check(
      swr_alloc_set_opts2(
        &converter, &encoder.pointee.ch_layout, AV_SAMPLE_FMT_FLTP, encoder.pointee.sample_rate,
        &layout, AVSampleFormat(input.format), input.sample_rate, 0, nil), "create resampler")
    do {
      try check(swr_init(converter), "start resampler")
    } catch {
      swr_free(&converter)
      throw error
    }
    (format, rate, channels) = (input.format, input.sample_rate, input.ch_layout.nb_channels)
    guard let converter else { throw MediaError(.outOfMemory, "create resampler") }
    return converter
  }
}
