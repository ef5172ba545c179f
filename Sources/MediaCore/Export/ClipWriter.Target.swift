// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

extension ClipWriter {
  /// The muxer and what went into it so far.
  final class Target {
    let muxer: Muxer
    var written: WrittenClip
    /// Of the clip, on the source's clock.
    let start: MediaTime
    let container: ExportContainer
    /// Whether somebody will compare what was written.
    let keepsFingerprints: Bool
    private var lastDTS: [Int64?]
    /// By position in the source: position in `written.streams`.
    let places: [Int: Int]

    init(
      muxer: Muxer, written: WrittenClip, start: MediaTime, container: ExportContainer,
      keepsFingerprints: Bool
    ) {
      self.keepsFingerprints = keepsFingerprints
      self.muxer = muxer
      self.written = written
      self.start = start
      self.container = container
      lastDTS = Array(repeating: nil, count: written.streams.count)
      places = Dictionary(
        uniqueKeysWithValues: written.streams.enumerated().map { ($1.mapped.info.index, $0) })
    }

    var filmOutput: Int {
      written.streams.first { $0.mapped.role == .film }?.mapped.output ?? 0
    }

    /// Writes a packet.
    ///
    /// - Parameters:
    ///   - packet: The packet, whose content goes.
    ///   - place: Position of its stream in `written`.
    ///   - pts: When it is presented; as all instants, on a clock on which the clip begins at `origin`.
    ///   - dts: When it is decoded.
    ///   - end: When the next one is presented.
    ///   - isNeeded: Whether something of it is in the clip.
    ///   - origin: Where the clip would begin if all of it was like this part.
    /// - Throws: What writing throws.
    func write(
      _ packet: borrowing Packet, place: Int, pts: MediaTime, dts: MediaTime, end: MediaTime,
      isNeeded: Bool, origin: MediaTime
    ) throws(MediaError) {
      let mapped = written.streams[place].mapped
      let base = muxer.timebase(ofStream: mapped.output)
      // As the file will have them.
      let lead = mapped.lead.rescaled(to: base).ticks
      var ptsTicks = pts.ticks(since: origin, in: base) + lead
      var dtsTicks = dts.ticks(since: origin, in: base) + lead
      if container.soundEdges == .padding, ["opus", "vorbis"].contains(mapped.info.codec) {
        // Nothing is heard of the first packet, and clocks of milliseconds round a lead's start to one
        // before the file's.
        (ptsTicks, dtsTicks) = (max(0, ptsTicks), max(0, dtsTicks))
      }
      // Sources repeat decoding times, and coarse clocks make equal what was not.
      if let last = lastDTS[place], dtsTicks <= last { dtsTicks = last + 1 }
      ptsTicks = max(ptsTicks, dtsTicks)
      lastDTS[place] = dtsTicks
      let early = MediaTime(ticks: -ptsTicks, timebase: base).seconds
      written.leadSeconds = max(written.leadSeconds, early)
      written.streams[place].note(
        fingerprint: keepsFingerprints ? packet.fingerprint : 0, isNeeded: isNeeded,
        exactStart: origin == start ? pts : pts + (start - origin),
        start: MediaTime(ticks: ptsTicks - lead, timebase: base))
      let added = Muxer.addsLeads ? lead : 0
      packet.address(
        toStream: mapped.output, pts: ptsTicks - added, dts: dtsTicks - added,
        duration: max(0, end.ticks(since: pts, in: base)))
      try muxer.write(packet)
    }
  }
}
