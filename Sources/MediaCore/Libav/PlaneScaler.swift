// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import Glibc
import TrimModel

/// Scales 8-bit 4:2:0 frames to RGB in two steps: the planes to their size, and only then to RGB.
///
/// swscale has vector code for either, and none for both at once: together they take a quarter of the
/// time. Chroma keeps half the picture's resolution, as it has in the film. Belongs to one thread.
final class PlaneScaler {
  private struct Shape: Equatable {
    var width: Int32
    var height: Int32
    var target: PixelSize
    var matrix: Int32
    var isFullRange: Bool
  }

  private var shape: Shape?
  private var scaler: OpaquePointer?
  private var colours: OpaquePointer?
  /// The planes at the picture's size.
  private var planes: UnsafeMutablePointer<AVFrame>?
  /// Rows that are longer than the picture's.
  private var rows: UnsafeMutableRawBufferPointer?

  /// swscale writes whole vectors; it would rather leave the end of a row as it is than write past it.
  private static let rowPixels = 32

  deinit { forget() }

  /// Whether a frame goes this way: one that has no other size goes to RGB in one step anyway.
  static func takes(_ frame: VideoFrame, to size: PixelSize) -> Bool {
    let format = PictureConverter.plainFormat(AVPixelFormat(frame.pointer.pointee.format))
    return format == AV_PIX_FMT_YUV420P && size.height % 2 == 0 && size.width % 2 == 0
      && (size.width != frame.width || size.height != frame.height)
  }

  /// Writes the frame as RGB of exactly `size`, rows without padding.
  ///
  /// - Throws: ``MediaError``: `.unsupported`, `.outOfMemory`.
  func convert(
    _ frame: VideoFrame, to size: PixelSize, matrix: Int32, isFullRange: Bool,
    into storage: UnsafeMutableRawBufferPointer
  ) throws(MediaError) {
    let wanted = Shape(
      width: frame.pointer.pointee.width, height: frame.pointer.pointee.height, target: size,
      matrix: matrix, isFullRange: isFullRange)
    if shape != wanted { try prepare(wanted) }
    guard let scaler, let colours, let planes else {
      throw MediaError(.unsupported, "create scaler")
    }
    try check(kerf_scaler_run_planes(scaler, frame.pointer, planes), "scale planes")
    let rowBytes = size.width * 3
    guard let rows, let from = rows.baseAddress, let to = storage.baseAddress else {
      try check(
        kerf_scaler_run(
          colours, planes, -1, storage.baseAddress?.assumingMemoryBound(to: UInt8.self),
          Int32(rowBytes)), "convert pixels")
      return
    }
    let stride = Self.stride(of: size)
    try check(
      kerf_scaler_run(
        colours, planes, -1, from.assumingMemoryBound(to: UInt8.self), Int32(stride)),
      "convert pixels")
    for row in 0..<size.height { memcpy(to + row * rowBytes, from + row * stride, rowBytes) }
  }

  private static func stride(of size: PixelSize) -> Int {
    (size.width + rowPixels - 1) / rowPixels * rowPixels * 3
  }

  private func prepare(_ wanted: Shape) throws(MediaError) {
    forget()
    let (width, height) = (Int32(wanted.target.width), Int32(wanted.target.height))
    scaler = kerf_scaler_new(
      wanted.width, wanted.height, AV_PIX_FMT_YUV420P, width, height, AV_PIX_FMT_YUV420P,
      kerf_SWS_BILINEAR)
    colours = kerf_scaler_new(
      width, height, AV_PIX_FMT_YUV420P, width, height, AV_PIX_FMT_RGB24, kerf_SWS_BILINEAR)
    guard scaler != nil, let colours else { throw MediaError(.unsupported, "create scaler") }
    kerf_scaler_set_colours(colours, wanted.matrix, wanted.isFullRange ? 1 : 0)
    guard let planes = av_frame_alloc() else { throw MediaError(.outOfMemory, "scale planes") }
    self.planes = planes
    planes.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    planes.pointee.width = width
    planes.pointee.height = height
    try check(av_frame_get_buffer(planes, 0), "allocate planes")
    if wanted.target.width % Self.rowPixels != 0 {
      rows = UnsafeMutableRawBufferPointer.allocate(
        byteCount: Self.stride(of: wanted.target) * wanted.target.height, alignment: 64)
    }
    shape = wanted
  }

  private func forget() {
    shape = nil
    kerf_scaler_free(scaler)
    kerf_scaler_free(colours)
    (scaler, colours) = (nil, nil)
    av_frame_free(&planes)
    rows?.deallocate()
    rows = nil
  }
}
