// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// Makes packets that can stand beside those of a stream of the source.
///
/// Belongs to one thread.
final class SoundTwin {
  private let stream: UnsafeMutablePointer<AVStream>
  private let demuxer: Demuxer
  private let pattern: SoundEncoder
  private let converter: SoundConverter
  private let frame: AudioFrame

  /// - Throws: `.unsupported` where no encoder makes packets like the stream's.
  init(of info: StreamInfo, in demuxer: Demuxer) throws(MediaError) {
    self.demuxer = demuxer
    stream = demuxer.stream(info.index)
    pattern = try SoundEncoder.open(like: stream)
    converter = SoundConverter(for: pattern)
    frame = try AudioFrame()
    guard let parameters = stream.pointee.codecpar?.pointee,
      parameters.frame_size <= 0 || Int(parameters.frame_size) == pattern.samplesPerPacket
    else { throw MediaError(.unsupported, "encode edges of sound") }
    if parameters.codec_id == AV_CODEC_ID_AAC, parameters.extradata_size >= 2 {
      // Object type, rate and channels, in the first bits of both descriptions.
      guard let own = pattern.context.pointee.extradata, let theirs = parameters.extradata,
        own[0] == theirs[0], own[1] & 0xF8 == theirs[1] & 0xF8, theirs[1] & 0x04 == 0
      else { throw MediaError(.unsupported, "encode edges of sound") }
    }
  }

  /// Samples of a packet, which is the same for all of them.
  var size: Int { pattern.samplesPerPacket }

  var channels: Int { pattern.channels }

  var base: Timebase { pattern.sampleBase }

  /// Samples at a packet's start for which a decoder needs the packet before.
  var overlap: Int {
    ["ac3", "eac3"].contains(pattern.codec) ? 256 : size
  }

  // MARK: - Decoding

  /// Decodes the stream's packets in order, from the first one given.
  func makeDecoder() throws(MediaError) -> AudioDecoder { try AudioDecoder(stream: stream) }

  /// Decodes a packet and keeps what comes out in it.
  ///
  /// - Returns: False when it is not what a packet of this stream should give.
  func hear(_ sound: SoundPacket, with decoder: AudioDecoder) throws(MediaError) -> Bool {
    let copy = try sound.packet.makeReference()
    copy.relabel(pts: Int64(sound.position))
    try copy.setPadding(trailing: 0)
    try decoder.send(copy)
    var isRight = false
    while try decoder.receive(into: frame) {
      guard frame.sampleRate == Int(base.denominator), !isRight else { return false }
      let rows = try converter.rows(of: frame)
      guard rows.count == channels, rows[0].count == size else { return false }
      sound.rows = rows
      isRight = true
    }
    return isRight
  }

  // MARK: - Encoding

  /// Encoded packets as they must be for a packet of the stream to go on behind them.
  ///
  /// - Parameters:
  ///   - encoded: In order.
  ///   - next: The packet that follows.
  ///   - history: What the stream has before it, in order.
  /// - Returns: The packets, the last of which may have more bytes; nil where they do not fit.
  /// - Throws: `.outOfMemory`.
  func fit(
    _ encoded: [SoundPacket], before next: SoundPacket, history: ArraySlice<SoundPacket>
  ) throws(MediaError) -> [SoundPacket]? {
    guard pattern.codec == "mp3" else { return encoded }
    guard let frame = MP3Frame(Array(next.packet.bytes)) else { return nil }
    guard frame.borrowedBytes > 0 else { return encoded }
    var shared: [UInt8] = []
    for sound in history.suffix(32) {
      guard let before = MP3Frame(Array(sound.packet.bytes)) else { return nil }
      shared += before.mainData
    }
    guard shared.count >= frame.borrowedBytes, let last = encoded.last,
      let bytes = MP3Frame(Array(last.packet.bytes))?
        .appending(shared.suffix(frame.borrowedBytes))
    else { return nil }
    let fitted = SoundPacket(
      packet: try last.packet.makeReference(), position: last.position, start: last.start,
      end: last.end)
    try fitted.packet.replaceBytes(with: bytes)
    return encoded.dropLast() + [fitted]
  }

  /// Encodes samples.
  ///
  /// - Parameters:
  ///   - rows: By channel, silent before and behind.
  ///   - position: Of the first of them, where a packet is to begin.
  ///   - like: A packet of the stream, for how its packets are wrapped.
  ///   - handle: Gets each packet and the position of its first sample.
  /// - Throws: `.unsupported` where the stream's packets are wrapped in another way than known.
  func encode(
    _ rows: [[Float]], from position: Int, like: borrowing Packet,
    handle: (consuming Packet, Int) throws(MediaError) -> Void
  ) throws(MediaError) {
    let encoder = try SoundEncoder.open(like: stream)
    let wrapping = try ADTSHeader.wrapping(of: like, in: stream)
    let padding = Int(encoder.padding) % size
    let lead = (size - padding) % size
    let silence = Array(repeating: Float(0), count: lead)
    let padded = rows.map { silence + $0 }
    func receive() throws(MediaError) {
      while true {
        let packet = try Packet()
        guard try encoder.receive(into: packet) else { return }
        let place = Int(packet.pts ?? 0) - lead + position
        try packet.setPadding(trailing: 0)
        if let wrapping { try packet.replaceBytes(with: wrapping.wrap(packet.bytes)) }
        packet.mark(asKeyframe: true)
        try handle(packet, place)
      }
    }
    var done = 0
    while done < padded[0].count {
      let end = min(padded[0].count, done + size)
      try encoder.send(padded.map { $0[done..<end] })
      done = end
      try receive()
    }
    try encoder.sendEndOfStream()
    try receive()
  }
}

/// The header that packets of AAC have in transport streams (ISO/IEC 13818-7, 6.2).
private struct ADTSHeader {
  private let bytes: [UInt8]

  /// How packets of a stream are wrapped; nil for not at all.
  static func wrapping(
    of packet: borrowing Packet, in stream: UnsafeMutablePointer<AVStream>
  ) throws(MediaError) -> ADTSHeader? {
    guard let parameters = stream.pointee.codecpar?.pointee,
      parameters.codec_id == AV_CODEC_ID_AAC, parameters.extradata_size == 0
    else { return nil }
    let bytes = packet.bytes
    // Plain AAC of one block, of channels in their usual order.
    guard bytes.count > 7, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0, bytes[2] >> 6 == 1,
      bytes[6] & 3 == 0
    else { throw MediaError(.unsupported, "wrap sound") }
    let channels = Int(bytes[2] & 1) << 2 | Int(bytes[3] >> 6)
    guard channels > 0, channels < 7, channels == Int(parameters.ch_layout.nb_channels) else {
      throw MediaError(.unsupported, "wrap sound")
    }
    return ADTSHeader(bytes: Array(bytes[..<7]))
  }

  func wrap(_ payload: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var header = bytes
    let length = payload.count + 7
    // No checksum, however the source has it.
    header[1] |= 1
    header[3] = header[3] & 0xFC | UInt8(truncatingIfNeeded: length >> 11)
    header[4] = UInt8(truncatingIfNeeded: length >> 3)
    // The buffer's fullness: a variable rate.
    header[5] = UInt8(truncatingIfNeeded: length << 5) | 0x1F
    header[6] = 0xFC
    return header + Array(payload)
  }
}
