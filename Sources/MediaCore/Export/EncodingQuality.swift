// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// How finely an encoder must work so that nobody sees a difference: found on the first frames.
///
/// Encoders' own scales say little: what is fine for a drawing is coarse for grass. A few frames are
/// encoded, decoded and compared, until they are as like as wanted and no larger than that needs.
struct EncodingQuality {
  /// Values of an encoder's scale; lower is better.
  private struct Scale {
    let start: Double
    let limits: ClosedRange<Double>
    /// Steps for a decibel, about.
    let stepsPerDecibel: Double
  }

  /// How many frames of so many pixels are tried: at least two, of which one is predicted.
  static func sampleCount(pixels: Int) -> Int { min(6, max(2, 25_000_000 / max(1, pixels))) }

  /// Peak signal-to-noise ratio that every frame of the sample reaches, in decibels, and one that is
  /// more than anybody can see.
  private static let wanted = 44.0
  private static let plenty = 48.0

  /// Finds the settings with which the sample comes out as wanted.
  ///
  /// - Parameters:
  ///   - settings: All but the quality.
  ///   - bytes: What the sample's frames take in the source, for an idea of what is in proportion.
  ///   - trial: Encodes and decodes the sample: the worst frame's ratio, and the bytes that it took.
  /// - Returns: `settings` with a quality.
  /// - Throws: What `trial` throws.
  static func find(
    _ settings: FilmEncoder.Settings, bytes: Int64,
    trial: (FilmEncoder.Settings) throws(MediaError) -> (decibels: Double, bytes: Int64)
  ) throws(MediaError) -> FilmEncoder.Settings {
    let scale = Self.scale(of: settings.name)
    var settings = settings
    settings.quality = scale.start
    for _ in 0..<4 {
      let result = try trial(settings)
      var step = 0.0
      if result.decibels < wanted {
        step = -max(1, (wanted - result.decibels + 0.5) * scale.stepsPerDecibel)
      } else if result.decibels > plenty, result.bytes > bytes {
        step = (result.decibels - plenty + 1) * scale.stepsPerDecibel
      }
      let next = min(
        max(settings.quality + step, scale.limits.lowerBound), scale.limits.upperBound)
      if next == settings.quality { break }
      settings.quality = next
      // Coarser once is enough: the other way would only come back.
      if step > 0 { break }
    }
    return settings
  }

  private static func scale(of encoder: String) -> Scale {
    switch encoder {
    case "libx264": Scale(start: 18, limits: 4...23, stepsPerDecibel: 1.1)
    case "libx265": Scale(start: 19, limits: 4...24, stepsPerDecibel: 1.2)
    case "libvpx", "libvpx-vp9": Scale(start: 18, limits: 4...30, stepsPerDecibel: 2.5)
    case "libaom-av1", "libsvtav1", "librav1e":
      Scale(start: 20, limits: 4...32, stepsPerDecibel: 3)
    case "mpeg2video", "mpeg1video": Scale(start: 2, limits: 1...4, stepsPerDecibel: 0.4)
    // Below 2 the values of H.263's relatives do not fit any more.
    default: Scale(start: 2, limits: 2...4, stepsPerDecibel: 0.4)
    }
  }
}
