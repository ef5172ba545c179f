// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

/// A decoder of libavcodec.
typealias DecoderContext = UnsafeMutablePointer<AVCodecContext>

/// Something besides the processor that decodes, and keeps what it decodes to itself.
///
/// Any thread may use it.
protocol DecodingDevice: Sendable {
  /// Has a decoder that is not open yet decode on the device.
  ///
  /// - Returns: Whether the device knows the codec; if not, the decoder stays as it is.
  func attach(to context: DecoderContext) -> Bool

  /// Whether a frame is on the device: a decoder may fall back to the processor by itself.
  func holds(_ frame: VideoFrame) -> Bool

  /// The same frame in memory; nil when the device does not give it.
  func copy(_ frame: VideoFrame) -> VideoFrame?
}

/// The graphics card, through VA-API.
final class VideoAccelerator: DecodingDevice {
  // Written in init only; reference counted atomically by libavutil.
  nonisolated(unsafe) private let reference: UnsafeMutablePointer<AVBufferRef>

  /// Opens the card that the system prefers, or the one that is named; nil when there is none, or its
  /// driver does not work.
  ///
  /// - Parameter name: A render node such as `/dev/dri/renderD128`, or an X display.
  init?(name: String? = nil) {
    var made: UnsafeMutablePointer<AVBufferRef>?
    let code = av_hwdevice_ctx_create(&made, AV_HWDEVICE_TYPE_VAAPI, name, nil, 0)
    guard code >= 0, let made else { return nil }
    reference = made
  }

  deinit {
    var reference: UnsafeMutablePointer<AVBufferRef>? = reference
    av_buffer_unref(&reference)
  }

  func attach(to context: DecoderContext) -> Bool {
    guard kerf_decoder_knows_device(context.pointee.codec, AV_HWDEVICE_TYPE_VAAPI) != 0 else {
      return false
    }
    guard let shared = av_buffer_ref(reference) else { return false }
    context.pointee.hw_device_ctx = shared
    context.pointee.get_format = kerf_prefer_vaapi
    return true
  }

  func holds(_ frame: VideoFrame) -> Bool { frame.pointer.pointee.hw_frames_ctx != nil }

  func copy(_ frame: VideoFrame) -> VideoFrame? { VideoFrame(copyingFromDevice: frame) }
}

extension VideoFrame {
  /// Brings a frame from a device to memory; nil when that fails.
  fileprivate convenience init?(copyingFromDevice source: VideoFrame) {
    guard let frame = av_frame_alloc() else { return nil }
    guard av_hwframe_transfer_data(frame, source.pointer, 0) >= 0,
      av_frame_copy_props(frame, source.pointer) >= 0,
      // Devices crop on the right and below only.
      av_frame_apply_cropping(frame, kerf_AV_FRAME_CROP_UNALIGNED) >= 0
    else {
      var frame: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&frame)
      return nil
    }
    self.init(owning: frame, timebase: source.timebase)
  }
}
