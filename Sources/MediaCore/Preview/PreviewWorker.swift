// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
public import TrimModel

/// Shows exact frames of one clip while it is paused or dragged over.
///
/// A decode thread owns the file and the decoder; it ends when the worker is let go. Any thread may
/// ask, nobody waits: of requests that pile up only the newest is answered.
public final class PreviewWorker: Sendable {
  /// The frames asked for, each at the clip's shape inside the bounds asked for; one consumer.
  ///
  /// While requests come faster than far frames can be decoded, frames on the way there come in
  /// between, each with its own time, so that the picture keeps moving; the last is the exact one.
  /// A frame that cannot be decoded is replaced by the nearest earlier one that can. A failure
  /// answers one request and does not end the stream.
  public let pictures: AsyncStream<Result<Picture, MediaError>>

  private let requests: LatestMailbox<PreviewOrder>
  private let index: NewestIndex
  private let atHand: PicturesAtHand

  /// Opens the clip's file on a thread of its own.
  ///
  /// - Parameters:
  ///   - clip: What ``ClipProbe`` found.
  ///   - showsCoarse: Whether a keyframe is shown at once when the exact frame is far.
  /// - Returns: A worker that has the file open.
  /// - Throws: ``MediaError``: what opening throws, `.unsupported` without a decoder.
  public static func open(
    _ clip: ClipInfo, showsCoarse: Bool = false
  ) async throws(MediaError) -> PreviewWorker {
    let (pictures, output) = AsyncStream<Result<Picture, MediaError>>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let requests = LatestMailbox<PreviewOrder>()
    let index = NewestIndex()
    let atHand = PicturesAtHand(clip: clip, output: output)
    let opened: Result<Void, MediaError> = await withCheckedContinuation { opening in
      WorkerThread.start(name: "preview-decode") {
        do throws(MediaError) {
          let scrubber = try Scrubber(
            clip: clip, requests: requests, index: index, atHand: atHand,
            showsCoarse: showsCoarse)
          opening.resume(returning: .success(()))
          scrubber.run()
        } catch {
          opening.resume(returning: .failure(error))
        }
        output.finish()
      }
    }
    try opened.get()
    return PreviewWorker(pictures: pictures, requests: requests, index: index, atHand: atHand)
  }

  private init(
    pictures: AsyncStream<Result<Picture, MediaError>>, requests: LatestMailbox<PreviewOrder>,
    index: NewestIndex, atHand: PicturesAtHand
  ) {
    self.pictures = pictures
    self.requests = requests
    self.index = index
    self.atHand = atHand
  }

  deinit { requests.close() }

  /// Takes a newer index; later requests are exact as far as it reaches.
  public func setIndex(_ newIndex: FrameIndex) { index.set(newIndex) }

  /// Asks for the frame that is on screen at `time`; one that is at hand comes at once.
  ///
  /// - Parameters:
  ///   - time: On the film's clock; outside the film, its first or last frame is meant.
  ///   - bounds: Room for the picture, in device pixels.
  public func showFrame(at time: MediaTime, fitting bounds: PixelSize) {
    atHand.ask(time, fitting: bounds, through: requests)
  }

  /// Says where the range's edges are: the frames around them are kept at hand, too.
  public func setEdges(_ edges: [MediaTime]) { index.setEdges(edges) }

  /// Stops preparing what may be asked for next, until something is asked for.
  public func rest() { requests.put(.rest) }
}

/// What the decode thread is told.
enum PreviewOrder: Sendable {
  case show(PreviewRequest)
  case rest
}

/// What it is asked for.
struct PreviewRequest: Sendable {
  let time: MediaTime
  let bounds: PixelSize
  /// Later requests have greater ones.
  var number = 0
  /// The frame that it has been answered with already; nil when it has not.
  var answeredPTS: Int64?
}

/// The newest index of a file that is still being read, from any thread to the decode thread.
final class NewestIndex: Sendable {
  private let index = Mutex<FrameIndex?>(nil)
  private let edges = Mutex<[MediaTime]?>(nil)

  func setEdges(_ newEdges: [MediaTime]) { edges.withLock { $0 = newEdges } }

  /// The edges if they were moved since the last call.
  func takeEdges() -> [MediaTime]? {
    edges.withLock { edges in
      defer { edges = nil }
      return edges
    }
  }

  func set(_ newIndex: FrameIndex) { index.withLock { $0 = newIndex } }

  /// The index if one came since the last call.
  func take() -> FrameIndex? {
    index.withLock { index in
      defer { index = nil }
      return index
    }
  }
}
