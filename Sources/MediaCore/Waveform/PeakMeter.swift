// SPDX-License-Identifier: GPL-3.0-or-later

/// Measures sound in short stretches of one length each: the buckets of a ``Waveform``.
///
/// A value: it belongs to whoever holds it.
struct PeakMeter {
  private let rate: Int64
  private let perSecond: Int64
  /// Sample number of the first bucket's start, on the film's clock.
  private let origin: Int64

  /// What was measured.
  private(set) var buckets: [Waveform.Bucket]
  private let firstBucket: Int64

  private var current: Int64
  private var peak: Float = 0
  private var power: Float = 0
  private var count = 0

  /// Measures buckets of a chunk of ``Waveform``.
  init(chunk: Int, origin: Int64, rate: Int) {
    let count = Waveform.bucketsPerChunk
    self.init(
      buckets: (chunk * count)..<((chunk + 1) * count), perSecond: Waveform.bucketsPerSecond,
      origin: origin, rate: rate)
  }

  /// - Parameters:
  ///   - buckets: Which, counted from the film's first frame on.
  ///   - perSecond: How many a second; at most `rate`.
  ///   - origin: Sample number of the film's first frame.
  ///   - rate: Samples a second.
  init(buckets: Range<Int>, perSecond: Int, origin: Int64, rate: Int) {
    self.rate = Int64(rate)
    self.perSecond = Int64(perSecond)
    self.origin = origin
    firstBucket = Int64(buckets.lowerBound)
    current = firstBucket
    self.buckets = [Waveform.Bucket](
      repeating: Waveform.Bucket(peak: 0, loudness: 0), count: buckets.count)
  }

  /// The sample at which the first bucket begins, and the first one behind the last.
  var samples: Range<Int64> {
    sample(of: firstBucket)..<sample(of: firstBucket + Int64(buckets.count))
  }

  private func sample(of bucket: Int64) -> Int64 {
    origin + (bucket * rate + perSecond - 1) / perSecond
  }

  /// Takes interleaved stereo; what lies outside is left out.
  mutating func add(_ block: SoundBlock) {
    block.samples.withUnsafeBufferPointer { samples in
      var next = max(block.firstSample, self.samples.lowerBound)
      let end = min(block.endSample, self.samples.upperBound)
      guard next < end else { return }
      let bucket = (next - origin) * perSecond / rate
      if bucket != current {
        finishBucket()
        current = bucket
      }
      while next < end {
        let stop = min(end, sample(of: current + 1))
        let from = Int(next - block.firstSample) * AudioResampler.channels
        let to = Int(stop - block.firstSample) * AudioResampler.channels
        measure(UnsafeBufferPointer(rebasing: samples[from..<to]))
        next = stop
        if next == sample(of: current + 1) {
          finishBucket()
          current += 1
        }
      }
    }
  }

  /// Ends the bucket under way.
  mutating func finishBucket() {
    defer { (peak, power, count) = (0, 0, 0) }
    let position = Int(current - firstBucket)
    guard count > 0, buckets.indices.contains(position) else { return }
    let loudness = (power / Float(count)).squareRoot()
    buckets[position] = Waveform.Bucket(
      peak: Self.spread(peak), loudness: Self.spread(loudness))
  }

  /// The square root: a whisper at −48 dB is 16 of 255 instead of 1.
  static func spread(_ amplitude: Float) -> UInt8 {
    guard amplitude.isFinite, amplitude > 0 else { return 0 }
    return UInt8((min(1, amplitude).squareRoot() * 255).rounded())
  }

  private mutating func measure(_ samples: UnsafeBufferPointer<Float>) {
    // Eight at a time: the optimizer may not reorder sums of floats by itself.
    var (peaks, powers) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    let bytes = UnsafeRawBufferPointer(samples)
    var position = 0
    while position + 8 <= samples.count {
      let values = bytes.loadUnaligned(
        fromByteOffset: position * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
      peaks = pointwiseMax(peaks, pointwiseMax(values, -values))
      powers += values * values
      position += 8
    }
    peak = max(peak, peaks.max())
    power += powers.sum()
    while position < samples.count {
      let value = samples[position]
      peak = max(peak, abs(value))
      power += value * value
      position += 1
    }
    count += samples.count
  }
}
