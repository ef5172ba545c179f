// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes one stream of pieces that come from two encoders: the source's and ours.
///
/// Belongs to one thread. Packets go through it in the order of the clip.
protocol StreamJoint: AnyObject {
  /// Identifier that the encoder gives to its H.264 parameter sets.
  var parameterSetID: Int { get }

  /// Takes the encoder's headers and returns the description of the whole stream.
  ///
  /// - Throws: `.unsupported` when the two cannot stand side by side.
  func describe(encoderHeaders: [UInt8]) throws(MediaError) -> [UInt8]

  /// An encoded packet as the clip has it.
  func encoded(_ bytes: [UInt8], isKeyframe: Bool) throws(MediaError) -> [UInt8]

  /// A copied packet as the clip has it.
  ///
  /// - Parameters:
  ///   - bytes: As the source has it.
  ///   - isFirst: Whether what is before it was encoded or is from elsewhere in the source.
  /// - Returns: Nil when it stays as it is.
  /// - Throws: `.unsupported` when it cannot stand where it does.
  func copied(
    _ bytes: UnsafeBufferPointer<UInt8>, isFirst: Bool
  ) throws(MediaError) -> [UInt8]?
}

/// Codecs whose keyframes hold all that decoding needs, or whose headers come in packets.
final class PlainJoint: StreamJoint {
  let parameterSetID = 0
  private let extradata: [UInt8]
  /// What goes before the first copied packet when that does not have it.
  private let headers: [UInt8]
  private let hasHeaders: (UnsafeBufferPointer<UInt8>) -> Bool
  /// What the encoder puts before each packet and containers do not store.
  private let delimiter: [UInt8]

  /// - Parameters:
  ///   - extradata: The source's description, which stays.
  ///   - headers: What a decoder must have had before the source's keyframes.
  ///   - delimiter: What the encoder puts before each packet and containers do not store.
  ///   - hasHeaders: Whether a packet has that itself.
  init(
    extradata: [UInt8], headers: [UInt8] = [], delimiter: [UInt8] = [],
    hasHeaders: @escaping (UnsafeBufferPointer<UInt8>) -> Bool = { _ in true }
  ) {
    self.extradata = extradata
    self.headers = headers
    self.delimiter = delimiter
    self.hasHeaders = hasHeaders
  }

  func describe(encoderHeaders: [UInt8]) -> [UInt8] { extradata }
  func encoded(_ bytes: [UInt8], isKeyframe: Bool) -> [UInt8] {
    bytes.starts(with: delimiter) ? Array(bytes.dropFirst(delimiter.count)) : bytes
  }

  func copied(_ bytes: UnsafeBufferPointer<UInt8>, isFirst: Bool) -> [UInt8]? {
    guard isFirst, !headers.isEmpty, !hasHeaders(bytes) else { return nil }
    return headers + bytes
  }

  /// Whether a packet begins a sequence by a start code, MPEG-2's or MPEG-4's.
  static func hasStartCode(
    _ code: ClosedRange<UInt8>
  ) -> (UnsafeBufferPointer<UInt8>) -> Bool {
    { bytes in
      let head = bytes.prefix(256)
      return zip(head, zip(head.dropFirst(), zip(head.dropFirst(2), head.dropFirst(3))))
        .contains { $0 == 0 && $1.0 == 0 && $1.1.0 == 1 && code.contains($1.1.1) }
    }
  }

  /// Whether an AV1 packet has a sequence header among its first units.
  static func hasAV1SequenceHeader(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var position = 0
    while position < bytes.count {
      let header = bytes[position]
      if header >> 3 & 15 == 1 { return true }
      // A unit without a size fills the rest.
      guard header & 2 != 0 else { return false }
      position += header & 4 != 0 ? 2 : 1
      var size = 0
      var shift = 0
      while position < bytes.count, shift < 32 {
        let byte = bytes[position]
        position += 1
        size |= Int(byte & 0x7F) << shift
        shift += 7
        if byte & 0x80 == 0 { break }
      }
      position += size
    }
    return false
  }
}
