// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// What was written into a clip, packet by packet, to compare it with what can be read back.
struct WrittenClip {
  struct Stream {
    let mapped: MappedStream
    /// Of each packet, in the order they were written.
    var fingerprints: [UInt64] = []
    /// The packets, by that order, of which something is inside the range.
    var needed: Range<Int>?
    /// Where the first needed packet begins: exactly, and on the clip's clock.
    var exactStart: MediaTime?
    var start: MediaTime?
    /// Of sound, beside the range.
    var edges = SideStream.Edges()

    mutating func note(
      fingerprint: UInt64, isNeeded: Bool, exactStart: MediaTime, start: MediaTime
    ) {
      if isNeeded {
        let number = fingerprints.count
        needed = (needed?.lowerBound ?? number)..<(number + 1)
        if self.exactStart == nil { (self.exactStart, self.start) = (exactStart, start) }
      }
      fingerprints.append(fingerprint)
    }
  }

  var streams: [Stream]
  private(set) var dropped: [DroppedStream]

  init(streams: [Stream], dropped: [DroppedStream]) {
    self.streams = streams
    self.dropped = dropped
  }

  /// Positions in the source of streams of which no packet was written.
  func empty(_ roles: [MappedStream.Role]) -> Set<Int> {
    Set(
      streams.filter { $0.fingerprints.isEmpty && roles.contains($0.mapped.role) }
        .map(\.mapped.info.index))
  }

  /// Says of streams that they are not in the clip after all, since nothing of them is in the range.
  mutating func drop(_ sources: Set<Int>) {
    for stream in streams where sources.contains(stream.mapped.info.index) {
      let info = stream.mapped.info
      dropped.append(
        DroppedStream(
          index: info.index, kind: info.kind, codec: info.codec, reason: .hasNothingInRange))
    }
    dropped.sort { $0.index < $1.index }
    streams.removeAll { sources.contains($0.mapped.info.index) }
  }

  /// How much before the film the first packet begins, in seconds; all streams are as much later in
  /// containers without times before 0.
  var leadSeconds = 0.0
}
