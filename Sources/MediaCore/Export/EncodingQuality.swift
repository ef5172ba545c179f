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
  ///
  /// The fewer pixels a frame has, the less it tells of the next ones, and the less it takes.
  static func sampleCount(pixels: Int, aim: FilmEncoder.Aim) -> Int {
    let small = 200_000 / max(1, pixels)
    if small > 6 { return min(30, small) }
    return min(aim == .film ? 6 : 4, max(2, 25_000_000 / max(1, pixels)))
  }

  /// Pixels of all frames of a sample below which it is encoded in some hundredths of a second.
  static let quickPixels = 1_000_000

  /// Bits for a pixel from which on a source's frames are dense.
  private static let denseBits = 0.4

  /// What pieces of film that go beside copied ones are aimed at.
  static func edgeAim(bytes: Int64, ofFrames count: Int, pixels: Int) -> FilmEncoder.Aim {
    .edge(isDense: Double(bytes) * 8 >= denseBits * Double(max(1, count) * max(1, pixels)))
  }

  /// Peak signal-to-noise ratio that every frame of the sample reaches, in decibels, and one that is
  /// more than anybody can see.
  private static let wanted = 44.0
  private static let plenty = 48.0
  /// The same for frames that are all alike.
  private static let wantedAtEdges = 43.5
  private static let plentyAtEdges = 45.5

  /// Finds the settings with which the sample comes out as wanted.
  ///
  /// - Parameters:
  ///   - settings: All but the quality.
  ///   - bytes: What the sample's frames take in the source, for an idea of what is in proportion.
  ///   - isQuick: Whether a trial takes so little that a coarser quality is tried too.
  ///   - trial: Encodes and decodes the sample: the worst frame's ratio, and the bytes that it took.
  /// - Returns: `settings` with a quality.
  /// - Throws: What `trial` throws.
  static func find(
    _ settings: FilmEncoder.Settings, bytes: Int64, isQuick: Bool,
    trial: (FilmEncoder.Settings) throws(MediaError) -> (decibels: Double, bytes: Int64)
  ) throws(MediaError) -> FilmEncoder.Settings {
    let scale = Self.scale(of: settings)
    let isEdge = settings.aim != .film
    let wanted = isEdge ? wantedAtEdges : wanted
    let plenty = isEdge ? plentyAtEdges : plenty
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
      let finer = settings
      settings.quality = next
      // Coarser once is enough: the other way would only come back.
      guard step > 0 else { continue }
      if isQuick, try trial(settings).decibels < wanted { settings = finer }
      break
    }
    return settings
  }

  private static func scale(of settings: FilmEncoder.Settings) -> Scale {
    switch settings.name {
    // The quantiser itself: a step of it is a decibel, or a little less.
    case "libx264" where settings.aim != .film:
      Scale(start: 20, limits: 4...28, stepsPerDecibel: 1)
    case "libx265" where settings.aim != .film:
      Scale(start: 21, limits: 4...28, stepsPerDecibel: 1)
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
