// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// Listens to a film's sound in the background and draws up its ``Waveform``.
///
/// A thread of low priority owns the file; it ends when the worker is let go. What is in view comes
/// first, then the rest. A film that was listened to before comes from the cache.
public final class WaveformWorker: Sendable {
  /// Fills up.
  public let waveform: Waveform

  /// Tells that more is known.
  ///
  /// The newest news only, for one consumer. Ends when nothing more will come.
  public let changes: AsyncStream<Void>

  private let views: LatestMailbox<ClosedRange<Double>>

  /// Starts at once.
  ///
  /// - Parameters:
  ///   - clip: With sound; without it nothing ever comes.
  ///   - start: The film's first frame.
  ///   - seconds: The film's length.
  ///   - cache: Where complete waveforms are kept; nil for nowhere.
  public init(clip: ClipInfo, start: MediaTime, seconds: Double, cache: CacheFolder? = nil) {
    let waveform = Waveform(start: start, seconds: seconds)
    let views = LatestMailbox<ClosedRange<Double>>()
    let (changes, output) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.waveform = waveform
    self.views = views
    self.changes = changes
    WorkerThread.start(name: "waveform", priority: .background) {
      WaveformListener(
        clip: clip, waveform: waveform, views: views, cache: cache, changed: { output.yield() }
      ).run()
      output.finish()
    }
  }

  deinit { views.close() }

  /// Tells what is in view, in seconds from the film's first frame: that comes first.
  public func look(at seconds: ClosedRange<Double>) { views.put(seconds) }
}
