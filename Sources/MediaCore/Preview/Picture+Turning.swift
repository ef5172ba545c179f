// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

extension Picture {
  /// Mirrors and turns `source` clockwise, as `geometry` asks; `size` is the size after turning.
  convenience init(turning source: Picture, to size: PixelSize, geometry: PictureGeometry) {
    let (width, height) = (source.size.width, source.size.height)
    let isMirrored = geometry.isMirrored
    let from = source.pixels
    self.init(size: size, presentationTime: source.presentationTime) { to in
      guard let read = from.baseAddress, let write = to.baseAddress else { return }
      for y in 0..<height {
        for x in 0..<width {
          let seenX = isMirrored ? width - 1 - x : x
          let (toX, toY) =
            switch geometry.rotationDegrees {
            case 90: (height - 1 - y, seenX)
            case 180: (width - 1 - seenX, height - 1 - y)
            case 270: (y, width - 1 - seenX)
            default: (seenX, y)
            }
          (write + (toY * size.width + toX) * 3)
            .copyMemory(from: read + (y * width + x) * 3, byteCount: 3)
        }
      }
    }
  }
}
