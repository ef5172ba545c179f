// SPDX-License-Identifier: GPL-3.0-or-later

/// The pattern that shows through where a picture is transparent.
enum Checkerboard {
  /// Side of a square, in pixels of the picture.
  private static let side = 8
  private static let shades: (Int, Int) = (0x66, 0x99)

  /// Lays a row of red, green, blue and opacity over the pattern: three bytes a pixel come out.
  static func compose(
    row y: Int, _ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, width: Int
  ) {
    for x in 0..<width {
      let (from, to) = (source + x * 4, target + x * 3)
      let opacity = Int(from[3])
      if opacity == 255 {
        (to[0], to[1], to[2]) = (from[0], from[1], from[2])
        continue
      }
      let isLight = (x / side + y / side) % 2 == 1
      let ground = (isLight ? shades.1 : shades.0) * (255 - opacity) + 127
      to[0] = UInt8((Int(from[0]) * opacity + ground) / 255)
      to[1] = UInt8((Int(from[1]) * opacity + ground) / 255)
      to[2] = UInt8((Int(from[2]) * opacity + ground) / 255)
    }
  }
}
