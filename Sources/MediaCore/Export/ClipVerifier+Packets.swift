// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Packets: those that were written are those that are read.
extension ClipVerifier {
  /// What was read back of one stream.
  struct ReadStream {
    let info: StreamInfo
    fileprivate(set) var fingerprints: [UInt64] = []
    fileprivate(set) var times: [Int64?] = []
  }

  /// The index of the clip's frames where it can be had without reading all of the clip.
  func indexAtOnce(of path: FilePath) throws(MediaError) -> FrameIndex? {
    guard plan.container.hasEditLists else { return nil }
    let scan = try PacketScan(path: path, ordering: .timestamps, cancellation: cancellation)
    return scan.isSkimming ? try scan.run(onGrowth: { _ in }) : nil
  }

  /// Reads the clip once, for the index of its frames and, where that is wanted, all its packets.
  func readBack(
    _ path: FilePath, comparing: Bool
  ) throws(MediaError) -> (index: FrameIndex, streams: [ReadStream]) {
    guard comparing else {
      return (try FrameIndexBuilder.build(path, cancellation: cancellation), [])
    }
    let isPayloadKept = keepsPayload
    for ordering in [FrameIndexAssembler.Ordering.timestamps, .bitstream] {
      var streams: [ReadStream] = []
      let scan = try PacketScan(path: path, ordering: ordering, cancellation: cancellation) {
        // Streams that turn up on the way were not written.
        guard streams.indices.contains($0.streamIndex) else { return }
        streams[$0.streamIndex].fingerprints.append(isPayloadKept ? $0.fingerprint : 0)
        streams[$0.streamIndex].times.append($0.pts ?? $0.dts)
      }
      streams = scan.describe().streams.map { ReadStream(info: $0) }
      if let index = try scan.run(onGrowth: { _ in }) { return (index, streams) }
    }
    preconditionFailure("the bitstream's order is never refused")
  }

  func comparePackets(
    _ streams: [ReadStream], with written: WrittenClip, clipIndex: FrameIndex, tally: inout Tally
  ) throws {
    let isPayloadKept = keepsPayload
    var next = 0
    for expected in written.streams
    where expected.mapped.role != .still && !expected.fingerprints.isEmpty {
      let mapped = expected.mapped
      // Containers keep the order of streams and add some of their own.
      guard
        let place = streams.indices.first(where: {
          $0 >= next && streams[$0].info.kind == mapped.info.kind
            && (isSameCodec(streams[$0].info, mapped.info)
              || mapped.role == .film && isFilmEncoded
              || mapped.isEncoded)
        })
      else {
        if mapped.role == .data { continue }
        throw Mismatch("stream \(mapped.info.index) (\(mapped.info.codec)) is missing")
      }
      next = place + 1
      try compare(
        streams[place], with: expected, clipIndex: clipIndex, isPayloadKept: isPayloadKept,
        tally: &tally)
    }
  }

  private func isSameCodec(_ a: StreamInfo, _ b: StreamInfo) -> Bool {
    // Data has no codec that all containers spell alike.
    a.codec == b.codec || a.kind == .data
  }

  private func compare(
    _ read: ReadStream, with written: WrittenClip.Stream, clipIndex: FrameIndex,
    isPayloadKept: Bool, tally: inout Tally
  ) throws {
    let role = written.mapped.role
    // Containers fill gaps between lines of text and join raw samples as they like.
    guard role == .film || role == .sound || role == .otherFilm,
      written.mapped.bytesPerSample == nil, let needed = written.needed
    else { return }
    let name = "stream \(written.mapped.info.index)"
    let offset: Int
    let isRepacked = written.mapped.hasStartCodes && Self.plainContainers.contains(plan.container)
    // Muxers pack what an encoder makes in their own way.
    let isEncoded = role == .film ? isFilmEncoded : role == .otherFilm && written.mapped.isEncoded
    if isPayloadKept, !isRepacked, !isEncoded {
      guard let found = Self.offset(of: read.fingerprints, in: written.fingerprints, needed: needed)
      else { throw Mismatch("\(name) does not have the packets that were written") }
      offset = found
      tally.packets += read.fingerprints.count
    } else {
      offset = max(0, written.fingerprints.count - read.fingerprints.count)
    }
    if role == .sound { try compareSync(read, written, needed, offset, clipIndex, name: name) }
  }

  /// The sound begins as far from the first frame as it does in the source, to the millisecond.
  private func compareSync(
    _ read: ReadStream, _ written: WrittenClip.Stream, _ needed: Range<Int>, _ offset: Int,
    _ clipIndex: FrameIndex, name: String
  ) throws {
    let place = needed.lowerBound - offset
    guard plan.container != .avi, read.times.indices.contains(place), let ticks = read.times[place],
      let exact = written.exactStart
    else { return }
    let found =
      MediaTime(ticks: ticks, timebase: read.info.timebase).seconds - clipIndex.startTime.seconds
    // Not as a difference of instants: that would be rounded to a tick of the sound's clock, which is
    // a whole packet in AVI.
    let expected = exact.seconds - plan.parts[0].landing.inPoint.seconds
    let tick = Double(read.info.timebase.numerator) / Double(read.info.timebase.denominator)
    guard abs(found - expected) <= 0.001 + tick else {
      throw Mismatch("\(name) begins at \(Self.text(found)) instead of \(Self.text(expected))")
    }
  }

  /// Whether nothing of the source's coding of the film stays.
  private var isFilmEncoded: Bool { plan.parts.allSatisfy(\.isEncodedThroughout) }

  /// They add nothing to packets.
  private static let plainContainers: Set<ExportContainer> = [
    .mp4, .mov, .threeGP, .matroska, .webm,
  ]

  /// Whether packets come out of the clip's container as they went in.
  private var keepsPayload: Bool {
    guard let source = ExportContainer(of: clip) else { return false }
    if Self.plainContainers.contains(source), Self.plainContainers.contains(plan.container) {
      return true
    }
    return source == plan.container && [.avi, .flv, .asf].contains(source)
  }

  /// Where in `written` the packets that were read begin.
  ///
  /// Nil when they are not a run of it that holds all that is needed. What only decoders need may be
  /// left out by the demuxer.
  private static func offset(
    of read: [UInt64], in written: [UInt64], needed: Range<Int>
  ) -> Int? {
    guard let first = read.first else { return nil }
    return (0...needed.lowerBound).first { offset in
      written[offset] == first && offset + read.count >= needed.upperBound
        && offset + read.count <= written.count
        && written[offset..<(offset + read.count)].elementsEqual(read)
    }
  }
}
