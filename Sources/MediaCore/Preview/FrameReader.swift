// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// Reads pictures of a clip one after the other, from any frame on.
///
/// Not Sendable: it belongs to the thread that made it. Blocks while it reads and decodes.
public final class FrameReader {
  /// What the pictures are for.
  public enum Purpose: Sendable {
    /// Many in a row: all cores, frames come a few packets late.
    case playback
    /// Few at a time: small delay.
    case scrubbing
  }

  private let clip: ClipInfo
  private let source: FrameSource
  private let converter = PictureConverter(quality: .fast)
  /// The frame that ``start(at:)`` found, until it was handed out.
  private var first: DecodedFrame?

  /// Opens the clip's file anew.
  ///
  /// - Parameters:
  ///   - clip: What is read.
  ///   - purpose: What the pictures are for.
  ///   - hardware: What may decode besides the processor.
  ///   - cancellation: Ends a call that runs.
  /// - Throws: ``MediaError``: what opening throws, `.unsupported` without a decoder.
  public init(
    clip: ClipInfo, purpose: Purpose, hardware: HardwareDecoding = .shared,
    cancellation: Cancellation = Cancellation()
  ) throws(MediaError) {
    self.clip = clip
    source = try FrameSource(
      path: clip.path, purpose: purpose == .playback ? .playback : .scrubbing,
      viewing: .moving(hardware), cancellation: cancellation)
  }

  /// Asked between packets; a true answer makes a running call throw `.cancelled`.
  public var isInterrupted: () -> Bool {
    get { source.isInterrupted }
    set { source.isInterrupted = newValue }
  }

  /// Takes a newer index; frames are exact as far as it reaches.
  public func setIndex(_ index: FrameIndex) { source.setIndex(index) }

  /// Makes the frame on screen at `time` the next one.
  ///
  /// - Throws: `.cancelled` when interrupted, `.readFailed`, `.outOfMemory`.
  public func start(at time: MediaTime) throws(MediaError) {
    first = nil
    first = try source.frame(at: time)
  }

  /// The next picture in display order, at the clip's shape inside `bounds`; nil at the end.
  ///
  /// - Throws: `.cancelled` when interrupted, `.readFailed`, `.unsupported`, `.outOfMemory`.
  public func nextPicture(fitting bounds: PixelSize) throws(MediaError) -> Picture? {
    guard let decoded = try nextFrame() else { return nil }
    return try converter.convert(
      decoded.frame, to: clip.geometry.viewSize(in: bounds), geometry: clip.geometry,
      at: MediaTime(ticks: decoded.pts, timebase: source.timebase))
  }

  /// Decodes the next frame without making a picture of it, for those who are late.
  ///
  /// - Returns: Its time; nil at the end.
  /// - Throws: What ``nextPicture(fitting:)`` throws.
  public func skipPicture() throws(MediaError) -> MediaTime? {
    try nextFrame().map { MediaTime(ticks: $0.pts, timebase: source.timebase) }
  }

  /// Leaves out frames that no other frame needs, while it is set: for those who are very late.
  public var skipsUnreferenced: Bool {
    get { source.skipsUnreferenced }
    set { source.skipsUnreferenced = newValue }
  }

  private func nextFrame() throws(MediaError) -> DecodedFrame? {
    if let found = first {
      first = nil
      return found
    }
    return try source.next()
  }
}
