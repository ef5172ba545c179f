// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// The thread of a ``WaveformWorker``.
///
/// Belongs to that thread.
final class WaveformListener {
  private let clip: ClipInfo
  private let waveform: Waveform
  private let views: LatestMailbox<WaveformView>
  private let cache: CacheFolder?
  private let changed: () -> Void

  private var reader: AudioReader?
  /// What was read beyond the last chunk.
  private var ahead: SoundBlock?
  /// The chunk that the reader stands before; nil when it stands elsewhere.
  private var nextChunk: Int?
  private var view: ClosedRange<Double> = 0...0
  private var rate = 48_000
  /// Chunks in view that a second of is heard first; the next one last.
  private var toSample: [Int] = []

  /// More chunks in view than this are sampled first: sixteen minutes.
  private static let wholeAtOnce = 60
  /// What is listened to of a chunk that is sampled.
  private static let sampleSeconds = 1.0

  init(
    clip: ClipInfo, waveform: Waveform, views: LatestMailbox<WaveformView>,
    cache: CacheFolder?, changed: @escaping () -> Void
  ) {
    self.clip = clip
    self.waveform = waveform
    self.views = views
    self.cache = cache
    self.changed = changed
  }

  /// Listens until all is known or the mailbox closes.
  func run() {
    guard clip.audio != nil, let stream = clip.audioStreamIndex else { return }
    rate = WaveformWorker.sampleRate(of: clip)
    let identity = cache.flatMap { _ in FileIdentity(of: clip.path) }
    let name = identity.map { WaveformFile.name($0, stream: stream) }
    if let cache, let name, let bytes = cache.read(name), WaveformFile.read(bytes, into: waveform) {
      return changed()
    }
    do throws(MediaError) {
      reader = try AudioReader(clip: clip, sampleRate: rate)
      while let job = chooseJob() { try listen(to: job) }
    } catch {
      // A film whose sound cannot be read has no waveform; playing it will say why.
      return
    }
    guard waveform.isComplete, let cache, let name else { return }
    if cache.write(WaveformFile.bytes(of: waveform), to: name) { cache.trim() }
  }

  // MARK: Order

  private struct Job {
    let chunk: Int
    let isSample: Bool
  }

  /// What to listen to next; nil when all is known or nobody wants it any more.
  private func chooseJob() -> Job? {
    if views.hasPending {
      guard let newest = views.take() else { return nil }
      if newest.surroundings != view {
        view = newest.surroundings
        toSample = chunksInView.count > Self.wholeAtOnce ? Self.spread(chunksInView) : []
      }
    }
    while let chunk = toSample.popLast() {
      if waveform.coverage(ofChunk: chunk) == .unknown { return Job(chunk: chunk, isSample: true) }
    }
    func isWanted(_ chunk: Int) -> Bool { waveform.coverage(ofChunk: chunk) != .whole }
    let inView = chunksInView
    var candidates: [Int?] = []
    // To read on is quickest.
    if let nextChunk, inView.contains(nextChunk) { candidates.append(nextChunk) }
    candidates.append(inView.first(where: isWanted))
    if let nextChunk, nextChunk < waveform.chunkCount { candidates.append(nextChunk) }
    if let chunk = candidates.compactMap({ $0 }).first(where: isWanted) {
      return Job(chunk: chunk, isSample: false)
    }
    return (0..<waveform.chunkCount).first(where: isWanted).map { Job(chunk: $0, isSample: false) }
  }

  private var chunksInView: Range<Int> {
    let first = Int(max(0, view.lowerBound) / Waveform.chunkSeconds)
    let last = Int(max(0, view.upperBound) / Waveform.chunkSeconds)
    let count = waveform.chunkCount
    return min(first, count)..<min(max(first, last) + 1, count)
  }

  /// The numbers so that each half, then each quarter, … of them is reached early; last first.
  static func spread(_ numbers: Range<Int>) -> [Int] {
    guard !numbers.isEmpty else { return [] }
    var result = [numbers.lowerBound]
    var step = 1
    while step < numbers.count { step *= 2 }
    while step > 1 {
      step /= 2
      for offset in stride(from: step, to: numbers.count, by: 2 * step) {
        result.append(numbers.lowerBound + offset)
      }
    }
    return result.reversed()
  }

  // MARK: Listening

  private func listen(to job: Job) throws(MediaError) {
    guard let reader else { return }
    let origin = waveform.start.rescaled(to: Timebase(numerator: 1, denominator: Int32(rate))).ticks
    var meter = PeakMeter(chunk: job.chunk, origin: origin, rate: rate)
    if job.isSample {
      nextChunk = nil
      ahead = nil
      try sample(reader, &meter)
      waveform.set(meter.buckets, chunk: job.chunk, .sampled)
      return changed()
    }
    let range = meter.samples
    if nextChunk != job.chunk {
      ahead = nil
      try reader.start(at: time(ofSample: range.lowerBound))
    }
    nextChunk = nil
    var isAtEnd = false
    if let block = ahead { meter.add(block) }
    while (ahead?.endSample ?? .min) < range.upperBound {
      ahead = try reader.nextBlock()
      guard let block = ahead else {
        isAtEnd = true
        break
      }
      meter.add(block)
    }
    meter.finishBucket()
    waveform.set(meter.buckets, chunk: job.chunk, .whole)
    nextChunk = job.chunk + 1
    if isAtEnd { endSound(after: job.chunk) }
    changed()
  }

  /// Listens to a second in the middle and takes it for the whole chunk.
  private func sample(_ reader: AudioReader, _ meter: inout PeakMeter) throws(MediaError) {
    let range = meter.samples
    let middle = (range.lowerBound + range.upperBound) / 2
    let end = middle + Int64(Self.sampleSeconds * Double(rate))
    try reader.start(at: time(ofSample: middle))
    var stretch: [Float] = []
    while let block = try reader.nextBlock() {
      stretch.append(contentsOf: block.samples)
      if block.endSample >= end { break }
    }
    let length = stretch.count / AudioResampler.channels
    guard length > 0 else { return }
    var place = range.lowerBound
    while place < range.upperBound {
      meter.add(SoundBlock(firstSample: place, samples: stretch))
      place += Int64(length)
    }
    meter.finishBucket()
  }

  /// The sound is shorter than the film: behind it is silence.
  private func endSound(after chunk: Int) {
    let silence = [Waveform.Bucket](
      repeating: Waveform.Bucket(peak: 0, loudness: 0), count: Waveform.bucketsPerChunk)
    for later in (chunk + 1)..<max(chunk + 1, waveform.chunkCount)
    where waveform.coverage(ofChunk: later) != .whole {
      waveform.set(silence, chunk: later, .whole)
    }
    nextChunk = nil
    ahead = nil
  }

  private func time(ofSample sample: Int64) -> MediaTime {
    MediaTime(ticks: sample, timebase: Timebase(numerator: 1, denominator: Int32(rate)))
  }
}
