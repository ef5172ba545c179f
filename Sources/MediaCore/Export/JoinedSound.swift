// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// A track of sound of several ranges: decoded, put together to the sample, encoded again.
///
/// Packets of compressed sound last some hundredths of a second and are cut nowhere; those of two
/// ranges side by side would drift from the picture at each joint. Belongs to one thread.
final class JoinedSound {
  let encoder: SoundEncoder

  private let info: StreamInfo
  private let decoder: AudioDecoder
  private let converter: SoundConverter
  private let frame: AudioFrame
  private let container: ExportContainer

  /// Whether what a decoder gives before the first sample can be marked as not to be heard.
  private let hidesPadding: Bool

  /// Samples that go in before the clip's first, so that packets begin there.
  private let leadingSamples: Int
  /// What was not given to the encoder yet, by channel.
  private var pending: [[Float]]

  // The part under way
  private var inPoint = MediaTime.zero
  private var length = 0
  private var filled = 0
  private var isFadedIn = false
  private var isFadedOut = false
  /// Place in the part where the next decoded samples belong, if nothing is missing.
  private var next: Int?

  /// Samples of all parts before.
  private var total = 0

  /// Whether the part under way has all its sound.
  var isDone: Bool { filled >= length }

  /// - Throws: `.unsupported` where the sound cannot be decoded or encoded.
  init(_ info: StreamInfo, of demuxer: Demuxer, in container: ExportContainer) throws(MediaError) {
    self.info = info
    self.container = container
    encoder = try SoundEncoder.open(copying: demuxer.stream(info.index), in: container)
    decoder = try AudioDecoder(stream: demuxer.stream(info.index))
    converter = SoundConverter(for: encoder)
    frame = try AudioFrame()
    let size = Int64(encoder.samplesPerPacket)
    hidesPadding =
      switch container.soundEdges {
      case .editList: true
      case .padding: encoder.codec == "opus"
      case .packets: false
      }
    leadingSamples =
      hidesPadding
      ? 0 : Int((size - encoder.padding % size) % size)
    pending = Array(
      repeating: Array(repeating: 0, count: leadingSamples), count: encoder.channels)
  }

  /// What stands in the stream's header about the start; nil for containers without a place for it.
  var lead: SoundLead? {
    container.soundEdges == .padding && hidesPadding
      ? SoundLead(samples: encoder.padding) : nil
  }

  /// Begins the sound of a range.
  ///
  /// - Parameters:
  ///   - range: On the source's clock.
  ///   - end: Where it ends on the clip's clock; samples are counted from there so that rounding
  ///     does not add up.
  ///   - follows: Whether sound that is not before it in the source goes before it.
  ///   - isFollowed: The same behind it.
  func begin(_ range: TrimRange, until end: MediaTime, follows: Bool, isFollowed: Bool) {
    decoder.flush()
    total += length
    inPoint = range.inPoint
    length = Int(end.ticks(since: .zero, in: encoder.sampleBase)) - total
    filled = 0
    next = nil
    // What can be kept as it is stays as it is.
    (isFadedIn, isFadedOut) = (follows && !encoder.isLossless, isFollowed && !encoder.isLossless)
  }

  /// Takes the next packet of the source.
  func take(
    _ packet: borrowing Packet, write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    guard !isDone else { return }
    try decoder.send(packet)
    try receive(write: write)
  }

  /// A packet's place on the clip's clock.
  typealias Piece = SideStream.Piece

  /// Ends the sound of a range: what the source does not have is silence.
  func end(write: (borrowing Packet, Piece) throws(MediaError) -> Void) throws(MediaError) {
    decoder.sendEndOfStream()
    try receive(write: write)
    let missing = length - filled
    if missing > 0 { fill(Array(repeating: Array(repeating: 0, count: missing), count: rows)) }
    try encode(write: write)
  }

  /// Ends the track.
  func finish(write: (borrowing Packet, Piece) throws(MediaError) -> Void) throws(MediaError) {
    if pending[0].count > 0 {
      try encoder.send(pending.map { $0[...] })
      pending = Array(repeating: [], count: rows)
    }
    try encoder.sendEndOfStream()
    try receivePackets(write: write)
  }

  private var rows: Int { encoder.channels }

  // MARK: - In

  private func receive(
    write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    while try decoder.receive(into: frame) {
      let rows = try converter.rows(of: frame)
      guard let count = rows.first?.count, count > 0 else { continue }
      place(rows, count: count)
      try encode(write: write)
    }
  }

  /// Puts decoded samples where they belong in the part.
  private func place(_ rows: [[Float]], count: Int) {
    let stated = frame.pts.map { pts in
      Int(
        MediaTime(ticks: pts, timebase: info.timebase)
          .ticks(since: inPoint, in: encoder.sampleBase))
    }
    var start = next ?? stated ?? filled
    // Times that are off by little are rounded; by more, there is a hole or an overlap.
    if let stated, abs(stated - start) > Int(Self.jitterSeconds * Double(sampleRate)) {
      start = stated
    }
    next = start + count
    let first = max(0, filled - start)
    let end = min(count, length - start)
    guard first < end else { return }
    let gap = start + first - filled
    if gap > 0 { fill(Array(repeating: Array(repeating: 0, count: gap), count: self.rows)) }
    fill(rows.map { Array($0[first..<end]) })
  }

  private var sampleRate: Int32 { encoder.sampleBase.denominator }

  /// Appends samples of the part.
  private func fill(_ rows: [[Float]]) {
    let count = rows.first?.count ?? 0
    for (channel, row) in rows.enumerated() where channel < pending.count {
      pending[channel] += row
      guard isFadedIn || isFadedOut else { continue }
      let base = pending[channel].count - count
      for place in 0..<count {
        let gain = gain(at: filled + place)
        if gain < 1 { pending[channel][base + place] *= gain }
      }
    }
    filled += count
  }

  /// Without it, two waves that meet anywhere click.
  private func gain(at place: Int) -> Float {
    let fade = Float(Self.fadeSeconds) * Float(sampleRate)
    var gain: Float = 1
    if isFadedIn { gain = min(gain, (Float(place) + 0.5) / fade) }
    if isFadedOut { gain = min(gain, (Float(length - place) - 0.5) / fade) }
    return max(0, gain)
  }

  private static let fadeSeconds = 0.002
  private static let jitterSeconds = 0.025

  // MARK: - Out

  private func encode(
    write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    let size = encoder.samplesPerPacket
    var done = 0
    while pending[0].count - done >= size {
      try encoder.send(pending.map { $0[done..<(done + size)] })
      done += size
      try receivePackets(write: write)
    }
    if done > 0 { for channel in pending.indices { pending[channel].removeFirst(done) } }
  }

  private func receivePackets(
    write: (borrowing Packet, Piece) throws(MediaError) -> Void
  ) throws(MediaError) {
    let packet = try Packet()
    while try encoder.receive(into: packet) {
      let start = (packet.pts ?? 0) - Int64(leadingSamples)
      let samples = packet.duration > 0 ? packet.duration : Int64(encoder.samplesPerPacket)
      let end = start + samples
      // Silence before the clip, where nothing can say that it is not to be heard.
      if end <= 0, !hidesPadding { continue }
      let clipEnd = Int64(total + length)
      if start >= clipEnd { continue }
      func time(_ sample: Int64) -> MediaTime {
        MediaTime(ticks: sample, timebase: encoder.sampleBase)
      }
      var piece = Piece(start: time(start), dts: nil, end: time(end), isNeeded: end > 0)
      if container.soundEdges == .padding { piece.trailingSamples = max(0, end - clipEnd) }
      try write(packet, piece)
    }
  }
}
