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
    /// The next frame as soon as possible: one thread, no delay beyond reordering.
    case firstPicture
    /// Keyframes alone, cheaply: no loop filter, one thread.
    case keyframes
  }

  private let context: UnsafeMutablePointer<AVCodecContext>
  private let timebase: Timebase

  /// - Throws: ``MediaError``: `.unsupported` without a decoder for the codec.
  init(stream: UnsafeMutablePointer<AVStream>, for purpose: Purpose = .playback)
    throws(MediaError)
  {
    guard let parameters = stream.pointee.codecpar,
      let codec = avcodec_find_decoder(parameters.pointee.codec_id)
    else { throw MediaError(.unsupported, "find decoder") }
    guard let context = avcodec_alloc_context3(codec) else {
      throw MediaError(.outOfMemory, "allocate decoder")
    }
    do {
      try check(avcodec_parameters_to_context(context, parameters), "configure decoder")
      context.pointee.pkt_timebase = stream.pointee.time_base
      switch purpose {
      case .playback: context.pointee.thread_count = 0
      case .firstPicture: context.pointee.thread_count = 1
      case .keyframes:
        context.pointee.thread_count = 1
        context.pointee.skip_frame = AVDISCARD_NONKEY
        context.pointee.skip_loop_filter = AVDISCARD_ALL
      }
      try check(avcodec_open2(context, codec, nil), "open decoder")
    } catch {
      var context: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&context)
      throw error
    }
    self.context = context
    timebase = Timebase(
      numerator: max(1, stream.pointee.time_base.num),
      denominator: max(1, stream.pointee.time_base.den))
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Feeds a packet. Receive all frames first: a full decoder refuses more.
  ///
  /// A packet that cannot be decoded is skipped, as players do; frames after it still come.
  func send(_ packet: borrowing Packet) throws(MediaError) {
    let code = avcodec_send_packet(context, packet.pointer)
    if code == kerf_AVERROR_ENOMEM { throw MediaError(.outOfMemory, "send packet") }
  }

  /// Starts draining: what the decoder holds back comes out, then ``receiveFrame()`` returns nil.
  func sendEndOfStream() { avcodec_send_packet(context, nil) }

  /// Forgets everything fed so far; the next packet should be a keyframe.
  func flush() { avcodec_flush_buffers(context) }

  /// The next frame in presentation order; nil when the decoder wants more input or is drained.
  func receiveFrame() throws(MediaError) -> VideoFrame? {
    guard let frame = av_frame_alloc() else {
      throw MediaError(.outOfMemory, "allocate frame")
    }
    while true {
      let code = avcodec_receive_frame(context, frame)
      if code >= 0 { return VideoFrame(owning: frame, timebase: timebase) }
      // Errors of one damaged frame: the next may be sound.
      if code == kerf_AVERROR_INVALIDDATA { continue }
      var frame: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&frame)
      if code == kerf_AVERROR_ENOMEM { throw MediaError(.outOfMemory, "decode") }
      return nil
    }
  }
}
