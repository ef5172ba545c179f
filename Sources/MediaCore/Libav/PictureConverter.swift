// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// Turns decoded frames into pictures: scaled, colours right, upright.
///
/// Keeps its scaler from frame to frame. Belongs to one thread.
final class PictureConverter {
  /// What the pictures are for.
  enum Quality {
    /// Playing and scrubbing.
    case fast
    /// A frame that is looked at or saved: full chroma, exact rounding.
    case best
    /// Thumbnails: the average of the pixels each covers.
    case small

    fileprivate var flags: Int32 {
      switch self {
      case .fast: kerf_SWS_BILINEAR
      case .best: kerf_SWS_BICUBIC_EXACT
      case .small: kerf_SWS_AREA
      }
    }
  }

  /// What a scaler was made for.
  private struct Shape: Equatable {
    var width: Int32
    var height: Int32
    var format: Int32
    var target: PixelSize
    var matrix: Int32
    var isFullRange: Bool
  }

  private let quality: Quality
  private var scaler: OpaquePointer?
  private var shape: Shape?

  init(quality: Quality) { self.quality = quality }

  deinit { kerf_scaler_free(scaler) }

  /// Converts `frame` to a picture of exactly `size`, which is the size after turning.
  ///
  /// - Throws: ``MediaError``: `.unsupported` when swscale knows no way from the pixel format.
  func convert(
    _ frame: VideoFrame, to size: PixelSize, geometry: PictureGeometry, at time: MediaTime
  ) throws(MediaError) -> Picture {
    let upright =
      geometry.isTurnedSideways ? PixelSize(width: size.height, height: size.width) : size
    let scaler = try prepareScaler(for: frame, target: upright)
    func scale(into storage: UnsafeMutableRawBufferPointer) throws(MediaError) {
      try check(
        kerf_scaler_run(
          scaler, frame.pointer, storage.baseAddress?.assumingMemoryBound(to: UInt8.self),
          Int32(upright.width * 3)), "convert pixels")
    }
    if geometry.rotationDegrees == 0 && !geometry.isMirrored {
      return try Picture(size: size, presentationTime: time, fill: scale)
    }
    let unturned = try Picture(size: upright, presentationTime: time, fill: scale)
    return Picture(turning: unturned, to: size, geometry: geometry)
  }

  private func prepareScaler(for frame: VideoFrame, target: PixelSize) throws(MediaError)
    -> OpaquePointer
  {
    let source = frame.pointer.pointee
    let wanted = Shape(
      width: source.width, height: source.height, format: source.format, target: target,
      matrix: Self.matrix(of: source), isFullRange: Self.isFullRange(source))
    if let scaler, shape == wanted { return scaler }
    kerf_scaler_free(scaler)
    scaler = nil
    shape = nil
    guard
      let made = kerf_scaler_new(
        source.width, source.height, Self.plainFormat(AVPixelFormat(source.format)),
        Int32(target.width), Int32(target.height), AV_PIX_FMT_RGB24, quality.flags)
    else { throw MediaError(.unsupported, "create scaler") }
    kerf_scaler_set_colours(made, wanted.matrix, wanted.isFullRange ? 1 : 0)
    scaler = made
    shape = wanted
    return made
  }

  /// The YUV matrix of a frame; unlabelled pictures are BT.709 from 720 lines on, as players have it.
  private static func matrix(of frame: AVFrame) -> Int32 {
    switch frame.colorspace {
    case AVCOL_SPC_UNSPECIFIED, AVCOL_SPC_RESERVED, AVCOL_SPC_RGB:
      frame.height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601
    default: Int32(frame.colorspace.rawValue)
    }
  }

  private static func isFullRange(_ frame: AVFrame) -> Bool {
    if frame.color_range == AVCOL_RANGE_JPEG { return true }
    return plainFormat(AVPixelFormat(frame.format)).rawValue != frame.format
  }

  /// The `yuvj` formats are deprecated twins that mean full range.
  private static func plainFormat(_ format: AVPixelFormat) -> AVPixelFormat {
    switch format {
    case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
    case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
    case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
    case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
    case AV_PIX_FMT_YUVJ411P: AV_PIX_FMT_YUV411P
    default: format
    }
  }
}
