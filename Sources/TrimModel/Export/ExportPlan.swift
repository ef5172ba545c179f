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

  /// Shown frames whose packets are copied.
  public var untouchedFrames: Int {
    segments.reduce(0) { sum, segment in
      if case .copy(let piece) = segment { sum + piece.shownFrames.count } else { sum }
    }
  }

  /// Shown frames that are encoded anew.
  public var encodedFrames: Int { shownFrames.count - untouchedFrames }
}
