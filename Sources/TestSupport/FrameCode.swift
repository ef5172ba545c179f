// SPDX-License-Identifier: GPL-3.0-or-later
public import MediaCore
import TrimModel

/// The frame number in the pixels of an upright picture of a made clip; nil when it cannot be read.
///
/// `Tests/Fixtures/framecode.py` describes the code. A turned or mirrored picture does not read.
public func frameNumber(in picture: Picture) -> Int? {
  frameNumber(
    width: picture.size.width, height: picture.size.height, bytesPerRow: picture.bytesPerRow,
    bytesPerPixel: 3, pixels: picture.pixels)
}

/// The frame number in 8-bit RGB, RGBA, BGRA or grey pixels; nil when it cannot be read.
public func frameNumber(
  width: Int, height: Int, bytesPerRow: Int, bytesPerPixel: Int, pixels: UnsafeRawBufferPointer
) -> Int? {
  let channels = min(bytesPerPixel, 3)

  /// Light in the middle of a cell: the sum over nine pixels and their channels.
  func light(column: Int, row: Int) -> Int {
    var sum = 0
    for offset in [(-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
      // The raster is 16 columns and 10 rows; in fifths of a cell, so that all stays whole.
      let x = (column * 5 * 2 + 5 + offset.0 * 2) * width / (16 * 10)
      let y = (row * 5 * 2 + 5 + offset.1 * 2) * height / (10 * 10)
      let pixel = y * bytesPerRow + x * bytesPerPixel
      for channel in 0..<channels { sum += Int(pixels[pixel + channel]) }
    }
    return sum
  }

  let leastContrast = 40 * 9 * channels
  var word = 0
  for row in 1...2 {
    for column in stride(from: 0, to: 16, by: 2) {
      let difference = light(column: column, row: row) - light(column: column + 1, row: row)
      guard abs(difference) >= leastContrast else { return nil }
      word = word << 1 | (difference > 0 ? 1 : 0)
    }
  }
  let number = word >> 4
  let check = (number >> 8) ^ (number >> 4) ^ number ^ 0b1010
  return check & 0xf == word & 0xf ? number : nil
}
