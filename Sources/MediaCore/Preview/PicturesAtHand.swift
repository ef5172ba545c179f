// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// The way of a ``PreviewWorker``'s pictures to the screen: a request for one that is there is answered
/// by whoever asks, without waiting for what the decode thread has under way.
///
/// Requests are numbered as they come. What is shown for an older one after a newer was answered would
/// be a step back in time: it is dropped. Any thread.
final class PicturesAtHand: Sendable {
  typealias Output = AsyncStream<Result<Picture, MediaError>>.Continuation

  /// What the decode thread alone changes, and what asking needs of it.
  struct Contents: Sendable {
    var index: FrameIndex?
    var cache: FrameCache
    /// Of the pictures in the cache.
    var size = PixelSize(width: 1, height: 1)
    /// The picture that was given out last.
    fileprivate(set) var shown: (pts: Int64, at: ContinuousClock.Instant)?
    fileprivate var newest = 0
    fileprivate var answered = 0

    init(cacheBytes: Int) { cache = FrameCache(byteLimit: cacheBytes) }

    /// PTS of the frame on screen at a time, as far as the index reaches.
    func exactPTS(at time: MediaTime) -> Int64? {
      guard let index, index.isComplete || time < index.endTime else { return nil }
      return index.frame(at: time).map { index.frames[$0].pts }
    }
  }

  /// Enough for some seconds at the size of a window; a frame of 960×540 takes 1.5 MB.
  static let cacheBytes = 300 << 20

  private let clip: ClipInfo
  private let output: Output
  /// Under a lock that ThreadSanitizer sees, also where two threads wait for it.
  private let contents: Monitor<Contents>

  init(clip: ClipInfo, output: Output, cacheBytes: Int = cacheBytes) {
    self.clip = clip
    self.output = output
    contents = Monitor(Contents(cacheBytes: cacheBytes))
  }

  func withLock<Answer>(_ body: (inout Contents) -> Answer) -> Answer {
    contents.withLock { body(&$0) }
  }

  /// Answers a request if its picture is there, and passes it on to the decode thread in any case.
  func ask(
    _ time: MediaTime, fitting bounds: PixelSize, through requests: LatestMailbox<PreviewOrder>
  ) {
    contents.withLock { contents in
      contents.newest += 1
      var request = PreviewRequest(time: time, bounds: bounds, number: contents.newest)
      if contents.size == clip.geometry.viewSize(in: bounds),
        let pts = contents.exactPTS(at: time), let picture = contents.cache[pts]
      {
        request.answeredPTS = pts
        contents.answered = request.number
        contents.shown = (pts, ContinuousClock.now)
        output.yield(.success(picture))
      }
      // Under the lock, so that requests arrive in the order of their numbers.
      requests.put(.show(request))
    }
  }

  /// Gives a picture out for a request, unless a newer one was answered.
  func show(_ picture: Picture, for number: Int) {
    contents.withLock { contents in
      guard contents.answered <= number else { return }
      contents.shown = (picture.presentationTime.ticks, ContinuousClock.now)
      output.yield(.success(picture))
    }
  }

  /// Tells that a request failed, unless a newer one was answered.
  func fail(_ error: MediaError, for number: Int) {
    contents.withLock { contents in
      guard contents.answered <= number else { return }
      output.yield(.failure(error))
    }
  }
}
