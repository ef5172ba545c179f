// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import MediaCore
import TrimModel

/// A picture of the sound in view, made anew when something of it changed.
///
/// One texture costs a renderer less than a rectangle for each of a thousand columns.
final class WaveformTexture {
  /// What a picture depends on.
  private struct Key: Equatable {
    let revision: Int
    let from: Double
    let perPixel: Double
    let size: PixelSize
    let color: [Float]
  }

  private var key: Key?
  private var texture: GObjectRef?

  /// The texture of a stretch of sound.
  ///
  /// - Parameters:
  ///   - waveform: The sound.
  ///   - from: Where its left border lies, in seconds from the film's first frame.
  ///   - perPixel: Seconds of a device pixel.
  ///   - size: In device pixels.
  ///   - color: Of the loudest parts; peaks are paler.
  /// - Returns: nil for no room.
  func texture(
    of waveform: Waveform, from: Double, perPixel: Double, size: PixelSize, color: GdkRGBA
  ) -> GObjectRef? {
    guard size.width > 0, size.height > 0 else { return nil }
    let key = Key(
      revision: waveform.revision, from: from, perPixel: perPixel, size: size,
      color: [color.red, color.green, color.blue, color.alpha])
    if key != self.key {
      self.key = key
      let columns = waveform.columns(from: from, width: perPixel, count: size.width)
      texture = Self.make(columns, height: size.height, color)
    }
    return texture
  }

  private static func make(
    _ columns: [Waveform.Column], height: Int, _ color: GdkRGBA
  ) -> GObjectRef? {
    let width = columns.count
    let rowBytes = width * 4
    guard width > 0, let memory = g_malloc0(gsize(rowBytes * height)) else { return nil }
    let pixels = memory.assumingMemoryBound(to: UInt32.self)
    // Alpha 0…255 of a premultiplied BGRA pixel of this colour.
    let shades = (0...255).map { alpha -> UInt32 in
      let opacity = color.alpha * Float(alpha) / 255
      func part(_ value: Float) -> UInt32 { UInt32((value * opacity * 255).rounded()) }
      let opaque = UInt32((opacity * 255).rounded())
      return opaque << 24 | part(color.red) << 16 | part(color.green) << 8 | part(color.blue)
    }
    let middle = Float(height) / 2
    for (x, column) in columns.enumerated() where column.isKnown {
      let peak = max(0.5, column.peak * (middle - 0.5))
      let loud = column.loudness * (middle - 0.5)
      for y in 0..<((height + 1) / 2) {
        let distance = middle - Float(y) - 0.5
        // The borders are soft: a part of a pixel is a part of its opacity.
        let inPeak = min(max(peak - distance + 0.5, 0), 1)
        guard inPeak > 0 else { continue }
        let inLoud = min(max(loud - distance + 0.5, 0), 1)
        let shade = shades[Int(255 * (0.45 * inPeak + 0.55 * inLoud * inPeak))]
        pixels[y * width + x] = shade
        pixels[(height - 1 - y) * width + x] = shade
      }
    }
    let bytes = g_bytes_new_take(memory, gsize(rowBytes * height))
    defer { g_bytes_unref(bytes) }
    return GObjectRef(
      sinking: made(
        gdk_memory_texture_new(
          Int32(width), Int32(height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(rowBytes))))
  }
}
