// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// Turns packets of one video stream into frames.
///
/// Belongs to one thread.
final class VideoDecoder {
  /// What a decoder is tuned for.
  enum Purpose {
    /// Every frame, as fast as the cores allow: frames come out a few packets late.
    case playback
    /// Exact frames here and there: few threads, since each holds a frame back.
    case scrubbing
    /// The next frame as soon as possible: one thread, no delay beyond reordering.
    case firstPicture
    /// Keyframes alone, each drained at once, cheaply: no loop filter, one thread.
    case keyframes
    /// Exact frames that are looked at in small: one thread.
    case thumbnails
  }

  let context: UnsafeMutablePointer<AVCodecContext>
  private let timebase: Timebase
  /// What decodes, unless the processor does.
  private let device: (any DecodingDevice)?

  /// Whether the device failed: the decoder is of no use any more, another one without it is.
  private(set) var hasLostDevice = false

  /// - Parameters:
  ///   - stream: What is decoded.
  ///   - purpose: What the decoder is tuned for.
  ///   - showsAlpha: Whether a decoder is taken that gives the transparency stored beside VP8 and VP9.
  ///   - device: What is to decode; the processor does where it cannot.
  /// - Throws: ``MediaError``: `.unsupported` without a decoder for the codec.
  init(
    stream: UnsafeMutablePointer<AVStream>, for purpose: Purpose = .playback,
    showsAlpha: Bool = false, device: (any DecodingDevice)? = nil
  ) throws(MediaError) {
    guard let parameters = stream.pointee.codecpar,
      let codec = (showsAlpha ? kerf_alpha_decoder(stream) : nil)
        ?? avcodec_find_decoder(parameters.pointee.codec_id)
    else { throw MediaError(.unsupported, "find decoder") }
    guard let context = avcodec_alloc_context3(codec) else {
      throw MediaError(.outOfMemory, "allocate decoder")
    }
    let isAttached: Bool
    do {
      try check(avcodec_parameters_to_context(context, parameters), "configure decoder")
      context.pointee.pkt_timebase = stream.pointee.time_base
      isAttached = device?.attach(to: context) ?? false
      switch purpose {
      case .playback: context.pointee.thread_count = 0
      case .scrubbing: context.pointee.thread_count = min(4, max(1, av_cpu_count() + 1))
      case .firstPicture, .thumbnails: context.pointee.thread_count = 1
      case .keyframes:
        context.pointee.thread_count = 1
        context.pointee.skip_loop_filter = AVDISCARD_ALL
      }
      try check(avcodec_open2(context, codec, nil), "open decoder")
    } catch {
      var context: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&context)
      throw error
    }
    self.context = context
    self.device = isAttached ? device : nil
    timebase = Timebase(
      numerator: max(1, stream.pointee.time_base.num),
      denominator: max(1, stream.pointee.time_base.den))
  }

  /// Pixels of a picture, as far as the container or the stream has told.
  var pixelCount: Int { Int(context.pointee.width) * Int(context.pointee.height) }

  /// A decoder for what an encoder makes that stores all headers in its packets.
  init(encoder: FilmEncoder) throws(MediaError) {
    guard let codec = avcodec_find_decoder(encoder.context.pointee.codec_id),
      let context = avcodec_alloc_context3(codec)
    else { throw MediaError(.unsupported, "find decoder") }
    do {
      if let parameters = avcodec_parameters_alloc() {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
        defer { avcodec_parameters_free(&parameters) }
        if let parameters {
          try check(
            avcodec_parameters_from_context(parameters, encoder.context), "configure decoder")
          try check(avcodec_parameters_to_context(context, parameters), "configure decoder")
        }
      }
      try check(avcodec_open2(context, codec, nil), "open decoder")
    } catch {
      var context: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&context)
      throw error
    }
    // Only now: what throws with everything set would free it a second time in deinit.
    self.context = context
    device = nil
    timebase = Timebase(numerator: 1, denominator: 1)
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Feeds a packet; false when the decoder is full and wants its frames received first.
  ///
  /// A packet that cannot be decoded is skipped, as players do; frames after it still come.
  ///
  /// - Throws: `.outOfMemory`; `.readFailed` when the device failed (``hasLostDevice``).
  @discardableResult
  func send(_ packet: borrowing Packet) throws(MediaError) -> Bool {
    let code = avcodec_send_packet(context, packet.pointer)
    switch code {
    case kerf_AVERROR_EAGAIN: return false
    case kerf_AVERROR_ENOMEM: throw MediaError(.outOfMemory, "send packet")
    default:
      try checkDevice(code)
      return true
    }
  }

  /// Starts draining: what the decoder holds back comes out, then ``receiveFrame()`` returns nil.
  func sendEndOfStream() { avcodec_send_packet(context, nil) }

  /// Forgets everything fed so far; the next packet should be a keyframe.
  func flush() { avcodec_flush_buffers(context) }

  /// Whether frames that no other frame needs are left out, for those who are late.
  var skipsUnreferenced: Bool {
    get { context.pointee.skip_frame == AVDISCARD_NONREF }
    set { context.pointee.skip_frame = newValue ? AVDISCARD_NONREF : AVDISCARD_DEFAULT }
  }

  /// The next frame in presentation order; nil when the decoder wants more input or is drained.
  ///
  /// - Throws: `.outOfMemory`; `.readFailed` when the device failed (``hasLostDevice``).
  func receiveFrame() throws(MediaError) -> VideoFrame? {
    guard let frame = av_frame_alloc() else {
      throw MediaError(.outOfMemory, "allocate frame")
    }
    // A damaged frame is an error of its own and the next may be sound; a decoder that reports
    // nothing but errors is as good as drained.
    for _ in 0..<Self.damagedFramesInARow {
      let code = avcodec_receive_frame(context, frame)
      if code >= 0 { return try inMemory(VideoFrame(owning: frame, timebase: timebase)) }
      if code == kerf_AVERROR_EAGAIN || code == kerf_AVERROR_EOF { break }
      if code == kerf_AVERROR_ENOMEM || (device != nil && Self.deviceErrors.contains(code)) {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
        throw code == kerf_AVERROR_ENOMEM ? MediaError(.outOfMemory, "decode") : lostDevice()
      }
    }
    var unused: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&unused)
    return nil
  }

  private func inMemory(_ frame: VideoFrame) throws(MediaError) -> VideoFrame {
    guard let device, device.holds(frame) else { return frame }
    guard let copy = device.copy(frame) else { throw lostDevice() }
    return copy
  }

  /// Tells errors of a device from those of a damaged film.
  private func checkDevice(_ code: Int32) throws(MediaError) {
    if device != nil, Self.deviceErrors.contains(code) { throw lostDevice() }
  }

  private func lostDevice() -> MediaError {
    hasLostDevice = true
    return MediaError(.readFailed, "decode on the device")
  }

  private static let deviceErrors = [
    kerf_AVERROR_EIO, kerf_AVERROR_EXTERNAL, kerf_AVERROR_ENOSYS, kerf_AVERROR_UNKNOWN,
  ]

  private static let damagedFramesInARow = 256
}
