// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// Encodes sound like a stream of the source, as far as an encoder is installed.
///
/// Belongs to one thread. Samples go in counted from 0; packets come out with the number of their
/// first sample as PTS, which is below 0 for what a decoder gives first of all.
final class SoundEncoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  /// Nil for encoders that take floats in rows.
  private let converter: OpaquePointer?
  private var sent: Int64 = 0

  /// Opens an encoder of the source's codec, or else of another that the container takes.
  ///
  /// - Throws: `.unsupported` without any.
  static func open(
    copying source: UnsafeMutablePointer<AVStream>, in container: ExportContainer
  ) throws(MediaError) -> SoundEncoder {
    guard let parameters = source.pointee.codecpar else {
      throw MediaError(.unsupported, "find sound encoder")
    }
    var failure = MediaError(.unsupported, "find sound encoder")
    for codec in encoders(for: parameters.pointee.codec_id, in: container) {
      do throws(MediaError) {
        return try SoundEncoder(codec, like: parameters, in: container)
      } catch {
        failure = MediaError(.unsupported, error.operation, detail: error.detail)
      }
    }
    throw failure
  }

  /// Opens an encoder whose packets can stand beside the source's.
  ///
  /// - Throws: `.unsupported` without any.
  static func open(like source: UnsafeMutablePointer<AVStream>) throws(MediaError) -> SoundEncoder {
    guard let parameters = source.pointee.codecpar,
      let codec = avcodec_find_encoder(parameters.pointee.codec_id),
      codec.pointee.capabilities & AV_CODEC_CAP_EXPERIMENTAL == 0
    else { throw MediaError(.unsupported, "find sound encoder") }
    return try SoundEncoder(codec, like: parameters, in: nil)
  }

  // Without a container: for packets that are to stand beside the source's.
  private init(
    _ codec: UnsafePointer<AVCodec>, like source: UnsafeMutablePointer<AVCodecParameters>,
    in container: ExportContainer?
  ) throws(MediaError) {
    guard let context = avcodec_alloc_context3(codec) else {
      throw MediaError(.outOfMemory, "allocate sound encoder")
    }
    var converter: OpaquePointer?
    do throws(MediaError) {
      try Self.configure(context, codec, like: source)
      if container == nil { Self.imitate(source, context) }
      if container?.soundEdges == .packets {
        // What an encoder makes before the clip is left out, so that decoders do not have its bytes.
        av_opt_set(context.pointee.priv_data, "reservoir", "0", 0)
      }
      if container?.storesHeadersApart ?? true {
        context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
      }
      guard avcodec_open2(context, codec, nil) >= 0 else {
        throw MediaError(.unsupported, "open sound encoder", detail: LibavLog.takeLastLine())
      }
      if context.pointee.sample_fmt != AV_SAMPLE_FMT_FLTP {
        try check(
          swr_alloc_set_opts2(
            &converter, &context.pointee.ch_layout, context.pointee.sample_fmt,
            context.pointee.sample_rate, &context.pointee.ch_layout, AV_SAMPLE_FMT_FLTP,
            context.pointee.sample_rate, 0, nil), "create resampler")
        try check(swr_init(converter), "start resampler")
      }
    } catch {
      swr_free(&converter)
      var context: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&context)
      throw error
    }
    self.converter = converter
    self.context = context
  }

  deinit {
    var converter = converter
    swr_free(&converter)
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  var codec: String { String(cString: avcodec_get_name(context.pointee.codec_id)) }

  var channels: Int { Int(context.pointee.ch_layout.nb_channels) }

  var sampleBase: Timebase { Timebase(numerator: 1, denominator: context.pointee.sample_rate) }

  /// Samples that a decoder gives before the first one that went in.
  var padding: Int64 { Int64(max(0, context.pointee.initial_padding)) }

  /// Samples that go in at once, but for the last time.
  var samplesPerPacket: Int {
    context.pointee.frame_size > 0 ? Int(context.pointee.frame_size) : 4096
  }

  /// Whether samples come out of a decoder as they went in.
  var isLossless: Bool {
    let description = avcodec_descriptor_get(context.pointee.codec_id)
    return (description?.pointee.props ?? 0) & AV_CODEC_PROP_LOSSY == 0
  }

  /// Takes the next samples, by channel; every packet must have been received before.
  func send(_ rows: [ArraySlice<Float>]) throws(MediaError) {
    guard let count = rows.first?.count, count > 0 else { return }
    // An encoder that wants whole packets gets silence behind the last samples.
    let takesLess = context.pointee.codec.pointee.capabilities & AV_CODEC_CAP_SMALL_LAST_FRAME != 0
    let length = context.pointee.frame_size > 0 && !takesLess ? samplesPerPacket : count
    let frame = try makeFrame(AV_SAMPLE_FMT_FLTP, count: length)
    var held: UnsafeMutablePointer<AVFrame>? = frame
    defer { av_frame_free(&held) }
    for (channel, row) in rows.enumerated() {
      guard let plane = frame.pointee.extended_data?[channel] else { continue }
      UnsafeMutableRawPointer(plane).withMemoryRebound(to: Float.self, capacity: length) {
        samples in
        for (place, value) in row.enumerated() { samples[place] = value }
        (samples + row.count).update(repeating: 0, count: length - row.count)
      }
    }
    var converted: UnsafeMutablePointer<AVFrame>?
    defer { av_frame_free(&converted) }
    var sentFrame = frame
    if let converter {
      let other = try makeFrame(context.pointee.sample_fmt, count: length)
      converted = other
      try check(swr_convert_frame(converter, other, frame), "convert sound")
      sentFrame = other
    }
    sentFrame.pointee.pts = sent
    sent += Int64(length)
    try check(avcodec_send_frame(context, sentFrame), "encode sound")
  }

  /// Says that no sound follows.
  func sendEndOfStream() throws(MediaError) {
    try check(avcodec_send_frame(context, nil), "finish encoding sound")
  }

  /// The next packet; false when the encoder wants more, or has ended.
  func receive(into packet: borrowing Packet) throws(MediaError) -> Bool {
    let code = avcodec_receive_packet(context, packet.pointer)
    if code == kerf_AVERROR_EAGAIN || code == kerf_AVERROR_EOF { return false }
    try check(code, "encode sound")
    return true
  }

  private func makeFrame(
    _ format: AVSampleFormat, count: Int
  ) throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
    guard let frame = av_frame_alloc() else { throw MediaError(.outOfMemory, "allocate sound") }
    do throws(MediaError) {
      frame.pointee.format = format.rawValue
      frame.pointee.nb_samples = Int32(count)
      frame.pointee.sample_rate = context.pointee.sample_rate
      try check(
        av_channel_layout_copy(&frame.pointee.ch_layout, &context.pointee.ch_layout),
        "copy channel layout")
      try check(av_frame_get_buffer(frame, 0), "allocate sound")
    } catch {
      var frame: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&frame)
      throw error
    }
    return frame
  }

  // MARK: - Choosing

  /// Encoders that may do, the best first.
  private static func encoders(
    for codec: AVCodecID, in container: ExportContainer
  ) -> [UnsafePointer<AVCodec>] {
    let name = String(cString: avcodec_get_name(codec))
    var found = (preferred[name] ?? []).compactMap { avcodec_find_encoder_by_name($0) }
    if let usual = avcodec_find_encoder(codec) { found.append(usual) }
    for name in substitutes {
      guard let other = avcodec_find_encoder_by_name(name),
        container.holdsSound(ofCodec: String(cString: avcodec_get_name(other.pointee.id)))
      else { continue }
      found.append(other)
    }
    return found.filter { $0.pointee.capabilities & AV_CODEC_CAP_EXPERIMENTAL == 0 }
  }

  private static let preferred = [
    "aac": ["libfdk_aac"], "opus": ["libopus"], "vorbis": ["libvorbis"], "mp3": ["libmp3lame"],
    "mp2": ["libtwolame"],
  ]

  /// For codecs that only decoders are there for.
  private static let substitutes = ["aac", "libopus", "ac3", "libmp3lame", "flac"]

  private static func configure(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ codec: UnsafePointer<AVCodec>,
    like source: UnsafeMutablePointer<AVCodecParameters>
  ) throws(MediaError) {
    let parameters = source.pointee
    if parameters.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
      av_channel_layout_default(
        &context.pointee.ch_layout, parameters.ch_layout.nb_channels)
    } else {
      try check(
        av_channel_layout_copy(&context.pointee.ch_layout, &source.pointee.ch_layout),
        "copy channel layout")
    }
    context.pointee.sample_rate = parameters.sample_rate
    context.pointee.time_base = AVRational(num: 1, den: parameters.sample_rate)
    context.pointee.sample_fmt = format(nearest: AVSampleFormat(parameters.format), for: codec)
    context.pointee.bits_per_raw_sample = parameters.bits_per_raw_sample
    // Never less than the source has, and enough where it does not say.
    let usual = Int64(usualBitRate) * Int64(max(1, parameters.ch_layout.nb_channels))
    context.pointee.bit_rate = parameters.bit_rate > 0 ? max(parameters.bit_rate, usual / 2) : usual
  }

  /// A few packets may be better than the source's, and must be described as they are.
  private static func imitate(
    _ source: UnsafeMutablePointer<AVCodecParameters>,
    _ context: UnsafeMutablePointer<AVCodecContext>
  ) {
    // Of what was before, decoders have nothing.
    av_opt_set(context.pointee.priv_data, "reservoir", "0", 0)
    let rate = source.pointee.bit_rate
    guard source.pointee.codec_id == AV_CODEC_ID_AAC else {
      if rate > 0 { context.pointee.bit_rate = rate }
      return
    }
    let channels = source.pointee.ch_layout.nb_channels
    context.pointee.bit_rate = max(rate, Int64(channels) * 128_000)
    // Places that plain AAC has a number for, without a description of its own.
    av_channel_layout_uninit(&context.pointee.ch_layout)
    av_channel_layout_from_mask(
      &context.pointee.ch_layout, kerf_aac_channel_mask(channels))
  }

  /// Bits a second for a channel.
  private static let usualBitRate = 96_000

  private static func format(
    nearest wanted: AVSampleFormat, for codec: UnsafePointer<AVCodec>
  ) -> AVSampleFormat {
    guard let formats = kerf_encoder_sample_formats(codec) else { return wanted }
    var offered: [AVSampleFormat] = []
    while formats[offered.count] != AV_SAMPLE_FMT_NONE { offered.append(formats[offered.count]) }
    let twins = [wanted, av_get_packed_sample_fmt(wanted), av_get_planar_sample_fmt(wanted)]
    if let same = twins.first(where: { offered.contains($0) }) { return same }
    // What is decoded to floats loses least as floats.
    let order = [
      AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_S32P, AV_SAMPLE_FMT_S32,
    ]
    return order.first { offered.contains($0) } ?? offered.first ?? wanted
  }
}

extension Muxer {
  /// Describes a stream, added as a copy of the source's, as what a sound encoder makes.
  func describeSound(_ output: Int, encoder: SoundEncoder) throws(MediaError) {
    let stream = stream(output)
    try check(
      avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context),
      "describe sound")
    stream.pointee.codecpar.pointee.codec_tag = 0
    stream.pointee.time_base = AVRational(num: 1, den: encoder.context.pointee.sample_rate)
  }
}
