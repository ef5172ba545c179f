// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// Turns decoded frames into pictures: scaled, colours right, upright.
///
/// Interlaced frames are shown as their first field while moving, wide and bright colours are mapped
/// to what an ordinary screen shows, and transparent places show a checkerboard. Keeps its scaler from
/// frame to frame. Belongs to one thread.
final class PictureConverter {
  /// What the pictures are for.
  enum Quality {
    /// Playing and scrubbing.
    case fast
    /// A frame that is looked at or saved: full chroma, exact rounding, both fields.
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

  /// What comes between swscale and the picture.
  private enum Step: Equatable {
    case none
    case tones(ToneMapper.Transfer, peakNits: Double)
    case checkerboard

    var format: AVPixelFormat {
      switch self {
      case .none: AV_PIX_FMT_RGB24
      case .tones: kerf_AV_PIX_FMT_RGB48
      case .checkerboard: AV_PIX_FMT_RGBA
      }
    }

    var bytesPerPixel: Int {
      switch self {
      case .none: 3
      case .tones: 6
      case .checkerboard: 4
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
    var step: Step
  }

  private let quality: Quality
  private var scaler: OpaquePointer?
  private var shape: Shape?
  private var toneMapper: ToneMapper?
  /// The quick way to RGB, where there is one.
  private var planes: PlaneScaler?
  /// Room for what swscale makes before the last step.
  private var buffer: UnsafeMutableRawBufferPointer?

  /// swscale writes whole vectors, past the end of a row.
  private static let slack = 64

  init(quality: Quality) { self.quality = quality }

  deinit {
    kerf_scaler_free(scaler)
    buffer?.deallocate()
  }

  /// Converts `frame` to a picture of exactly `size`, which is the size after turning.
  ///
  /// - Throws: ``MediaError``: `.unsupported` when swscale knows no way from the pixel format.
  func convert(
    _ frame: VideoFrame, to size: PixelSize, geometry: PictureGeometry, at time: MediaTime
  ) throws(MediaError) -> Picture {
    let upright =
      geometry.isTurnedSideways ? PixelSize(width: size.height, height: size.width) : size
    let field = quality == .fast ? frame.firstField : nil
    if quality == .fast, field == nil, Self.step(for: frame) == .none,
      PlaneScaler.takes(frame, to: upright)
    {
      return try convertPlanes(of: frame, upright, to: size, geometry: geometry, at: time)
    }
    let scaler = try prepareScaler(for: frame, isField: field != nil, target: upright)
    let step = shape?.step ?? .none
    func scale(into storage: UnsafeMutableRawBufferPointer) throws(MediaError) {
      guard step != .none else {
        return try run(scaler, frame, field: field, width: upright.width, step, into: storage)
      }
      let between = room(for: upright, step)
      try run(scaler, frame, field: field, width: upright.width, step, into: between)
      finish(step, between, into: storage, size: upright)
    }
    return try Self.picture(upright, to: size, geometry: geometry, at: time, fill: scale)
  }

  private func convertPlanes(
    of frame: VideoFrame, _ upright: PixelSize, to size: PixelSize, geometry: PictureGeometry,
    at time: MediaTime
  ) throws(MediaError) -> Picture {
    let planes = self.planes ?? PlaneScaler()
    self.planes = planes
    let source = frame.pointer.pointee
    let (matrix, isFullRange) = (Self.matrix(of: source), Self.isFullRange(source))
    return try Self.picture(upright, to: size, geometry: geometry, at: time) {
      (storage) throws(MediaError) in
      try planes.convert(
        frame, to: upright, matrix: matrix, isFullRange: isFullRange, into: storage)
    }
  }

  /// A picture whose pixels `fill` writes as they are stored, turned as it is shown.
  private static func picture(
    _ upright: PixelSize, to size: PixelSize, geometry: PictureGeometry, at time: MediaTime,
    fill: (UnsafeMutableRawBufferPointer) throws(MediaError) -> Void
  ) throws(MediaError) -> Picture {
    if geometry.rotationDegrees == 0 && !geometry.isMirrored {
      return try Picture(size: size, presentationTime: time, fill: fill)
    }
    let unturned = try Picture(size: upright, presentationTime: time, fill: fill)
    return Picture(turning: unturned, to: size, geometry: geometry)
  }

  private func run(
    _ scaler: OpaquePointer, _ frame: VideoFrame, field: Int?, width: Int, _ step: Step,
    into storage: UnsafeMutableRawBufferPointer
  ) throws(MediaError) {
    try check(
      kerf_scaler_run(
        scaler, frame.pointer, Int32(field ?? -1),
        storage.baseAddress?.assumingMemoryBound(to: UInt8.self),
        Int32(width * step.bytesPerPixel)), "convert pixels")
  }

  /// The last step, from what swscale made to the picture's own pixels.
  private func finish(
    _ step: Step, _ source: UnsafeMutableRawBufferPointer,
    into target: UnsafeMutableRawBufferPointer, size: PixelSize
  ) {
    guard let from = source.baseAddress,
      let to = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
    else { return }
    switch step {
    case .none: break
    case .tones(let transfer, let peak):
      if toneMapper?.transfer != transfer || toneMapper?.peakNits != peak {
        toneMapper = ToneMapper(transfer: transfer, peakNits: peak)
      }
      toneMapper?.map(
        from.assumingMemoryBound(to: UInt16.self), to: to, count: size.width * size.height)
    case .checkerboard:
      let pixels = from.assumingMemoryBound(to: UInt8.self)
      for y in 0..<size.height {
        Checkerboard.compose(
          row: y, pixels + y * size.width * 4, to: to + y * size.width * 3, width: size.width)
      }
    }
  }

  private func room(for size: PixelSize, _ step: Step) -> UnsafeMutableRawBufferPointer {
    let bytes = size.width * size.height * step.bytesPerPixel + Self.slack
    if let buffer, buffer.count >= bytes { return buffer }
    buffer?.deallocate()
    let made = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
    buffer = made
    return made
  }

  private func prepareScaler(
    for frame: VideoFrame, isField: Bool, target: PixelSize
  ) throws(MediaError) -> OpaquePointer {
    let source = frame.pointer.pointee
    let wanted = Shape(
      width: source.width, height: isField ? source.height / 2 : source.height,
      format: source.format, target: target, matrix: Self.matrix(of: source),
      isFullRange: Self.isFullRange(source), step: Self.step(for: frame))
    if let scaler, shape == wanted { return scaler }
    kerf_scaler_free(scaler)
    scaler = nil
    shape = nil
    guard
      let made = kerf_scaler_new(
        wanted.width, wanted.height, Self.plainFormat(AVPixelFormat(source.format)),
        Int32(target.width), Int32(target.height), wanted.step.format, quality.flags)
    else { throw MediaError(.unsupported, "create scaler") }
    kerf_scaler_set_colours(made, wanted.matrix, wanted.isFullRange ? 1 : 0)
    scaler = made
    shape = wanted
    return made
  }

  private static func step(for frame: VideoFrame) -> Step {
    let source = frame.pointer.pointee
    switch source.color_trc {
    case AVCOL_TRC_SMPTE2084: return .tones(.perceptualQuantizer, peakNits: frame.peakNits)
    case AVCOL_TRC_ARIB_STD_B67: return .tones(.hybridLogGamma, peakNits: frame.peakNits)
    default: break
    }
    if kerf_format_has_alpha(AVPixelFormat(source.format)) != 0 { return .checkerboard }
    if source.color_primaries == AVCOL_PRI_BT2020 { return .tones(.gamma, peakNits: 100) }
    return .none
  }

  /// The YUV matrix of a frame; unlabelled pictures are BT.709 from 720 lines on, as players have it.
  private static func matrix(of frame: AVFrame) -> Int32 {
    switch frame.colorspace {
    case AVCOL_SPC_UNSPECIFIED, AVCOL_SPC_RESERVED, AVCOL_SPC_RGB:
      if frame.color_primaries == AVCOL_PRI_BT2020 { return SWS_CS_BT2020 }
      return frame.height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601
    default: return Int32(frame.colorspace.rawValue)
    }
  }

  private static func isFullRange(_ frame: AVFrame) -> Bool {
    if frame.color_range == AVCOL_RANGE_JPEG { return true }
    return plainFormat(AVPixelFormat(frame.format)).rawValue != frame.format
  }

  /// The `yuvj` formats are deprecated twins that mean full range.
  static func plainFormat(_ format: AVPixelFormat) -> AVPixelFormat {
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
