// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// What libavformat does not take over of an MP4 source.
extension ClipWriter {
  /// Streams of data that nobody could read again without the source's description of them.
  static func undescribed(_ clip: ClipInfo, _ descriptions: MP4Descriptions?) -> Set<Int> {
    guard descriptions == nil else { return [] }
    return Set(clip.streams.filter { $0.kind == .data && $0.tag != "gpmd" }.map(\.index))
  }

  /// Numbers of the source's tracks by those in the clip, of all that `isWanted`.
  func sourceTracks(
    of target: Target, in demuxer: Demuxer, where isWanted: (MappedStream) -> Bool
  ) -> [UInt32: UInt32] {
    var tracks: [UInt32: UInt32] = [:]
    for mapped in target.written.streams.map(\.mapped) where isWanted(mapped) {
      tracks[UInt32(mapped.output + 1)] = demuxer.identifier(ofStream: mapped.info.index)
    }
    return tracks
  }

  /// Whether the source's description of a stream is true for the clip: not of what is encoded anew.
  func keepsDescription(of stream: MappedStream) -> Bool {
    switch stream.role {
    case .data: stream.info.tag != "gpmd"
    case .film: plan.untouchedFrames > 0
    default: false
    }
  }

  /// How times in what the source tells about itself become the clip's.
  func metadataClock(of clip: ClipInfo) -> MP4Metadata.Clock {
    let (parts, offsets, start) = (plan.parts, plan.offsets, index.startTime)
    var clock = MP4Metadata.Clock { mark in
      let time = start + MediaTime(ticks: Int64(mark), timebase: Self.milliseconds)
      for (part, offset) in zip(parts, offsets)
      where part.landing.inPoint <= time && time < part.landing.outPoint {
        let ticks = time.ticks(since: part.landing.inPoint - offset, in: Self.milliseconds)
        return UInt32(clamping: ticks)
      }
      return nil
    }
    guard creationTime == .moved else { return clock }
    let shift = (parts[0].landing.inPoint - start).seconds
    for tag in clip.tags where Muxer.dateKeys.contains(tag.key) {
      guard let moved = DateText.moved(tag.value, bySeconds: shift) else { continue }
      clock.dates.append((Array(tag.value.utf8), Array(moved.utf8)))
    }
    return clock
  }

  private static let milliseconds = Timebase(numerator: 1, denominator: 1000)
}
