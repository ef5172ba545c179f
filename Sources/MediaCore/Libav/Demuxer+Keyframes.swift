// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

extension Demuxer {
  /// Times of the film's keyframes as the container lists them, rising; moves the reading position.
  ///
  /// Decoding times in MP4, which may lie some frames before the shown ones. Empty for containers
  /// without a list.
  func listedKeyframes() -> [Int64] {
    guard !seeksByByte else { return [] }
    // Matroska reads its list at the first search.
    seek(toKeyframeBefore: Int64.max / (1 << 16))
    let stream = stream(videoStreamIndex)
    return (0..<avformat_index_get_entries_count(stream)).compactMap { position in
      guard let entry = avformat_index_get_entry(stream, position)?.pointee,
        entry.flags & AVINDEX_KEYFRAME != 0
      else { return nil }
      return entry.timestamp
    }
  }
}
