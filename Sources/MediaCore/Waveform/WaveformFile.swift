// SPDX-License-Identifier: GPL-3.0-or-later

/// A complete waveform as bytes: a header, then peak and loudness of each value.
enum WaveformFile {
  /// Another first word for every other meaning of what follows.
  private static let magic: UInt32 = 0x3257_464B  // KFW2

  static func name(_ identity: FileIdentity, stream: Int) -> String {
    "\(identity.name)-\(stream).waveform"
  }

  static func bytes(of waveform: Waveform) -> [UInt8] {
    let buckets = waveform.finest()
    var body: [UInt8] = []
    body.reserveCapacity(2 * buckets.count)
    for bucket in buckets {
      body.append(bucket.peak)
      body.append(bucket.loudness)
    }
    var writer = ByteWriter()
    writer.append(magic)
    writer.append(UInt32(waveform.chunkCount))
    writer.append(body.withUnsafeBytes { Fingerprint.of($0) })
    writer.append(body)
    return writer.bytes
  }

  /// Fills a waveform of the same length; false when the bytes are not one's, or damaged.
  static func read(_ bytes: [UInt8], into waveform: Waveform) -> Bool {
    var reader = ByteReader(bytes[...])
    guard reader.read(UInt32.self) == magic,
      reader.read(UInt32.self) == UInt32(waveform.chunkCount),
      let fingerprint = reader.read(UInt64.self),
      let body = reader.read(count: waveform.chunkCount * Waveform.bucketsPerChunk * 2),
      body.withUnsafeBytes({ Fingerprint.of($0) }) == fingerprint
    else { return false }
    for chunk in 0..<waveform.chunkCount {
      let start = body.startIndex + chunk * Waveform.bucketsPerChunk * 2
      let buckets = (0..<Waveform.bucketsPerChunk).map {
        Waveform.Bucket(peak: body[start + 2 * $0], loudness: body[start + 2 * $0 + 1])
      }
      waveform.set(buckets, chunk: chunk, .whole)
    }
    return true
  }
}
