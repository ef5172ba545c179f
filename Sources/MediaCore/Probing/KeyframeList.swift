// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// The keyframes that a container lists, without reading the film.
///
/// A matter of milliseconds also for a film of ten hours. A hint: decoding times in MP4, and whatever
/// the writer of the file took for a keyframe. ``FrameIndexBuilder`` reads the packets themselves.
/// Belongs to the thread that made it.
public final class KeyframeList {
  private let demuxer: Demuxer

  /// Opens the file; blocks.
  ///
  /// - Throws: What opening throws.
  public init(of path: FilePath) throws(MediaError) {
    demuxer = try Demuxer(path: path, analysis: .headerOnly)
  }

  /// Reads the list; blocks.
  ///
  /// - Returns: Rising times; empty for containers without a list, such as transport streams.
  public func read() -> [MediaTime] {
    let timebase = demuxer.videoTimebase
    return demuxer.listedKeyframes().map { MediaTime(ticks: $0, timebase: timebase) }
  }
}
