// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// The keyframes that a container lists, without reading the film.
///
/// A matter of milliseconds also for a film of ten hours. A hint: decoding times in MP4, and whatever
/// the writer of the file took for a keyframe. ``FrameIndexBuilder`` reads the packets themselves.
public enum KeyframeList {
  /// Opens the file and reads the list; blocks.
  ///
  /// - Returns: Rising times; empty for containers without a list, such as transport streams.
  /// - Throws: What opening throws.
  public static func read(_ path: FilePath) throws(MediaError) -> [MediaTime] {
    let demuxer = try Demuxer(path: path, analysis: .headerOnly)
    let timebase = demuxer.videoTimebase
    return demuxer.listedKeyframes().map { MediaTime(ticks: $0, timebase: timebase) }
  }
}
