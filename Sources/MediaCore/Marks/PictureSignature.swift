// SPDX-License-Identifier: GPL-3.0-or-later

/// What a picture looks like at a glance: enough to tell a new scene from a moving one.
struct PictureSignature: Equatable {
  /// Pictures are looked at in this size, whatever their shape.
  static let width = 16
  static let height = 9

  private let samples: [UInt8]

  /// Mean and largest brightness, 0 to 255.
  let brightness: Double
  let brightest: Int

  init(_ picture: Picture) { self.init(samples: Array(picture.pixels)) }

  /// - Parameter samples: Red, green and blue in turn.
  init(samples: [UInt8]) {
    self.samples = samples
    var (sum, most) = (0, 0)
    for start in stride(from: 0, to: samples.count - samples.count % 3, by: 3) {
      // Rec. 601's weights, in 256ths.
      let luma =
        (77 * Int(samples[start]) + 150 * Int(samples[start + 1]) + 29 * Int(samples[start + 2]))
        >> 8
      sum += luma
      most = max(most, luma)
    }
    brightness = Double(sum) / Double(max(1, samples.count / 3))
    brightest = most
  }

  /// Whether nothing can be seen on it.
  var isBlack: Bool { brightness < 12 && brightest < 40 }

  /// Mean difference of the samples, 0 to 255.
  func distance(to other: PictureSignature) -> Double {
    guard samples.count == other.samples.count, !samples.isEmpty else { return 255 }
    let sum = zip(samples, other.samples).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(samples.count)
  }
}
