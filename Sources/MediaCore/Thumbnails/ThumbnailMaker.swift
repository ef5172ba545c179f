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

  /// Frames before one that was asked for which are kept too: edges move a frame at a time.
  private static let keptOnTheWay = 12

  private let clip: ClipInfo
  private let purpose: ThumbnailWorker.Purpose
  private let cacheFolder: CacheFolder?
  private let requests: LatestMailbox<ThumbnailRequest>
  private let newestIndex: NewestIndex
  private let output: AsyncStream<Thumbnail>.Continuation
  private let converter = PictureConverter(quality: .small)

  private var index: FrameIndex?
  private var keyframeSource: FrameSource?
  private var exactSource: FrameSource?
  private var cache = FrameCache(byteLimit: cacheBytes)
  private var size = PixelSize(width: 1, height: 1)
  private var store: PictureStore?
  private var identity: FileIdentity?

  init(
    clip: ClipInfo, purpose: ThumbnailWorker.Purpose, requests: LatestMailbox<ThumbnailRequest>,
    index: NewestIndex, cache: CacheFolder?, output: AsyncStream<Thumbnail>.Continuation
  ) {
    self.clip = clip
    self.purpose = purpose
    cacheFolder = cache
    self.requests = requests
    newestIndex = index
    self.output = output
  }

  /// Answers requests until the mailbox closes.
  func run() {
    identity = cacheFolder.flatMap { _ in FileIdentity(of: clip.path) }
    while let request = requests.take() {
      if let newIndex = newestIndex.take() { take(newIndex) }
      let wantedSize = clip.geometry.fitted(in: request.bounds)
      if wantedSize != size {
        size = wantedSize
        cache.removeAll()
        store = openStore()
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
    if newIndex.hasStoredPTS != index?.hasStoredPTS, !newIndex.hasStoredPTS {
      cache.removeAll()
      store = nil
    }
    index = newIndex
    keyframeSource?.setIndex(newIndex)
    exactSource?.setIndex(newIndex)
  }

  /// Pictures of times that were made up, in containers without any, are not for keeping.
  private func openStore() -> PictureStore? {
    guard purpose == .strip, let cacheFolder, let identity, index?.hasStoredPTS != false
    else { return nil }
    return PictureStore(
      cache: cacheFolder, identity: identity, size: size, timebase: clip.video.timebase)
  }

  /// A picture from memory, else from the disk.
  private func known(_ pts: Int64) -> Picture? {
    if let picture = cache[pts] { return picture }
    guard let picture = store?.picture(pts) else { return nil }
    cache.insert(picture, pts: pts, playhead: pts)
    return picture
  }

  // MARK: - Keyframes

  /// Hands out the picture of the keyframe before `time`.
  ///
  /// - Returns: Whether it is the exact frame, or as near as no one sees; true for failures, which
  ///   leave a blank.
  private func deliverKeyframe(for time: MediaTime) -> Bool {
    do throws(MediaError) {
      guard let picture = try keyframePicture(for: time) else { return false }
      if purpose == .strip { store?.insert(picture, forTime: Self.ticks(time, clip)) }
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
      if let exact = known(index.frames[number].pts) { return exact }
      guard let keyframe = index.keyframe(atOrBefore: number) else { return nil }
      if let known = known(index.frames[keyframe].pts) { return known }
      let source = try openKeyframeSource()
      guard let position = index.keyframePosition(ofFrame: keyframe),
        let frame = try source.keyframeAlone(at: position)
      else { return nil }
      return try convert(frame)
    }
    let ticks = Self.ticks(time, clip)
    // A film that was open before: the disk knows which frame that was.
    if let pts = store?.frame(forTime: ticks), let picture = known(pts) { return picture }
    let source = try openKeyframeSource()
    var found: Picture?
    let frame = try source.keyframeAlone(before: ticks) { pts in
      found = known(pts)
      return found != nil
    }
    if let found { return found }
    // Transport streams have no index of their own and land late: better a blank until ours is there.
    guard let frame, frame.pts <= ticks else { return nil }
    return try convert(frame)
  }

  private static func ticks(_ time: MediaTime, _ clip: ClipInfo) -> Int64 {
    time.rescaled(to: clip.video.timebase, rounding: .down).ticks
  }

  private func openKeyframeSource() throws(MediaError) -> FrameSource {
    if let keyframeSource { return keyframeSource }
    let source = try FrameSource(
      path: clip.path, purpose: .keyframes, viewing: .stills)
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
    let affordable =
      purpose == .stills
      ? Int.max : min(Self.affordableFrames, Self.affordableFrames * 1920 * 1080 / lines)
    for time in times where !requests.hasPending {
      guard let number = index.frame(at: time), known(index.frames[number].pts) == nil,
        number - (index.keyframe(atOrBefore: number) ?? 0) <= affordable
      else { continue }
      do throws(MediaError) {
        let onTheWay = index.frames[max(0, number - Self.keptOnTheWay)].pts
        let found = try openExactSource().frame(at: index.time(ofFrame: number)) { frame in
          guard purpose == .stills, frame.pts >= onTheWay, cache[frame.pts] == nil else { return }
          _ = try? convert(frame)  // Nobody asked for this one.
        }
        guard let frame = found else { continue }
        let picture: Picture
        if let kept = cache[frame.pts] { picture = kept } else { picture = try convert(frame) }
        store?.insert(picture, forTime: Self.ticks(time, clip))
        output.yield(Thumbnail(time: time, picture: picture))
      } catch {
        // The keyframe's picture stays.
        continue
      }
    }
  }

  private func openExactSource() throws(MediaError) -> FrameSource {
    if let exactSource { return exactSource }
    let source = try FrameSource(path: clip.path, purpose: .thumbnails, viewing: .stills)
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
