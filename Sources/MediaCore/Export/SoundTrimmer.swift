// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Cuts a stream of sound to the sample where its container cannot say that a part of a packet is not
/// to be heard.
///
/// The few packets that hold the edges are decoded and encoded with silence outside the range; all
/// between them are the source's own. Packets go in in order. Belongs to one thread.
final class SoundTrimmer {
  private enum Phase {
    /// Before and around the in point: packets are kept and decoded.
    case head
    /// Packets go through.
    case middle
    /// Before and around the out point: as in the head.
    case tail
    case done
    /// Packets are not as they should be: nothing is encoded any more.
    case off
  }

  typealias Piece = SideStream.Piece
  typealias Write = (borrowing Packet, Piece) throws(MediaError) -> Void

  let twin: SoundTwin
  private let range: TrimRange
  /// Whether samples behind the out point are marked as well.
  private let marksEnd: Bool
  /// Samples from the in point to the out point.
  let length: Int

  private var phase = Phase.head
  private var kept: [SoundPacket] = []
  private var decoder: AudioDecoder?
  /// Where the next packet begins when nothing is missing.
  private var next: Int?

  var isDone: Bool { phase == .done }
  var isOff: Bool { phase == .off }

  init(twin: SoundTwin, range: TrimRange, marksEnd: Bool) {
    self.twin = twin
    self.range = range
    self.marksEnd = marksEnd
    length = Int(range.outPoint.ticks(since: range.inPoint, in: twin.base))
  }

  /// Takes the next packet of the source.
  ///
  /// - Parameters:
  ///   - packet: The packet, whose content may go.
  ///   - start: When it begins.
  ///   - write: Gets what belongs to the clip.
  /// - Returns: Packets that must stay whole, in order; mostly none.
  /// - Throws: What decoding, encoding and writing throw.
  func take(
    _ packet: borrowing Packet, from start: MediaTime, write: Write
  ) throws(MediaError) -> [SoundPacket] {
    let exact = start.rescaled(to: twin.base)
    let position = Int(start.ticks(since: range.inPoint, in: twin.base))
    guard position + twin.size > -Self.decodedBefore * twin.size else { return [] }
    let sound = SoundPacket(
      packet: try packet.makeReference(), position: position, start: exact,
      end: exact + MediaTime(ticks: Int64(twin.size), timebase: twin.base))
    if let next, next != position, phase == .head || phase == .tail {
      // Sound that comes back behind a hole begins by itself.
      if next > 0 || phase == .tail { return release(adding: sound) }
      kept = []
      decoder = nil
    }
    next = position + twin.size
    switch phase {
    case .head: return try takeHead(sound, write: write)
    case .middle: return try takeMiddle(sound, write: write)
    case .tail: return try takeTail(sound, write: write)
    case .done, .off: return []
    }
  }

  /// What was kept, when no more packets come: the source ends before the range does.
  func end() -> [SoundPacket] { phase == .done ? [] : release() }

  private func release(adding sound: SoundPacket? = nil) -> [SoundPacket] {
    phase = .off
    defer { kept = [] }
    return kept + (sound.map { [$0] } ?? [])
  }

  // MARK: - Edges

  /// How many packets may be encoded behind the first, or before the last, that could be copied.
  private static let attempts = 4
  /// Packets that an encoder or decoder gets before the first that counts.
  private static let warmUp = 3
  /// Packets before the range that are decoded.
  private static let decodedBefore = 8

  /// A beginning that is as near as this to the in point, in samples, is there: a millisecond, which
  /// is what coarse clocks are off by.
  private var tolerance: Int { Int(twin.base.denominator) / 1000 }

  /// Whether the edges are so near to each other that nothing is copied between them.
  private var isShort: Bool { length < (2 * (Self.attempts + Self.warmUp) + 6) * twin.size }

  /// Where the packets begin that the end may need.
  private var tailStart: Int { length - (Self.attempts + Self.warmUp + 3) * twin.size }

  private func takeHead(_ sound: SoundPacket, write: Write) throws(MediaError) -> [SoundPacket] {
    if kept.isEmpty, sound.position >= -tolerance {
      // Nothing goes before it: it is the source's own beginning.
      phase = .middle
      return try takeMiddle(sound, write: write)
    }
    guard try keep(sound) else { return release() }
    if isShort {
      guard sound.position + twin.size >= length else { return [] }
      guard try writeAll(from: firstPosition, write: write) else { return release() }
      phase = .done
      kept = []
      return []
    }
    guard let first = kept.firstIndex(where: { $0.position >= 0 }),
      kept.count > first + Self.attempts + Self.warmUp
    else { return [] }
    guard try writeHead(first, write: write) else { return release() }
    phase = .middle
    kept = []
    return []
  }

  private func takeMiddle(_ sound: SoundPacket, write: Write) throws(MediaError) -> [SoundPacket] {
    guard sound.position >= tailStart else {
      try write(sound.packet, piece(of: sound))
      return []
    }
    phase = .tail
    decoder = nil
    return try takeTail(sound, write: write)
  }

  private func takeTail(_ sound: SoundPacket, write: Write) throws(MediaError) -> [SoundPacket] {
    if kept.isEmpty, sound.position >= length {
      phase = .done
      return []
    }
    guard try keep(sound) else { return release() }
    guard sound.position + twin.size >= length else { return [] }
    guard try writeTail(write: write) else { return release() }
    phase = .done
    kept = []
    return []
  }

  /// Decodes a packet and keeps it; false where that does not give what it should.
  private func keep(_ sound: SoundPacket) throws(MediaError) -> Bool {
    let decoder: AudioDecoder
    if let running = self.decoder {
      decoder = running
    } else {
      decoder = try twin.makeDecoder()
      self.decoder = decoder
    }
    let isHeard = try twin.hear(sound, with: decoder)
    kept.append(sound)
    // The first packets that a decoder gets may give nothing.
    return isHeard || sound.position + twin.size <= 0 || kept.count <= Self.warmUp
  }

  /// Where the first packet begins: early enough for a decoder to be right at the in point.
  private var firstPosition: Int {
    var position = kept[0].position % twin.size
    // The window is as good as closed at its very ends.
    while position > tolerance - twin.overlap { position -= twin.size }
    return position
  }

  private func writeHead(_ first: Int, write: Write) throws(MediaError) -> Bool {
    let end = kept[first].position
    let encoded = try encode(
      from: firstPosition - 2 * twin.size, until: end + (Self.attempts + Self.warmUp) * twin.size,
      keeping: firstPosition..<(end + Self.attempts * twin.size))
    var seams: [Seam] = []
    for number in first...(first + Self.attempts) {
      let seam = kept[number].position
      let before = try twin.fit(
        encoded.filter { $0.position < seam }, before: kept[number], history: kept[..<number])
      guard let before else { continue }
      seams.append(
        Seam(position: seam, before: before, behind: Array(kept[number..<(number + 2)])))
    }
    let best = try choose(from: seams)
    guard let best else { return false }
    for sound in best.before { try write(sound.packet, piece(of: sound)) }
    for sound in kept where sound.position >= best.position {
      try write(sound.packet, piece(of: sound))
    }
    return true
  }

  private func writeTail(write: Write) throws(MediaError) -> Bool {
    // What is copied has nothing of what comes behind the end, not even for the next packet.
    guard let last = kept.lastIndex(where: { $0.position <= length - twin.overlap }),
      last > Self.warmUp
    else { return try writeAll(from: kept[0].position, write: write) }
    let candidates = (max(Self.warmUp + 1, last - Self.attempts)...last).reversed()
    let first = kept[max(1, last - Self.attempts - Self.warmUp)].position
    let encoded = try encode(
      from: first, until: kept[kept.count - 1].position + 3 * twin.size, keeping: 0..<length)
    let best = try choose(
      from: candidates.map { number in
        Seam(
          position: kept[number].position, before: Array(kept[..<number]),
          behind: encoded.filter { $0.position >= kept[number].position })
      })
    guard let best else { return false }
    for sound in best.before + best.behind { try write(sound.packet, piece(of: sound)) }
    return true
  }

  /// Encodes all that was kept and is in the range.
  private func writeAll(from position: Int, write: Write) throws(MediaError) -> Bool {
    guard kept.contains(where: { $0.rows != nil }) else { return false }
    let encoded = try encode(
      from: position - 2 * twin.size, until: kept[kept.count - 1].position + 3 * twin.size,
      keeping: position..<length)
    for sound in encoded { try write(sound.packet, piece(of: sound)) }
    return !encoded.isEmpty
  }

  private func piece(of sound: SoundPacket) -> Piece {
    var piece = Piece(
      start: sound.start, dts: nil, end: sound.end,
      isNeeded: sound.position + twin.size > 0 && sound.position < length)
    if marksEnd {
      piece.trailingSamples = Int64(min(twin.size, max(0, sound.position + twin.size - length)))
    }
    return piece
  }

  // MARK: - Encoding

  /// Encodes what was heard of the range in what was kept; elsewhere there is silence.
  private func encode(
    from start: Int, until end: Int, keeping positions: Range<Int>
  ) throws(MediaError) -> [SoundPacket] {
    let reference = kept[0]
    var made: [SoundPacket] = []
    try twin.encode(samples(from: start, until: end), from: start, like: reference.packet) {
      (packet, position) throws(MediaError) in
      guard positions.contains(position) else { return }
      let ticks = Int64(position - reference.position)
      let time = reference.start + MediaTime(ticks: ticks, timebase: twin.base)
      made.append(
        SoundPacket(
          packet: packet, position: position, start: time,
          end: time + MediaTime(ticks: Int64(twin.size), timebase: twin.base)))
    }
    return made
  }

  /// What is to be heard, by channel.
  private func samples(from start: Int, until end: Int) -> [[Float]] {
    var rows = Array(
      repeating: Array(repeating: Float(0), count: max(0, end - start)), count: twin.channels)
    for sound in kept {
      guard let heard = sound.rows else { continue }
      let first = max(start, max(0, sound.position))
      let last = min(min(end, length), sound.position + twin.size)
      guard first < last else { continue }
      for channel in rows.indices {
        rows[channel].replaceSubrange(
          (first - start)..<(last - start),
          with: heard[channel][(first - sound.position)..<(last - sound.position)])
      }
    }
    return rows
  }

  // MARK: - Seams

  /// A place where packets of the source and of the encoder meet.
  private struct Seam {
    let position: Int
    let before: [SoundPacket]
    let behind: [SoundPacket]
  }

  /// The first seam at which is heard what should be, or else the one nearest to it.
  ///
  /// Windows of different shapes do not join, and packets may need more of what was before them.
  ///
  /// - Returns: Nil where none is any good.
  private func choose(from seams: [Seam]) throws(MediaError) -> Seam? {
    var best: (seam: Seam, difference: Double)?
    for seam in seams {
      guard let difference = try difference(at: seam) else { continue }
      if difference < best?.difference ?? Self.worstDifference { best = (seam, difference) }
      if difference < Self.goodDifference { break }
    }
    return best?.seam
  }

  /// How loud the difference at a seam is, against what should be heard; nil where nothing is.
  private func difference(at seam: Seam) throws(MediaError) -> Double? {
    let decoder = try twin.makeDecoder()
    var heard: [SoundPacket] = []
    for sound in seam.before.suffix(Self.warmUp) + seam.behind.prefix(2) {
      let copy = SoundPacket(
        packet: try sound.packet.makeReference(), position: sound.position, start: sound.start,
        end: sound.end)
      _ = try twin.hear(copy, with: decoder)
      if copy.position >= seam.position { heard.append(copy) }
    }
    var (wrong, right) = (0.0, 1e-6 * Double(twin.size))
    for sound in heard {
      guard let rows = sound.rows else { return nil }
      let wanted = samples(from: sound.position, until: sound.position + twin.size)
      for (row, wantedRow) in zip(rows, wanted) {
        for (value, wanted) in zip(row, wantedRow) {
          wrong += Double((value - wanted) * (value - wanted))
          right += Double(wanted * wanted)
        }
      }
    }
    return heard.isEmpty ? nil : wrong / right
  }

  private static let goodDifference = 0.01
  private static let worstDifference = 0.9
}
