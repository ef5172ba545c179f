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
  let dropped: [DroppedStream]

  /// How much before the film the first packet begins, in seconds; all streams are as much later in
  /// containers without times before 0.
  var leadSeconds = 0.0
}
