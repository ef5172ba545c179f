// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

extension PictureGeometry {
  /// The size of a moving picture inside bounds: at most a pixel smaller than it could be, since pictures
  /// of even width and height are made in a quarter of the time.
  ///
  /// A film that is shown in its own size keeps that.
  func viewSize(in bounds: PixelSize) -> PixelSize {
    let fitted = fitted(in: bounds)
    guard fitted != displaySize, fitted.width >= Self.leastRounded,
      fitted.height >= Self.leastRounded
    else { return fitted }
    return PixelSize(width: fitted.width / 2 * 2, height: fitted.height / 2 * 2)
  }

  /// Pixels of which one more or less is not seen.
  private static let leastRounded = 64
}
