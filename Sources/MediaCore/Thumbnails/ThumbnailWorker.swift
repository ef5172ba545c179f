// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// Makes the small pictures of a strip, in the background.
///
/// A thread of low priority owns the file and the decoders; it ends when the worker is let go. Any
/// thread may ask, nobody waits: a newer list replaces what is left of the older one.
public final class ThumbnailWorker: Sendable {
  /// The pictures as each is ready; one consumer.
  ///
  /// A time may come twice: first with the nearest keyframe, then with the exact frame where that is
  /// cheap. A time whose picture cannot be made does not come at all.
  public let thumbnails: AsyncStream<Thumbnail>

  private let requests = LatestMailbox<ThumbnailRequest>()
  private let index = NewestIndex()

  /// What pictures are for.
  public enum Purpose: Sendable {
    /// Many small ones: keyframes first, the frames asked for where that is cheap.
    case strip
    /// A few, such as both sides of a cut: the frames asked for, whatever that takes.
    case stills
  }

  /// Starts at once; a file that cannot be read gives no pictures.
  ///
  /// - Parameters:
  ///   - clip: The film.
  ///   - purpose: What the pictures are for.
  ///   - cache: Where pictures of a strip are kept from run to run; nil for nowhere.
  public init(clip: ClipInfo, purpose: Purpose = .strip, cache: CacheFolder? = nil) {
    let (thumbnails, output) = AsyncStream<Thumbnail>.makeStream(
      bufferingPolicy: .bufferingNewest(Self.bufferedThumbnails))
    self.thumbnails = thumbnails
    WorkerThread.start(name: "thumbnails", priority: .background) { [requests, index] in
      ThumbnailMaker(
        clip: clip, purpose: purpose, requests: requests, index: index, cache: cache,
        output: output
      ).run()
      output.finish()
    }
  }

  deinit { requests.close() }

  /// Takes a newer index: it tells which times share a keyframe without looking into the file.
  public func setIndex(_ newIndex: FrameIndex) { index.set(newIndex) }

  /// Asks for pictures, in the order wanted; replaces what was asked for before.
  ///
  /// - Parameters:
  ///   - times: On the film's clock; an empty list stops the work.
  ///   - bounds: Room for each picture, in device pixels.
  public func request(times: [MediaTime], fitting bounds: PixelSize) {
    requests.put(ThumbnailRequest(times: times, bounds: bounds))
  }

  /// More than a strip shows at once, so that a slow reader misses nothing it still wants.
  private static let bufferedThumbnails = 1024
}

/// A list of pictures that are wanted.
struct ThumbnailRequest: Sendable {
  let times: [MediaTime]
  let bounds: PixelSize
}
