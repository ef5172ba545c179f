// SPDX-License-Identifier: GPL-3.0-or-later

/// How a coded picture becomes the picture that people see.
public struct PictureGeometry: Hashable, Sendable {
  /// Size in the bitstream, in pixels, cropping applied.
  public let codedWidth: Int
  public let codedHeight: Int

  /// Width of a pixel over its height; 1/1 when the file says nothing.
  public let pixelAspectNumerator: Int
  public let pixelAspectDenominator: Int

  /// Degrees that the picture is turned clockwise for display: 0, 90, 180 or 270.
  public let rotationDegrees: Int

  /// Whether the picture is mirrored left to right before it is turned.
  public let isMirrored: Bool

  public init(
    codedWidth: Int, codedHeight: Int, pixelAspectNumerator: Int = 1,
    pixelAspectDenominator: Int = 1, rotationDegrees: Int = 0, isMirrored: Bool = false
  ) {
    self.codedWidth = codedWidth
    self.codedHeight = codedHeight
    let isAspectKnown = pixelAspectNumerator > 0 && pixelAspectDenominator > 0
    self.pixelAspectNumerator = isAspectKnown ? pixelAspectNumerator : 1
    self.pixelAspectDenominator = isAspectKnown ? pixelAspectDenominator : 1
    self.rotationDegrees = rotationDegrees
    self.isMirrored = isMirrored
  }

  /// Whether turning swaps width and height.
  public var isTurnedSideways: Bool { rotationDegrees % 180 != 0 }

  /// Width over height as shown: pixel aspect and rotation applied.
  public var displayAspect: Double {
    guard codedWidth > 0, codedHeight > 0 else { return 1 }
    let aspect =
      Double(codedWidth * pixelAspectNumerator) / Double(codedHeight * pixelAspectDenominator)
    return isTurnedSideways ? 1 / aspect : aspect
  }

  /// The size as shown at full resolution, in square pixels: the coded height is kept and the width
  /// follows the pixel aspect, then both are turned.
  public var displaySize: PixelSize {
    let width = Double(codedWidth * pixelAspectNumerator) / Double(pixelAspectDenominator)
    let upright = PixelSize(width: max(1, Int(width.rounded())), height: max(1, codedHeight))
    return isTurnedSideways ? PixelSize(width: upright.height, height: upright.width) : upright
  }

  /// The largest size of the display aspect inside `bounds`, never above ``displaySize``.
  public func fitted(in bounds: PixelSize) -> PixelSize {
    let full = displaySize
    let scale = min(
      1, Double(bounds.width) / Double(full.width), Double(bounds.height) / Double(full.height))
    return PixelSize(
      width: max(1, Int((Double(full.width) * scale).rounded())),
      height: max(1, Int((Double(full.height) * scale).rounded())))
  }
}

/// A size in device pixels.
public struct PixelSize: Hashable, Sendable {
  public let width: Int
  public let height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
