// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

/// Turns frames into another pixel format or size, for encoders that do not take them as they are.
///
/// Belongs to one thread.
final class FrameConverter {
  private let format: AVPixelFormat
  private let width: Int
  private let height: Int
  private var scaler: OpaquePointer?
  private var source: (format: Int32, width: Int32, height: Int32) = (-1, 0, 0)

  init(to format: AVPixelFormat, width: Int, height: Int) throws(MediaError) {
    guard format != AV_PIX_FMT_NONE else { throw MediaError(.unsupported, "find pixel format") }
    self.format = format
    self.width = width
    self.height = height
  }

  deinit { kerf_scaler_free(scaler) }

  /// A new frame that the caller frees.
  func convert(
    _ frame: UnsafeMutablePointer<AVFrame>
  ) throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
    let now = (frame.pointee.format, frame.pointee.width, frame.pointee.height)
    if now != source {
      kerf_scaler_free(scaler)
      scaler = kerf_scaler_new(
        now.1, now.2, AVPixelFormat(now.0), Int32(width), Int32(height), format,
        kerf_SWS_BICUBIC_EXACT)
      source = now
    }
    guard let scaler, let result = av_frame_alloc() else {
      throw MediaError(.unsupported, "convert picture")
    }
    do {
      result.pointee.format = format.rawValue
      result.pointee.width = Int32(width)
      result.pointee.height = Int32(height)
      try check(av_frame_copy_props(result, frame), "describe picture")
      try check(av_frame_get_buffer(result, 0), "allocate picture")
      try check(kerf_scaler_run_planes(scaler, frame, result), "convert picture")
    } catch {
      var result: UnsafeMutablePointer<AVFrame>? = result
      av_frame_free(&result)
      throw error
    }
    return result
  }
}
