// SPDX-License-Identifier: GPL-3.0-or-later
public import MediaCore
public import TrimModel

/// Plays a clip: pictures, sound, loop, and single frames while paused.
///
/// It starts paused. Every call returns at once and may be made from any thread; what it brings
/// about comes through the streams, in the order in which it happened. All times are on the film's
/// clock. Letting go of the player closes it; so does ``close()``.
public final class Player: Sendable {
  public let clip: ClipInfo

  /// What belongs on screen now, paused or playing; the newest only, for one consumer.
  ///
  /// The first picture comes after the first ``setViewSize(_:)``, ``seek(to:)`` or
  /// ``play(from:)``. A failure ends playing, not the stream.
  public let pictures: AsyncStream<Result<Picture, MediaError>>

  private let core: PlayerCore

  /// Plays on another clock or from other sources, as tests do.
  ///
  /// - Parameters:
  ///   - clip: What is played; its file is opened for sound, and for pictures by default.
  ///   - audio: Where sound goes.
  ///   - clock: What playing runs on where there is no sound.
  ///   - stills: Where pictures come from while paused.
  ///   - makePictureSource: Makes a picture thread's reader, on that thread; nil reads the file.
  public init(
    clip: ClipInfo, audio: AudioOutputChoice, clock: any PlaybackClock, stills: any StillSource,
    makePictureSource: (@Sendable () throws(MediaError) -> any PictureSource)? = nil
  ) {
    let cancellation = Cancellation()
    let readFile: PlayerCore.MakePictureSource = { () throws(MediaError) -> any PictureSource in
      try FrameReader(clip: clip, purpose: .playback, cancellation: cancellation)
    }
    self.clip = clip
    core = PlayerCore(
      clip: clip, output: audio, clock: clock, stills: stills, cancellation: cancellation,
      makePictureSource: makePictureSource ?? readFile)
    pictures = core.pictures
    core.start()
  }

  deinit { core.close() }

  /// What it is doing now.
  public var state: PlayerState { core.control.withLock { $0.state } }

  /// The state now and at each change, for any number of listeners.
  public func states() -> AsyncStream<PlayerState> {
    core.control.withLock { core.states.stream(beginningWith: $0.state) }
  }

  /// Where it is: at every shown frame, after every seek and step, and at least each 50 ms of
  /// playing; for any number of listeners.
  ///
  /// A listener that does not look for some seconds misses the oldest.
  public func positions() -> AsyncStream<PlaybackPosition> { core.positions.stream() }

  /// PTS of the frame that is on screen, or on its way there after a seek.
  public var frameTime: MediaTime {
    core.control.withLock { $0.session == nil ? $0.frameTime(at: $0.asked) : $0.shown }
  }

  /// Tells how large pictures are wanted, in device pixels; they keep their shape inside.
  public func setViewSize(_ bounds: PixelSize) { core.setViewSize(bounds) }

  /// Takes a newer index; exact frames need it, where it reaches.
  public func setIndex(_ index: FrameIndex) { core.setIndex(index) }

  /// Repeats a range from now on; nil plays to the end of the clip and stops on the last frame.
  ///
  /// The same as ``setRange(_:isLooping:)`` with a loop.
  public func setLoop(_ range: TrimRange?) { core.setRange(range, isLooping: true) }

  /// Says what is played from now on, and whether over and over.
  ///
  /// Takes effect at once and without a break: the picture and the sound go on where they are when
  /// that is inside the range. Else a loop begins at the in point, and without a loop it plays on to
  /// the end of the clip.
  ///
  /// - Parameters:
  ///   - range: What is played; nil is the whole clip, which is played once.
  ///   - isLooping: Whether the range comes again after its last frame, without a gap. If not,
  ///     playing that began inside of it stops on the last frame.
  public func setRange(_ range: TrimRange?, isLooping: Bool) {
    core.setRange(range, isLooping: isLooping)
  }

  /// Plays from a time, or on from where it is; backwards at a negative rate.
  ///
  /// Starts at the in point when that is outside the loop, and at the beginning when the clip or the
  /// range had been played to its end. Without a time it does nothing while playing.
  public func play(from time: MediaTime? = nil) { core.play(from: time) }

  /// Plays the first three seconds of the range and then its last three, over and over if it loops.
  ///
  /// The next ``play(from:)`` plays the range again. Without a range it does nothing.
  public func auditionEdges() { core.auditionEdges() }

  /// Stops on the frame that is on screen.
  public func pause() { core.pause() }

  /// Goes to the frame on screen at a time, exactly, and plays on if it plays.
  public func seek(to time: MediaTime) { core.seek(to: time) }

  /// Pauses and goes so many frames on, or back; stops at the clip's ends.
  ///
  /// Exact where the index reaches; elsewhere by the clip's frame rate.
  public func step(frames: Int) { core.step(frames: frames) }

  /// Plays faster or slower, 0.25 to 4, at the pitch that the sound has; negative rates, as far as
  /// -4, play backwards, silently, to the start of the clip.
  public func setRate(_ rate: Double) { core.setRate(rate) }

  /// 0 to 1, as a slider has it.
  public func setVolume(_ volume: Double) { core.setVolume(volume) }

  /// Plays another of the clip's sound streams, from where it is and without a break of the picture.
  ///
  /// - Parameter stream: One of `ClipInfo.soundStreams`; another changes nothing.
  public func setSoundStream(_ stream: Int) { core.setSoundStream(stream) }

  public func setMuted(_ isMuted: Bool) { core.setMuted(isMuted) }

  /// Ends everything, soon and without waiting: threads, streams, the connection to the server.
  public func close() { core.close() }
}
