// SPDX-License-Identifier: GPL-3.0-or-later

/// A close-up of a stretch of a film's sound: as many values as its pixels need.
struct WaveformDetail: Equatable, Sendable {
  /// Number of the first value, counted from the film's first frame on.
  let first: Int

  /// Values in a second.
  let perSecond: Int

  let buckets: [Waveform.Bucket]

  /// What it is of, in seconds from the film's first frame.
  var seconds: ClosedRange<Double> {
    let start = Double(first) / Double(perSecond)
    return start...(start + Double(buckets.count) / Double(perSecond))
  }

  /// How many values a second a view needs; nil when those of ``Waveform`` are enough.
  ///
  /// Two to four for a column, so that zooming a little needs no others, and not more than samples.
  static func valuesPerSecond(for view: WaveformView, sampleRate: Int) -> Int? {
    guard view.columnSeconds > 0 else { return nil }
    var values = Waveform.bucketsPerSecond
    while Double(values) * view.columnSeconds < 2, 2 * values <= min(sampleRate, 16_384) {
      values *= 2
    }
    return values > Waveform.bucketsPerSecond ? values : nil
  }

  /// What to draw from one place to another, in seconds from the film's first frame; nil where this
  /// is not a close-up of.
  func column(from: Double, to: Double) -> Waveform.Column? {
    guard from >= seconds.lowerBound, to <= seconds.upperBound, !buckets.isEmpty else { return nil }
    let offset = Double(first)
    return Waveform.Column(
      of: buckets, from: from * Double(perSecond) - offset, to: to * Double(perSecond) - offset)
  }
}
