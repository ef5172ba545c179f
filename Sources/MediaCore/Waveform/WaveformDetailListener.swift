// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// The thread of a ``WaveformWorker`` that listens closely to what is in view.
///
/// It opens the file when somebody first looks so closely. Belongs to that thread.
final class WaveformDetailListener {
  private let clip: ClipInfo
  private let waveform: Waveform
  private let views: LatestMailbox<WaveformView>
  private let changed: () -> Void
  private let rate: Int
  private var reader: AudioReader?

  init(
    clip: ClipInfo, waveform: Waveform, views: LatestMailbox<WaveformView>,
    changed: @escaping () -> Void
  ) {
    self.clip = clip
    self.waveform = waveform
    self.views = views
    self.changed = changed
    rate = WaveformWorker.sampleRate(of: clip)
  }

  /// Listens until the mailbox closes.
  func run() {
    do throws(MediaError) {
      while let view = views.take() {
        guard let perSecond = WaveformDetail.valuesPerSecond(for: view, sampleRate: rate),
          !isKnown(view, perSecond)
        else { continue }
        waveform.detail = try listen(to: view, perSecond)
        changed()
      }
    } catch {
      // The overview stays; playing will say what is wrong with the sound.
    }
  }

  /// Whether what is there will do, also for the next steps of scrolling.
  private func isKnown(_ view: WaveformView, _ perSecond: Int) -> Bool {
    guard let detail = waveform.detail, detail.perSecond == perSecond else { return false }
    let wanted = view.grown(by: 0.25)
    let end = min(
      wanted.upperBound, Double(waveform.bucketCount) / Double(Waveform.bucketsPerSecond))
    return detail.seconds.lowerBound <= wanted.lowerBound && end <= detail.seconds.upperBound
  }

  private func listen(
    to view: WaveformView, _ perSecond: Int
  ) throws(MediaError) -> WaveformDetail {
    let reader = try openReader()
    let stretch = view.surroundings
    let first = Int((stretch.lowerBound * Double(perSecond)).rounded(.down))
    let last = Int((stretch.upperBound * Double(perSecond)).rounded(.up))
    let base = Timebase(numerator: 1, denominator: Int32(rate))
    var meter = PeakMeter(
      buckets: first..<max(first + 1, last), perSecond: perSecond,
      origin: waveform.start.rescaled(to: base).ticks, rate: rate)
    let samples = meter.samples
    try reader.start(at: MediaTime(ticks: samples.lowerBound, timebase: base))
    while let block = try reader.nextBlock() {
      meter.add(block)
      if block.endSample >= samples.upperBound { break }
    }
    meter.finishBucket()
    return WaveformDetail(first: first, perSecond: perSecond, buckets: meter.buckets)
  }

  private func openReader() throws(MediaError) -> AudioReader {
    if let reader { return reader }
    let made = try AudioReader(clip: clip, sampleRate: rate)
    reader = made
    return made
  }
}
