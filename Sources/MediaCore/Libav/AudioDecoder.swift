// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

/// Turns packets of one sound stream into samples.
///
/// Samples that the container marks as padding are left out. Belongs to one thread.
final class AudioDecoder {
  private let context: UnsafeMutablePointer<AVCodecContext>

  /// - Throws: ``MediaError``: `.unsupported` without a decoder for the codec.
  init(stream: UnsafeMutablePointer<AVStream>) throws(MediaError) {
    guard let parameters = stream.pointee.codecpar,
      let codec = avcodec_find_decoder(parameters.pointee.codec_id)
    else { throw MediaError(.unsupported, "find sound decoder") }
    guard let context = avcodec_alloc_context3(codec) else {
      throw MediaError(.outOfMemory, "allocate sound decoder")
    }
    do {
      try check(avcodec_parameters_to_context(context, parameters), "configure sound decoder")
      context.pointee.pkt_timebase = stream.pointee.time_base
      context.pointee.thread_count = 1
      try check(avcodec_open2(context, codec, nil), "open sound decoder")
    } catch {
      var context: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&context)
      throw error
    }
    self.context = context
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Feeds a packet; receive all frames first, since a full decoder refuses more.
  ///
  /// A packet that cannot be decoded is skipped, as players do.
  func send(_ packet: borrowing Packet) throws(MediaError) {
    let code = avcodec_send_packet(context, packet.pointer)
    if code == kerf_AVERROR_ENOMEM { throw MediaError(.outOfMemory, "send sound packet") }
  }

  /// Starts draining: what the decoder holds back comes out, then nothing more.
  func sendEndOfStream() { avcodec_send_packet(context, nil) }

  /// Forgets everything fed so far.
  func flush() { avcodec_flush_buffers(context) }

  /// Puts the next samples into `frame`; false when the decoder wants more input or is drained.
  func receive(into frame: borrowing AudioFrame) throws(MediaError) -> Bool {
    while true {
      let code = avcodec_receive_frame(context, frame.pointer)
      if code >= 0 { return true }
      // One damaged frame: the next may be sound.
      if code == kerf_AVERROR_INVALIDDATA { continue }
      if code == kerf_AVERROR_ENOMEM { throw MediaError(.outOfMemory, "decode sound") }
      return false
    }
  }
}
