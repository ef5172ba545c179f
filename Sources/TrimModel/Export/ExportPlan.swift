// SPDX-License-Identifier: GPL-3.0-or-later

/// What saving a range will do and what will come out, known before a byte is read.
///
/// Drives the cost line, `kerf-cli plan` and the export itself. Made in well under a millisecond.
public struct ExportPlan: Equatable, Sendable {
  /// Never `.auto`.
  public let method: ExportMethod
  public let container: ExportContainer

  /// The range asked for, on frame boundaries.
  public let requested: TrimRange

  /// What the clip will really show.
  public let landing: TrimRange

  /// Numbers of the frames that the clip shows, in the source.
  public let shownFrames: Range<Int>

  /// The pieces of the film, in order, without gaps.
  public let segments: [Segment]

  /// What encodes the ``Segment/encode(frames:)`` pieces; nil where there are none.
  public let encoder: FilmEncoders.Choice?

  /// Frames in the clip's file that nobody sees: an edit list leaves them out.
  public let hiddenFrames: Int

  /// Size of the clip; sound is estimated by its bit rate.
  public let estimatedBytes: Int64

  /// Why it is done so; the most important first.
  public let reasons: [Reason]

  /// Streams that will be missing, as far as that is known beforehand.
  public let dropped: [DroppedStream]

  /// Whether the clip shows just the frames asked for.
  public var isExact: Bool { landing == requested }

  /// Whether the film is encoded from beginning to end, so that nothing of the source's coding stays.
  public var isEncodedThroughout: Bool {
    !segments.isEmpty && segments.allSatisfy(\.isEncoded)
  }

  /// Whether the frame of this number in the source is encoded anew.
  public func isEncoded(frame number: Int) -> Bool {
    segments.contains { $0.isEncoded && $0.shownFrames.contains(number) }
  }

  /// Shown frames whose packets are copied.
  public var untouchedFrames: Int {
    segments.reduce(0) { sum, segment in
      if case .copy(let piece) = segment { sum + piece.shownFrames.count } else { sum }
    }
  }

  /// Shown frames that are encoded anew.
  public var encodedFrames: Int { shownFrames.count - untouchedFrames }
}
