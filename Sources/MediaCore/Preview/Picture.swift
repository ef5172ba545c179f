// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// A picture ready to be shown: upright, at its display size, opaque 8-bit RGB in sRGB order.
///
/// Immutable once made, so it may be read from any thread.
public final class Picture: Sendable {
  /// Three bytes a pixel, rows from the top, no padding.
  nonisolated(unsafe) private let storage: UnsafeMutableRawBufferPointer

  /// Bytes behind the last row: swscale writes whole vectors, past the end of a row whose width is no
  /// multiple of eight pixels.
  private static let slack = 64

  public let size: PixelSize

  /// When it is shown, on the film's clock.
  public let presentationTime: MediaTime

  /// Bytes from one row to the next.
  public var bytesPerRow: Int { size.width * 3 }

  public var byteCount: Int { storage.count }

  /// Makes a picture whose pixels `fill` writes, all of them.
  public init<Failure: Error>(
    size: PixelSize, presentationTime: MediaTime,
    fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let allocated = UnsafeMutableRawBufferPointer.allocate(
      byteCount: size.width * size.height * 3 + Self.slack, alignment: 64)
    let storage = UnsafeMutableRawBufferPointer(rebasing: allocated.dropLast(Self.slack))
    do throws(Failure) {
      try fill(storage)
    } catch {
      storage.deallocate()
      throw error
    }
    self.storage = storage
    self.size = size
    self.presentationTime = presentationTime
  }

  deinit { storage.deallocate() }

  /// The pixels; valid while the picture is.
  public var pixels: UnsafeRawBufferPointer { UnsafeRawBufferPointer(storage) }
}
