// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
public import TrimModel

/// How loud a film's sound is over time, as far as it has been listened to.
///
/// Peaks and loudness of 1/64 s each, and of 16 and of 256 of them, so that any zoom is drawn from
/// few values. Two bytes for each: 5 MB for ten hours. What is in view may be known more closely
/// than that. Any thread may read and write.
public final class Waveform: Sendable {
  /// Values in a second.
  public static let bucketsPerSecond = 64

  /// Values in a chunk, which is known as a whole or not: 16 seconds.
  static let bucketsPerChunk = 1024
  static let chunkSeconds = Double(bucketsPerChunk) / Double(bucketsPerSecond)

  /// From one level to the next coarser one.
  static let levelFactor = 16
  static let levelCount = 3

  /// How well a chunk is known.
  enum Coverage: UInt8 {
    case unknown
    /// A second of it was listened to.
    case sampled
    case whole
  }

  /// What is drawn in one column.
  public struct Column: Equatable, Sendable {
    /// The loudest sample, 0 to 1, spread so that quiet sound is seen: the square root.
    public var peak: Float
    /// The average power, likewise.
    public var loudness: Float
    public var isKnown: Bool

    static let unknown = Column(peak: 0, loudness: 0, isKnown: false)

    init(peak: Float, loudness: Float, isKnown: Bool) {
      self.peak = peak
      self.loudness = loudness
      self.isKnown = isKnown
    }

    /// Of values that are not empty, between two places among them, in values.
    ///
    /// Where a value is wider than the column, the way from one to the next is straight.
    init(of buckets: [Bucket], from: Double, to: Double) {
      let count = buckets.count
      if to - from < 1 {
        let place = (from + to) / 2
        let left = min(max(0, Int((place - 0.5).rounded(.down))), count - 1)
        let (a, b) = (buckets[left], buckets[min(left + 1, count - 1)])
        let part = Float(min(max(0, place - 0.5 - Double(left)), 1))
        func mixed(_ a: UInt8, _ b: UInt8) -> Float {
          (Float(a) * (1 - part) + Float(b) * part) / 255
        }
        self.init(
          peak: mixed(a.peak, b.peak), loudness: mixed(a.loudness, b.loudness), isKnown: true)
        return
      }
      let first = min(max(0, Int(from.rounded(.down))), count - 1)
      let last = min(count - 1, max(first, Int(to.rounded(.up)) - 1))
      var (peak, loudness) = (0, 0)
      for bucket in buckets[first...last] {
        peak = max(peak, Int(bucket.peak))
        loudness += Int(bucket.loudness)
      }
      self.init(
        peak: Float(peak) / 255, loudness: Float(loudness) / Float(255 * (last - first + 1)),
        isKnown: true)
    }
  }

  struct Bucket: Equatable {
    var peak: UInt8
    var loudness: UInt8
  }

  private struct Storage {
    var levels: [[Bucket]]
    var coverage: [Coverage]
    var detail: WaveformDetail?
    /// Grows with every change.
    var revision = 0
  }

  /// Where the values begin on the film's clock: the film's first frame.
  public let start: MediaTime

  /// Values that the film has; the last chunk goes on beyond its end.
  let bucketCount: Int

  /// Chunks that the film has.
  let chunkCount: Int

  private let storage: Mutex<Storage>

  /// Nothing is known yet.
  ///
  /// - Parameters:
  ///   - start: Time of the first value.
  ///   - seconds: Length of the film; at most some days.
  public init(start: MediaTime, seconds: Double) {
    self.start = start
    let wanted = seconds.isFinite ? min(max(0, seconds), 1e6) : 0
    chunkCount = max(1, Int((wanted / Self.chunkSeconds).rounded(.up)))
    bucketCount = Int((wanted * Double(Self.bucketsPerSecond)).rounded())
    var counts = [chunkCount * Self.bucketsPerChunk]
    for _ in 1..<Self.levelCount { counts.append((counts.last ?? 0) / Self.levelFactor) }
    storage = Mutex(
      Storage(
        levels: counts.map { [Bucket](repeating: Bucket(peak: 0, loudness: 0), count: $0) },
        coverage: [Coverage](repeating: .unknown, count: chunkCount)))
  }

  /// Changes whenever more is known.
  public var revision: Int { storage.withLock { $0.revision } }

  /// How much of the film has been listened to, 0 to 1.
  public var completeness: Double {
    storage.withLock { storage in
      Double(storage.coverage.count { $0 == .whole }) / Double(storage.coverage.count)
    }
  }

  public var isComplete: Bool {
    storage.withLock { $0.coverage.allSatisfy { $0 == .whole } }
  }

  // MARK: Drawing

  /// What to draw from a place of the film on.
  ///
  /// - Parameters:
  ///   - seconds: Where the first column begins, from ``start``.
  ///   - width: Seconds of a column; more than 0.
  ///   - count: Number of columns.
  /// - Returns: That many columns; none for a width that is none.
  public func columns(from seconds: Double, width: Double, count: Int) -> [Column] {
    guard width > 0, count > 0, seconds.isFinite else { return [] }
    let perColumn = width * Double(Self.bucketsPerSecond)
    var (level, scale) = (0, Double(Self.bucketsPerSecond))
    // Some four values for a column are quick and lose nothing.
    while level + 1 < Self.levelCount,
      perColumn * scale / Double(Self.bucketsPerSecond) >= Double(4 * Self.levelFactor)
    {
      level += 1
      scale /= Double(Self.levelFactor)
    }
    return storage.withLock { storage in
      // A close-up is of use where these values are wider than half a column.
      let detail = perColumn < 2 ? storage.detail : nil
      return (0..<count).map { column in
        let from = seconds + Double(column) * width
        if let close = detail?.column(from: from, to: from + width) { return close }
        return Self.column(storage, level, from * scale, (from + width) * scale)
      }
    }
  }

  private static func column(
    _ storage: borrowing Storage, _ level: Int, _ from: Double, _ to: Double
  ) -> Column {
    let count = storage.levels[level].count
    guard to > 0, from < Double(count) else { return .unknown }
    let chunk = min(max(0, Int(from)), count - 1) * storage.coverage.count / count
    guard storage.coverage[chunk] != .unknown else { return .unknown }
    return Column(of: storage.levels[level], from: from, to: to)
  }

  // MARK: Listening

  func coverage(ofChunk chunk: Int) -> Coverage { storage.withLock { $0.coverage[chunk] } }

  /// Takes a chunk's values, ``bucketsPerChunk`` of them.
  func set(_ buckets: [Bucket], chunk: Int, _ coverage: Coverage) {
    precondition(buckets.count == Self.bucketsPerChunk, "a chunk is set as a whole")
    storage.withLock { storage in
      var (values, first) = (buckets, chunk * Self.bucketsPerChunk)
      storage.levels[0].replaceSubrange(first..<(first + values.count), with: values)
      for level in 1..<Self.levelCount {
        values = Self.coarser(values)
        first /= Self.levelFactor
        storage.levels[level].replaceSubrange(first..<(first + values.count), with: values)
      }
      storage.coverage[chunk] = coverage
      storage.revision += 1
    }
  }

  /// The close-up that is there; a newer one replaces it.
  var detail: WaveformDetail? {
    get { storage.withLock { $0.detail } }
    set {
      storage.withLock { storage in
        storage.detail = newValue
        storage.revision += 1
      }
    }
  }

  private static func coarser(_ values: [Bucket]) -> [Bucket] {
    stride(from: 0, to: values.count, by: levelFactor).map { start in
      let part = values[start..<min(start + levelFactor, values.count)]
      let loudness = part.reduce(0) { $0 + Int($1.loudness) } / max(1, part.count)
      return Bucket(peak: part.map(\.peak).max() ?? 0, loudness: UInt8(clamping: loudness))
    }
  }

  /// All values of the finest level, for the disk and for the search for silence.
  func finest() -> [Bucket] { storage.withLock { $0.levels[0] } }
}
