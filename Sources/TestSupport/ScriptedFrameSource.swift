// SPDX-License-Identifier: GPL-3.0-or-later
public import MediaCore
public import Playback
import Synchronization
public import TrimModel

/// A film without a file: tiny pictures at given times, which tell their times and nothing else.
public struct ScriptedFilm: Sendable {
  public let timebase: Timebase

  /// In ticks, rising.
  public let frames: [Int64]

  /// End of the last frame, in ticks.
  public let end: Int64

  /// Frames of equal length from `start` on.
  public init(frameCount: Int, ticksEach: Int64, start: Int64 = 0, timebase: Timebase) {
    self.init(
      frames: (0..<frameCount).map { start + Int64($0) * ticksEach },
      end: start + Int64(frameCount) * ticksEach, timebase: timebase)
  }

  public init(frames: [Int64], end: Int64, timebase: Timebase) {
    self.frames = frames
    self.end = end
    self.timebase = timebase
  }

  public func time(ofFrame number: Int) -> MediaTime {
    MediaTime(ticks: number == frames.count ? end : frames[number], timebase: timebase)
  }

  /// Number of the frame with exactly this time.
  public func number(of time: MediaTime) -> Int? {
    frames.firstIndex { MediaTime(ticks: $0, timebase: timebase) == time }
  }

  /// The frames from `first` up to, and without, `end`.
  public func range(_ first: Int, _ end: Int) -> TrimRange? {
    TrimRange(inPoint: time(ofFrame: first), outPoint: time(ofFrame: end))
  }

  /// Every `gop`th frame a keyframe.
  public func index(gop: Int = 1) -> FrameIndex {
    FrameIndex(
      timebase: timebase,
      frames: frames.enumerated().map { number, pts in
        FrameIndex.Frame(
          pts: pts, decodePosition: Int32(number), bytes: 100, isKeyframe: number % gop == 0)
      }, endPTS: end, isComplete: true)
  }

  /// A silent clip of this film, whose file does not exist.
  public var clip: ClipInfo {
    let start = MediaTime(ticks: frames.first ?? 0, timebase: timebase)
    let stream = StreamInfo(
      index: 0, kind: .video, codec: "scripted", timebase: timebase, startTime: start,
      duration: MediaTime(ticks: end, timebase: timebase) - start,
      geometry: PictureGeometry(codedWidth: 4, codedHeight: 4),
      frameRate: FrameRate(numerator: 25, denominator: 1))
    return ClipInfo(
      path: FilePath("/nonexistent"), container: "scripted", bytes: 0, startTime: start,
      duration: nil, streams: [stream], videoStreamIndex: 0, audioStreamIndex: nil)
  }

  fileprivate func picture(_ number: Int) -> Picture {
    Picture(size: PixelSize(width: 4, height: 4), presentationTime: time(ofFrame: number)) {
      for index in $0.indices { $0[index] = UInt8(truncatingIfNeeded: number) }
    }
  }

  fileprivate func frame(onScreenAt time: MediaTime) -> Int {
    max(
      0, (frames.firstIndex { MediaTime(ticks: $0, timebase: timebase) > time } ?? frames.count) - 1
    )
  }
}

/// Gives the pictures of a ``ScriptedFilm`` as a reader does.
public final class ScriptedFrameSource: PictureSource {
  public var isInterrupted: () -> Bool = { false }
  public var skipsUnreferenced = false

  private let film: ScriptedFilm
  private var next = 0

  public init(film: ScriptedFilm) { self.film = film }

  public func setIndex(_ index: FrameIndex) {}

  public func start(at time: MediaTime) throws(MediaError) {
    next = film.frame(onScreenAt: time)
  }

  public func nextPicture(fitting bounds: PixelSize) throws(MediaError) -> Picture? {
    guard next < film.frames.count else { return nil }
    next += 1
    return film.picture(next - 1)
  }

  public func skipPicture() throws(MediaError) -> MediaTime? {
    guard next < film.frames.count else { return nil }
    next += 1
    return film.time(ofFrame: next - 1)
  }
}

/// Answers every request of a paused player at once.
public final class ScriptedStills: StillSource {
  public let pictures: AsyncStream<Result<Picture, MediaError>>
  private let answers: AsyncStream<Result<Picture, MediaError>>.Continuation
  private let film: ScriptedFilm
  private let requests = Mutex<[MediaTime]>([])

  public init(film: ScriptedFilm) {
    self.film = film
    (pictures, answers) = AsyncStream<Result<Picture, MediaError>>.makeStream()
  }

  deinit { answers.finish() }

  /// Everything that was asked for, in order.
  public var askedTimes: [MediaTime] { requests.withLock { $0 } }

  public func setIndex(_ index: FrameIndex) {}

  public func showFrame(at time: MediaTime, fitting bounds: PixelSize) {
    requests.withLock { $0.append(time) }
    answers.yield(.success(film.picture(film.frame(onScreenAt: time))))
  }
}
