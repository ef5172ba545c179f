// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Turns light of BT.2020's wide gamut, HDR or not, into what an ordinary screen shows; a value.
///
/// Per pixel: to linear light where 1 is diffuse white, BT.2020's primaries to BT.709's, highlights
/// rolled off by Möbius's curve as libavfilter's `tonemap` has it, then the screen's gamma of 2.4.
struct ToneMapper {
  /// How a coded value becomes light.
  enum Transfer: Equatable {
    /// SMPTE ST 2084.
    case perceptualQuantizer
    /// ARIB STD-B67, for a screen of 1000 cd/m².
    case hybridLogGamma
    /// A screen's gamma of 2.4: wide gamut without HDR.
    case gamma
  }

  /// Diffuse white in cd/m², by ITU-R BT.2408.
  static let whiteNits = 203.0

  /// The curve is straight below this, as a share of diffuse white.
  private static let knee: Float = 0.3

  private static let linearBits = 12
  private static let encodedCount = 4_096

  let transfer: Transfer
  /// The brightest that the film has, in cd/m².
  let peakNits: Double

  private let linear: [Float]
  private let encoded: [UInt8]
  private let curve: Curve?

  /// - Parameters:
  ///   - transfer: How coded values become light.
  ///   - peakNits: The brightest that the film has, as it says or 1000 cd/m².
  init(transfer: Transfer, peakNits: Double) {
    self.transfer = transfer
    self.peakNits = peakNits
    let count = 1 << Self.linearBits
    linear = (0..<count).map {
      Float(Self.light(of: Double($0) / Double(count - 1), transfer: transfer))
    }
    // Steps of the square root of light: as fine in the dark as the eye is.
    encoded = (0..<Self.encodedCount).map {
      let root = Double($0) / Double(Self.encodedCount - 1)
      return UInt8((255 * pow(root * root, 1 / 2.4)).rounded())
    }
    curve =
      transfer == .gamma
      ? nil : Curve(knee: Self.knee, peak: Float(max(1.01, peakNits / Self.whiteNits)))
  }

  /// Maps `count` pixels of three 16-bit values to three bytes each.
  func map(_ source: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<UInt8>, count: Int) {
    linear.withUnsafeBufferPointer { linear in
      encoded.withUnsafeBufferPointer { encoded in
        for pixel in 0..<count {
          let (from, to) = (source + pixel * 3, target + pixel * 3)
          var (red, green, blue) = (
            light(from[0], linear), light(from[1], linear), light(from[2], linear)
          )
          if transfer == .hybridLogGamma {
            // The system gamma of 1.2 acts on luminance.
            let luminance = 0.2627 * red + 0.6780 * green + 0.0593 * blue
            let gain = Self.hybridScale * powf(max(luminance, 1e-6), 0.2)
            (red, green, blue) = (red * gain, green * gain, blue * gain)
          }
          var (r, g, b) = (
            1.660491 * red - 0.587641 * green - 0.072850 * blue,
            -0.124550 * red + 1.132900 * green - 0.008349 * blue,
            -0.018151 * red - 0.100579 * green + 1.118730 * blue
          )
          if let curve {
            let signal = max(max(r, max(g, b)), 1e-6)
            let gain = curve.value(at: signal) / signal
            (r, g, b) = (r * gain, g * gain, b * gain)
          }
          to[0] = code(r, encoded)
          to[1] = code(g, encoded)
          to[2] = code(b, encoded)
        }
      }
    }
  }

  /// Möbius's curve: straight up to the knee, 1 at the peak.
  private struct Curve {
    let knee: Float
    let scale: Float
    let a: Float
    let b: Float

    init(knee: Float, peak: Float) {
      self.knee = knee
      let divisor = knee * knee - 2 * knee + peak
      a = -knee * knee * (peak - 1) / divisor
      b = (knee * knee - 2 * knee * peak + peak) / max(peak - 1, 1e-6)
      scale = (b * b + 2 * b * knee + knee * knee) / (b - a)
    }

    func value(at signal: Float) -> Float {
      signal <= knee ? signal : scale * (signal + a) / (signal + b)
    }
  }

  private func light(_ code: UInt16, _ table: UnsafeBufferPointer<Float>) -> Float {
    table[Int(code >> (16 - Self.linearBits))]
  }

  private func code(_ light: Float, _ table: UnsafeBufferPointer<UInt8>) -> UInt8 {
    let root = min(max(light, 0), 1).squareRoot()
    return table[Int(root * Float(Self.encodedCount - 1) + 0.5)]
  }

  /// Scene light of 1 on a screen of 1000 cd/m².
  private static let hybridScale = Float(1_000 / whiteNits)

  /// Light of a coded value; for HLG the scene's, else the screen's in shares of diffuse white.
  private static func light(of code: Double, transfer: Transfer) -> Double {
    switch transfer {
    case .perceptualQuantizer:
      let root = pow(code, 1 / 78.84375)
      let share = max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)
      return 10_000 / whiteNits * pow(share, 1 / 0.1593017578125)
    case .hybridLogGamma:
      return code <= 0.5
        ? code * code / 3 : (exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12
    case .gamma: return pow(code, 2.4)
    }
  }
}
