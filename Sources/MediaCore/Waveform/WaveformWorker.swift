// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// Listens to a film's sound in the background and draws up its ``Waveform``.
///
/// Threads of low priority own the file; they end when the worker is let go. What is in view comes
/// first, then the rest; what is looked at very closely is listened to again, more finely. A film
/// that was listened to before comes from the cache.
public final class WaveformWorker: Sendable {
  /// Fills up.
  public let waveform: Waveform

  /// Tells that more of the whole film is known.
  ///
  /// The newest news only, for one consumer. Ends when all is known.
  public let changes: AsyncStream<Void>

  /// Tells that what is in view is known more closely.
  ///
  /// The newest news only, for one consumer. Ends with the worker.
  public let detailChanges: AsyncStream<Void>

  private let views = LatestMailbox<WaveformView>()
  private let closeViews = LatestMailbox<WaveformView>()

  /// Starts at once.
  ///
  /// - Parameters:
  ///   - clip: With sound; without it nothing ever comes.
  ///   - start: The film's first frame.
  ///   - seconds: The film's length.
  ///   - cache: Where complete waveforms are kept; nil for nowhere.
  public init(clip: ClipInfo, start: MediaTime, seconds: Double, cache: CacheFolder? = nil) {
    let waveform = Waveform(start: start, seconds: seconds)
    let (changes, output) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (detailChanges, detailOutput) = AsyncStream<Void>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    self.waveform = waveform
    self.changes = changes
    self.detailChanges = detailChanges
    WorkerThread.start(name: "waveform", priority: .background) { [views] in
      WaveformListener(
        clip: clip, waveform: waveform, views: views, cache: cache, changed: { output.yield() }
      ).run()
      output.finish()
    }
    WorkerThread.start(name: "waveform-detail", priority: .background) { [closeViews] in
      WaveformDetailListener(
        clip: clip, waveform: waveform, views: closeViews, changed: { detailOutput.yield() }
      ).run()
      detailOutput.finish()
    }
  }

  deinit {
    views.close()
    closeViews.close()
  }

  /// Tells what is in view: that comes first.
  public func look(at view: WaveformView) {
    views.put(view)
    closeViews.put(view)
  }

  /// Samples a second that are looked at: enough for any screen.
  static func sampleRate(of clip: ClipInfo) -> Int {
    min(max(clip.audio?.sampleRate ?? 48_000, 8000), 48_000)
  }
}
