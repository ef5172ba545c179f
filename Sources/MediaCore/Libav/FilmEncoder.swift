// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// Encodes pictures so that they can stand beside those of a source.
///
/// Belongs to one thread. Pictures go in numbered from 0; packets come out in decode order with the
/// number of the picture that they show as PTS.
final class FilmEncoder {
  /// What the pictures are for.
  enum Aim: Equatable {
    /// A whole film: small at a quality that eyes judge, in the encoder's own time.
    case film
    /// A few pictures beside copied ones: soon, each as good as the others. Dense ones take so many
    /// bytes in the source that looking for a shorter way to say them is not worth its time.
    case edge(isDense: Bool)
  }

  struct Settings: Equatable {
    /// What libavcodec calls the encoder.
    var name: String
    var aim = Aim.film
    /// On the encoder's own scale: lower is better.
    var quality: Double
    /// Identifier of H.264 parameter sets, so that they do not replace the source's.
    var parameterSetID = 0
    /// Whether parameter sets go into the stream's description instead of the packets.
    var storesHeadersApart: Bool
  }

  let settings: Settings
  let context: UnsafeMutablePointer<AVCodecContext>
  private let scaler: FrameConverter?
  private var isFirst = true

  /// Opens an encoder for pictures like `sample`.
  ///
  /// - Parameters:
  ///   - settings: Which encoder, and how.
  ///   - sample: The first picture.
  ///   - source: The decoder that it came out of.
  ///   - stream: The stream that it is of.
  /// - Throws: `.unsupported` when the encoder does not take such pictures.
  init(
    _ settings: Settings, sample: VideoFrame, source: VideoDecoder,
    stream: UnsafeMutablePointer<AVStream>
  ) throws(MediaError) {
    self.settings = settings
    guard let codec = avcodec_find_encoder_by_name(settings.name),
      let context = avcodec_alloc_context3(codec)
    else { throw MediaError(.unsupported, "find encoder \(settings.name)") }
    let given = AVPixelFormat(sample.pointer.pointee.format)
    let taken = EncoderSearch.pixelFormat(nearest: given, for: settings.name)
    do throws(MediaError) {
      scaler =
        given == taken
        ? nil : try FrameConverter(to: taken, width: sample.width, height: sample.height)
      var options = EncoderOptions(settings, sample: sample, source: source, stream: stream)
      options.apply(to: context, pixelFormat: taken)
      var dictionary: OpaquePointer?
      for (key, value) in options.values { av_dict_set(&dictionary, key, value, 0) }
      defer { av_dict_free(&dictionary) }
      let code = avcodec_open2(context, codec, &dictionary)
      guard code >= 0 else {
        throw MediaError(
          .unsupported, "open encoder \(settings.name)", detail: LibavLog.takeLastLine())
      }
    } catch {
      var context: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&context)
      throw error
    }
    // Only now: what throws with everything set would free it a second time in deinit.
    self.context = context
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Parameter sets and the like that belong into the stream's description.
  var extradata: [UInt8] {
    Array(
      UnsafeBufferPointer(
        start: context.pointee.extradata, count: Int(max(0, context.pointee.extradata_size))))
  }

  /// How many pictures may be decoded before one that is shown earlier.
  var reorderDepth: Int {
    // libx265 leaves the number at 0: two it is at most, with one level of pyramid.
    Int(max(context.pointee.has_b_frames, context.pointee.max_b_frames > 0 ? 2 : 0))
  }

  /// Takes the next picture; every packet must have been received before.
  func send(_ frame: VideoFrame, number: Int) throws(MediaError) {
    guard let copy = av_frame_clone(frame.pointer) else {
      throw MediaError(.outOfMemory, "reference frame")
    }
    var picture: UnsafeMutablePointer<AVFrame>? = copy
    defer { av_frame_free(&picture) }
    var sent = copy
    var converted: UnsafeMutablePointer<AVFrame>?
    defer { av_frame_free(&converted) }
    if let scaler {
      converted = try scaler.convert(copy)
      if let converted { sent = converted }
    }
    guard sent.pointee.width == context.pointee.width,
      sent.pointee.height == context.pointee.height,
      sent.pointee.format == context.pointee.pix_fmt.rawValue
    else { throw MediaError(.unsupported, "encode pictures of changing size") }
    sent.pointee.pts = Int64(number)
    sent.pointee.pict_type = isFirst ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    sent.pointee.quality = context.pointee.global_quality
    isFirst = false
    try check(avcodec_send_frame(context, sent), "encode picture")
  }

  /// Says that no picture follows.
  func sendEndOfStream() throws(MediaError) {
    try check(avcodec_send_frame(context, nil), "finish encoding")
  }

  /// The next packet; false when the encoder wants more pictures, or has ended.
  func receive(into packet: borrowing Packet) throws(MediaError) -> Bool {
    let code = avcodec_receive_packet(context, packet.pointer)
    if code == kerf_AVERROR_EAGAIN || code == kerf_AVERROR_EOF { return false }
    try check(code, "encode picture")
    return true
  }
}
