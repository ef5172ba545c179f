// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// Takes one exact picture out of a file.
public enum FrameGrabber {
  /// The first shown frame, by the shortest way; blocks.
  ///
  /// It fits inside `bounds` and is never larger than full size, which it has without them.
  ///
  /// - Throws: ``MediaError``: what opening throws, `.unsupported` without a decoder, `.invalidData`
  ///   when nothing can be decoded, `.cancelled`.
  public static func firstPicture(
    of path: FilePath, fitting bounds: PixelSize? = nil,
    cancellation: Cancellation = Cancellation()
  ) throws(MediaError) -> Picture {
    let quick = try FrameSource(
      path: path, purpose: .firstPicture, viewing: .stills, analysis: .headerOnly,
      cancellation: cancellation)
    if let frame = try quick.firstFrameAlone() {
      return try picture(of: frame, fitting: bounds, from: quick)
    }
    let source = try FrameSource(
      path: path, purpose: .scrubbing, viewing: .stills, cancellation: cancellation)
    guard let frame = try source.next() else { throw nothingDecoded }
    return try picture(of: frame, fitting: bounds, from: source)
  }

  /// The frame with this number of an index; blocks.
  ///
  /// - Precondition: `number` is in the index.
  /// - Throws: What ``firstPicture(of:fitting:cancellation:)`` throws.
  public static func picture(
    of path: FilePath, frame number: Int, in index: FrameIndex, fitting bounds: PixelSize? = nil,
    cancellation: Cancellation = Cancellation()
  ) throws(MediaError) -> Picture {
    let source = try FrameSource(
      path: path, purpose: .scrubbing, viewing: .stills, cancellation: cancellation)
    source.setIndex(index)
    guard let frame = try source.frame(at: index.time(ofFrame: number)) else {
      throw nothingDecoded
    }
    return try picture(of: frame, fitting: bounds, from: source)
  }

  private static var nothingDecoded: MediaError { MediaError(.invalidData, "decode frame") }

  private static func picture(
    of decoded: DecodedFrame, fitting bounds: PixelSize?, from source: FrameSource
  ) throws(MediaError) -> Picture {
    let geometry = source.geometry(of: decoded)
    return try PictureConverter(quality: .best).convert(
      decoded.frame, to: bounds.map(geometry.fitted) ?? geometry.displaySize, geometry: geometry,
      at: MediaTime(ticks: decoded.pts, timebase: source.timebase))
  }
}
