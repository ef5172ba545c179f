// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// The thread of a ``ThumbnailWorker``.
///
/// Belongs to that thread.
final class ThumbnailMaker {
  /// Pictures of a strip's height are some tens of kilobytes: room for a thousand keyframes.
  private static let cacheBytes = 48 << 20
  /// Frames that may be decoded for one exact picture, at 1080 lines; fewer for larger ones.
  private static let affordableFrames = 150

  private let clip: ClipInfo
  private let requests: LatestMailbox<ThumbnailRequest>
  private let newestIndex: NewestIndex
  private let output: AsyncStream<Thumbnail>.Continuation
  private let converter = PictureConverter(quality: .small)

  private var index: FrameIndex?
  private var keyframeSource: FrameSource?
  private var exactSource: FrameSource?
  private var cache = FrameCache(byteLimit: cacheBytes)
  private var size = PixelSize(width: 1, height: 1)

  init(
    clip: ClipInfo, requests: LatestMailbox<ThumbnailRequest>, index: NewestIndex,
    output: AsyncStream<Thumbnail>.Continuation
  ) {
    self.clip = clip
    self.requests = requests
    newestIndex = index
    self.output = output
  }

  /// Answers requests until the mailbox closes.
  func run() {
    while let request = requests.take() {
      if let newIndex = newestIndex.take() { take(newIndex) }
      let wantedSize = clip.geometry.fitted(in: request.bounds)
      if wantedSize != size {
        size = wantedSize
        cache.removeAll()
      }
      var inexact: [MediaTime] = []
      for time in request.times {
        if requests.hasPending { break }
        if !deliverKeyframe(for: time) { inexact.append(time) }
      }
      refine(inexact)
    }
  }

  private func take(_ newIndex: FrameIndex) {
    if newIndex.hasStoredPTS != index?.hasStoredPTS, !newIndex.hasStoredPTS { cache.removeAll() }
    index = newIndex
    keyframeSource?.setIndex(newIndex)
    exactSource?.setIndex(newIndex)
  }

  // MARK: - Keyframes

  /// Hands out the picture of the keyframe before `time`.
  ///
  /// - Returns: Whether it is the exact frame, or as near as no one sees; true for failures, which
  ///   leave a blank.
  private func deliverKeyframe(for time: MediaTime) -> Bool {
    do throws(MediaError) {
      guard let picture = try keyframePicture(for: time) else { return false }
      output.yield(Thumbnail(time: time, picture: picture))
      guard let index, let number = index.frame(at: time) else { return true }
      return index.frame(at: picture.presentationTime) == number
    } catch {
      // A picture less in the strip is no news.
      return true
    }
  }

  /// - Returns: nil when no keyframe before `time` is found, or it gives no picture.
  private func keyframePicture(for time: MediaTime) throws(MediaError) -> Picture? {
    if let index, let number = index.frame(at: time), index.isComplete || time < index.endTime {
      // The exact picture may be there from before.
      if let exact = cache[index.frames[number].pts] { return exact }
      guard let keyframe = index.keyframe(atOrBefore: number) else { return nil }
      if let known = cache[index.frames[keyframe].pts] { return known }
      let source = try openKeyframeSource()
      guard let position = index.keyframePosition(ofFrame: keyframe),
        let frame = try source.keyframeAlone(at: position)
      else { return nil }
      return try convert(frame)
    }
    let source = try openKeyframeSource()
    let ticks = time.rescaled(to: source.timebase, rounding: .down).ticks
    var known: Picture?
    let frame = try source.keyframeAlone(before: ticks) { pts in
      known = cache[pts]
      return known != nil
    }
    if let known { return known }
    // Transport streams have no index of their own and land late: better a blank until ours is there.
    guard let frame, frame.pts <= ticks else { return nil }
    return try convert(frame)
  }

  private func openKeyframeSource() throws(MediaError) -> FrameSource {
    if let keyframeSource { return keyframeSource }
    let source = try FrameSource(path: clip.path, purpose: .keyframes)
    source.isInterrupted = { [requests] in requests.hasPending }
    if let index { source.setIndex(index) }
    keyframeSource = source
    return source
  }

  // MARK: - Exact frames

  /// Replaces keyframes by the frames asked for, in the order wanted, where that is cheap.
  private func refine(_ times: [MediaTime]) {
    guard let index else { return }
    let lines = max(1, clip.geometry.codedWidth * clip.geometry.codedHeight)
    let affordable = min(Self.affordableFrames, Self.affordableFrames * 1920 * 1080 / lines)
    for time in times where !requests.hasPending {
      guard let number = index.frame(at: time), cache[index.frames[number].pts] == nil,
        number - (index.keyframe(atOrBefore: number) ?? 0) <= affordable
      else { continue }
      do throws(MediaError) {
        guard let frame = try openExactSource().frame(at: index.time(ofFrame: number)) else {
          continue
        }
        output.yield(Thumbnail(time: time, picture: try convert(frame)))
      } catch {
        // The keyframe's picture stays.
        continue
      }
    }
  }

  private func openExactSource() throws(MediaError) -> FrameSource {
    if let exactSource { return exactSource }
    let source = try FrameSource(path: clip.path, purpose: .thumbnails)
    source.isInterrupted = { [requests] in requests.hasPending }
    if let index { source.setIndex(index) }
    exactSource = source
    return source
  }

  private func convert(_ decoded: DecodedFrame) throws(MediaError) -> Picture {
    let picture = try converter.convert(
      decoded.frame, to: size, geometry: clip.geometry,
      at: MediaTime(ticks: decoded.pts, timebase: clip.video.timebase))
    cache.insert(picture, pts: decoded.pts, playhead: decoded.pts)
    return picture
  }
}
