// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// The decode thread of a ``PreviewWorker``: its source, its cache and its way to a frame.
///
/// Belongs to that thread.
final class Scrubber {
  /// Frames before the one asked for that are kept for steps back, when it had to be sought.
  private static let keptBefore = 6
  /// Whoever goes back by no more frames than these goes on going back; whoever is dragged on by no
  /// more will come back.
  private static let near = 48
  /// A picture that is moving is replaced at least this often.
  private static let interimInterval = Duration.milliseconds(25)
  /// A far frame that is on its way is announced by a keyframe when it is more frames away.
  private static let farFrames = 12
  /// Nothing is prepared before so long has passed without a request: it would cost the decoder's place.
  private static let idleMilliseconds = 150

  let clip: ClipInfo
  private let hardware: HardwareDecoding
  private let showsCoarse: Bool
  private let requests: LatestMailbox<PreviewOrder>
  private let newestIndex: NewestIndex
  private let atHand: PicturesAtHand
  private let converter = PictureConverter(quality: .fast)
  private let clock = ContinuousClock()

  /// Reads the header only and decodes the first frame alone: the first picture, and nothing else.
  private var quickSource: FrameSource?
  /// Made when it is first needed, or as soon as the first picture is out.
  private(set) var source: FrameSource?
  private(set) var index: FrameIndex?
  /// What others may look into; its size and index are this thread's own as well.
  var cache: FrameCache { atHand.withLock { $0.cache } }
  private(set) var size = PixelSize(width: 1, height: 1)
  private var lastShown: (pts: Int64, at: ContinuousClock.Instant)? { atHand.withLock { $0.shown } }
  /// The number of the request at hand.
  private var number = 0
  /// The frame that a request was answered with last.
  private var lastAnswered: Int64?
  /// Whether the request before was given up for this one.
  private var isChasing = false
  /// What is prepared while nothing is asked for.
  private var filler = CacheFiller()
  /// Frames of the last search that nobody waits for: they become pictures once it is over.
  private var spares: SpareFrames
  /// Decodes a keyframe at once, whereas ``source`` gives it some packets late.
  private var announcer: VideoDecoder?
  /// The far frame that is being looked for and has not been announced.
  private var unannounced: Int64?

  init(
    clip: ClipInfo, requests: LatestMailbox<PreviewOrder>, index: NewestIndex,
    atHand: PicturesAtHand, showsCoarse: Bool,
    hardware: HardwareDecoding = .shared
  ) throws(MediaError) {
    self.clip = clip
    self.hardware = hardware
    self.showsCoarse = showsCoarse
    self.requests = requests
    newestIndex = index
    self.atHand = atHand
    spares = SpareFrames(framePixels: clip.geometry.codedWidth * clip.geometry.codedHeight)
    quickSource = try FrameSource(
      path: clip.path, purpose: .firstPicture, viewing: .stills, analysis: .headerOnly)
  }

  /// Answers requests until the mailbox closes.
  func run() {
    while let order = nextOrder() {
      takeNews()
      switch order {
      case .rest: filler.rest()
      case .show(let request): answer(request)
      }
    }
  }

  /// The next order; frames that may be asked for next are prepared until it comes.
  private func nextOrder() -> PreviewOrder? {
    while !requests.hasPending, keepSpare() {}
    while let job = filler.next(for: self) {
      // Whoever goes back frame by frame leaves no pause, and needs what is before.
      let pause = filler.isUrgent ? 0 : Self.idleMilliseconds
      switch requests.take(withinMilliseconds: pause) {
      case .message(let order): return order
      case .closed: return nil
      case .nothing: prepare(job)
      }
    }
    return requests.take()
  }

  func answer(_ request: PreviewRequest) {
    number = request.number
    if let pts = request.answeredPTS {
      isChasing = false
      return follow(pts)
    }
    do throws(MediaError) {
      if let picture = try picture(for: request) {
        show(picture)
        follow(picture.presentationTime.ticks)
      } else {
        atHand.fail(MediaError(.invalidData, "decode frame"), for: number)
      }
      isChasing = false
      if source == nil { prepareSource() }
    } catch {
      isChasing = error.reason == .cancelled
      if !isChasing { atHand.fail(error, for: number) }
    }
  }

  private func follow(_ pts: Int64) {
    filler.follow(pts, before: lastAnswered, in: index)
    lastAnswered = pts
  }

  /// Prepares what may be asked for next, all of it; for tests.
  ///
  /// - Returns: In how many steps.
  @discardableResult
  func prepareAll() -> Int {
    var count = 0
    while prepareOnce() { count += 1 }
    return count
  }

  /// One step of ``prepareAll()``; false when there is nothing to do.
  @discardableResult
  func prepareOnce() -> Bool {
    while !requests.hasPending, keepSpare() {}
    guard let job = filler.next(for: self) else { return false }
    prepare(job)
    return true
  }

  /// Decodes frames into the cache until all are there or something is asked for.
  private func prepare(_ job: CacheFiller.Job) {
    takeNews()
    guard let source, let index, job.frames.upperBound <= index.count else { return filler.rest() }
    let first = index.frames[job.frames.lowerBound].pts
    let playhead = job.playhead
    do throws(MediaError) {
      var failure: MediaError?
      _ = try source.frame(at: index.time(ofFrame: job.frames.upperBound - 1)) { decoded in
        guard decoded.pts >= first, failure == nil else { return }
        do throws(MediaError) {
          _ = try keptPicture(of: decoded, at: playhead)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      filler.finish(job)
    } catch {
      // Something was asked for: the rest is prepared later. What fails now will be told when it is
      // asked for.
      if error.reason != .cancelled { filler.finish(job) }
    }
  }

  /// Takes a newer index and moved edges.
  func takeNews() {
    if let edges = newestIndex.takeEdges() {
      let places = edges.map { $0.rescaled(to: clip.video.timebase).ticks }
      atHand.withLock { $0.cache.edges = places }
      filler.forget()
    }
    guard let newIndex = newestIndex.take() else { return }
    // Times made from decode order replace the container's: pictures kept under those are void.
    let isVoid = newIndex.hasStoredPTS != index?.hasStoredPTS && !newIndex.hasStoredPTS
    if isVoid { spares.removeAll() }
    atHand.withLock { contents in
      if isVoid { contents.cache.removeAll() }
      contents.index = newIndex
    }
    index = newIndex
    filler.forget()
    source?.setIndex(newIndex)
  }

  private func show(_ picture: Picture) { atHand.show(picture, for: number) }

  // MARK: - Finding

  private func picture(for request: PreviewRequest) throws(MediaError) -> Picture? {
    let wantedSize = clip.geometry.viewSize(in: request.bounds)
    if wantedSize != size {
      size = wantedSize
      atHand.withLock { contents in
        contents.cache.removeAll()
        contents.size = wantedSize
      }
      filler.forget()
    }
    if let quick = try firstPicture(for: request) { return quick }
    let pts = atHand.withLock { $0.exactPTS(at: request.time) }
    if let pts, let cached = cache[pts] { return cached }
    if let pts, let spare = spares.take(pts) { return try keptPicture(of: spare, at: pts) }
    return try decodedPicture(at: request.time, pts: pts)
  }

  /// The shortest way to the very first picture, once.
  private func firstPicture(for request: PreviewRequest) throws(MediaError) -> Picture? {
    guard let quick = quickSource else { return nil }
    quickSource = nil
    if let index, index.frame(at: request.time) != 0 { return nil }
    guard let frame = try quick.firstFrameAlone() else { return nil }
    let time = MediaTime(ticks: frame.pts, timebase: quick.timebase)
    guard request.time <= time || index != nil else { return nil }
    let picture = try convert(frame, at: frame.pts)
    // Counted times may begin elsewhere than the container's.
    return index.map { $0.startTime == time } ?? true ? picture : nil
  }

  /// Opens the file for all further frames; a failure shows when one is asked for.
  private func prepareSource() {
    // The next request opens it again and reports what is wrong.
    source = try? makeSource()
  }

  private func makeSource() throws(MediaError) -> FrameSource {
    let source = try FrameSource(
      path: clip.path, purpose: .scrubbing, viewing: .moving(hardware))
    source.isInterrupted = { [requests] in requests.hasPending }
    source.didReachKeyframe = { [unowned self] () throws(MediaError) in try announce() }
    if let index { source.setIndex(index) }
    return source
  }

  private func decodedPicture(at time: MediaTime, pts: Int64?) throws(MediaError) -> Picture? {
    if self.source == nil { self.source = try makeSource() }
    guard let source else { return nil }
    let target = pts ?? time.rescaled(to: source.timebase, rounding: .down).ticks
    let keepFrom = firstKeptPTS(before: target)
    // Without an index nobody knows yet which frame it will be.
    source.leavesOutUnreferencedBefore = pts == nil ? nil : keepFrom
    unannounced = showsCoarse && isFar(pts) ? pts : nil
    defer {
      source.leavesOutUnreferencedBefore = nil
      unannounced = nil
    }
    var failure: MediaError?
    let found = try source.frame(at: time) { decoded in
      do throws(MediaError) {
        try visit(decoded, target: target, keepFrom: keepFrom)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    guard let found else { return nil }
    return try keptPicture(of: found, at: target)
  }

  /// Whether a frame is so far behind its keyframe that decoding takes a while.
  private func isFar(_ pts: Int64?) -> Bool {
    guard let pts, let index, let number = index.number(ofPTS: pts),
      let keyframe = index.keyframe(atOrBefore: number)
    else { return false }
    return number - keyframe > Self.farFrames
  }

  /// Shows the keyframe that a far frame is decoded from, when it is nearer than what is shown.
  private func announce() throws(MediaError) {
    guard let target = unannounced, let source, let index, !isChasing || isLate,
      !requests.hasPending, let number = index.number(ofPTS: target),
      let keyframe = index.keyframe(atOrBefore: number)
    else { return }
    let pts = index.frames[keyframe].pts
    guard abs(pts - target) < distanceShown(to: target) else { return }
    if let cached = cache[pts] {
      unannounced = nil
      return show(cached)
    }
    // Without a decoder of its own, or a keyframe in one packet, a frame on the way announces it.
    if announcer == nil { announcer = try? source.makeKeyframeDecoder() }
    guard let announcer, let decoded = try source.heldKeyframe(decodedBy: announcer),
      abs(decoded.pts - target) < distanceShown(to: target)
    else { return }
    unannounced = nil
    show(try keptPicture(of: decoded, at: target))
  }

  /// How far from a place the picture on screen is.
  private func distanceShown(to target: Int64) -> Int64 {
    lastShown.map { abs($0.pts - target) } ?? .max
  }

  /// Whether the picture has stood still for longer than one that moves should.
  private var isLate: Bool { lastShown.map { clock.now - $0.at > Self.interimInterval } ?? false }

  /// Keeps a frame on the way and shows it when the picture has stood still for too long, or when a
  /// far one was not announced and it is halfway there.
  private func visit(
    _ decoded: DecodedFrame, target: Int64, keepFrom: Int64
  ) throws(MediaError) {
    guard decoded.pts != target else { return }
    let distance = abs(decoded.pts - target)
    let shownDistance = distanceShown(to: target)
    if (isChasing && isLate && distance < shownDistance)
      || (unannounced != nil && distance <= shownDistance / 2)
    {
      unannounced = nil
      show(try keptPicture(of: decoded, at: target))
    } else if decoded.pts >= keepFrom, cache[decoded.pts] == nil,
      let oldest = spares.insert(decoded)
    {
      _ = try keptPicture(of: oldest, at: target)
    }
  }

  /// Makes a picture of a frame that was decoded on the way; false when there is none.
  private func keepSpare() -> Bool {
    guard let spare = spares.takeLast() else { return false }
    // One that does not convert will be told when it is asked for.
    _ = try? keptPicture(of: spare, at: lastShown?.pts ?? spare.pts)
    return true
  }

  /// From where on frames are kept: those before are needed by nobody soon.
  private func firstKeptPTS(before target: Int64) -> Int64 {
    guard let index, let number = index.number(ofPTS: target) else { return target }
    let room = capacity
    // Whoever goes back goes back further: the GOP is decoded now and not once for each step. A jump
    // is another thing.
    var isGoingBack = false
    if let shown = lastShown?.pts, let last = index.number(ofPTS: shown) {
      if shown > target { isGoingBack = isChasing || last - number <= Self.near }
      // A hand that moves on slowly turns round soon: all frames on the way are kept.
      if isChasing, shown <= target, number - last <= Self.near { return shown }
    }
    let kept = isGoingBack ? room * 3 / 4 : min(Self.keptBefore, room / 2)
    return index.frames[max(0, number - kept)].pts
  }

  /// How many pictures of the present size there is room for.
  var capacity: Int { cache.capacity(forPicturesOf: size.width * size.height * 3) }

  /// The picture of a frame, from the cache or into it.
  private func keptPicture(
    of decoded: DecodedFrame, at playhead: Int64
  ) throws(MediaError) -> Picture {
    if let kept = cache[decoded.pts] { return kept }
    return try convert(decoded, at: playhead)
  }

  private func convert(_ decoded: DecodedFrame, at playhead: Int64) throws(MediaError) -> Picture {
    let picture = try converter.convert(
      decoded.frame, to: size, geometry: clip.geometry,
      at: MediaTime(ticks: decoded.pts, timebase: clip.video.timebase))
    atHand.withLock { $0.cache.insert(picture, pts: decoded.pts, playhead: playhead) }
    return picture
  }
}
