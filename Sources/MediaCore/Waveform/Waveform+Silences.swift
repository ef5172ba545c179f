// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

extension Waveform {
  /// Below this nobody hears anything: −46 dB.
  private static let quiet = PeakMeter.spread(0.005)
  private static let leastSilenceSeconds = 0.4

  /// Stretches without sound that were listened to as a whole, rising; none for a silent film.
  public func silences() -> [TrimRange] {
    let buckets = finest()
    let least = Int(Self.leastSilenceSeconds * Double(Self.bucketsPerSecond))
    var found: [TrimRange] = []
    var start: Int?
    func end(_ position: Int) {
      defer { start = nil }
      guard let start, position - start >= least, position - start < bucketCount,
        let range = TrimRange(inPoint: time(ofBucket: start), outPoint: time(ofBucket: position))
      else { return }
      found.append(range)
    }
    for chunk in 0..<chunkCount {
      let first = chunk * Self.bucketsPerChunk
      guard coverage(ofChunk: chunk) == .whole else {
        end(first)
        continue
      }
      for position in first..<min(first + Self.bucketsPerChunk, max(first, bucketCount)) {
        if buckets[position].peak >= Self.quiet {
          end(position)
        } else if start == nil {
          start = position
        }
      }
    }
    end(bucketCount)
    return found
  }

  private func time(ofBucket position: Int) -> MediaTime {
    start
      + MediaTime(
        ticks: Int64(position),
        timebase: Timebase(numerator: 1, denominator: Int32(Self.bucketsPerSecond)))
  }
}
