// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

extension SoundLead {
  /// Looks ahead for what each stream of sound will begin with, since it stands in the header.
  ///
  /// Reads from where the reader stands until all streams have reached the in point.
  ///
  /// - Parameters:
  ///   - reader: Stands before the range; it is somewhere else afterwards.
  ///   - clip: The source.
  ///   - range: What the clip will show.
  ///   - container: Of the clip.
  /// - Returns: By position in the source; nothing for streams without sound in the range.
  /// - Throws: What reading throws.
  static func find(
    from reader: CopyReader, clip: ClipInfo, range: TrimRange, container: ExportContainer
  ) throws(MediaError) -> [Int: SoundLead] {
    var waiting: [Int: SideStream] = [:]
    for info in clip.streams where info.kind == .audio && info.sampleRate != nil {
      let stream = reader.demuxer.mappedSound(info)
      guard stream.bytesPerSample == nil else { continue }
      waiting[info.index] = SideStream(stream: stream, range: range, container: container)
    }
    var leads: [Int: SoundLead] = [:]
    let demuxer = reader.demuxer
    let limit = range.inPoint + MediaTime(ticks: 10_000_000, timebase: .microseconds)
    while !waiting.isEmpty, try demuxer.read(into: reader.packet) {
      let source = reader.packet.streamIndex
      if source == demuxer.videoStreamIndex, let ticks = reader.packet.dts ?? reader.packet.pts,
        MediaTime(ticks: ticks, timebase: demuxer.videoTimebase) > limit
      {
        break
      }
      guard let side = waiting[source] else { continue }
      try side.take(reader.packet) { (_, piece) throws(MediaError) in
        guard leads[source] == nil else { return }
        leads[source] = SoundLead(
          first: piece, of: side.stream.info, range: range,
          preSkip: demuxer.preSkip(ofStream: source))
      }
      if leads[source] != nil || side.isDone { waiting[source] = nil }
    }
    return leads
  }

  private init(first: SideStream.Piece, of info: StreamInfo, range: TrimRange, preSkip: Int64) {
    let rate = Timebase(numerator: 1, denominator: max(1, Int32(clamping: info.sampleRate ?? 1)))
    let before = max(0, range.inPoint.ticks(since: first.start, in: rate))
    // What a decoder gives first of all is no sound, if this is where the source begins.
    let isStart = info.startTime.map { first.start <= $0 } ?? false
    // A priming packet is heard from the next one on, which is not early.
    let isPriming = info.codec == "vorbis"
    samples = isPriming ? 0 : max(before, isStart ? preSkip : 0)
  }
}
