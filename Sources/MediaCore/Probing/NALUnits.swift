// SPDX-License-Identifier: GPL-3.0-or-later

/// The units of a packet in order, without start codes and lengths.
///
/// Lazy, since whoever reads them stops at the first slice. Long units may be cut short.
struct NALUnits: Sequence, IteratorProtocol {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let lengthBytes: Int?
  private var position = 0
  /// Whether ``position`` is inside a unit whose end was not looked for.
  private var isInsideUnit = false

  /// - Parameters:
  ///   - bytes: A packet's payload; must outlive the sequence.
  ///   - lengthBytes: Size of the length before each unit; nil for start codes.
  init(_ bytes: UnsafeBufferPointer<UInt8>, lengthBytes: Int?) {
    self.bytes = bytes
    self.lengthBytes = lengthBytes
    if lengthBytes == nil { position = afterStartCode(from: 0) ?? bytes.count }
  }

  /// The next unit; cut short where the packet is damaged.
  mutating func next() -> Slice<UnsafeBufferPointer<UInt8>>? {
    guard position < bytes.count else { return nil }
    guard let lengthBytes else { return nextAfterStartCode() }
    guard position + lengthBytes <= bytes.count else { return nil }
    let length = (0..<lengthBytes).reduce(0) { $0 << 8 | Int(bytes[position + $1]) }
    let start = position + lengthBytes
    let end = Swift.min(bytes.count, start + length)
    position = end
    return bytes[start..<end]
  }

  private mutating func nextAfterStartCode() -> Slice<UnsafeBufferPointer<UInt8>>? {
    if isInsideUnit {
      isInsideUnit = false
      position = afterStartCode(from: position) ?? bytes.count
      guard position < bytes.count else { return nil }
    }
    let start = position
    // A slice fills the rest of nearly every packet and nobody reads beyond its header: its end is
    // looked for only when somebody asks for what follows.
    let limit = Swift.min(bytes.count, start + Self.longestHeaderUnit)
    if let next = afterStartCode(from: start, limit: limit) {
      position = next
      return bytes[start..<(next - 3)]
    }
    isInsideUnit = limit < bytes.count
    position = isInsideUnit ? limit - 2 : bytes.count
    return bytes[start..<limit]
  }

  private func afterStartCode(from start: Int, limit: Int? = nil) -> Int? {
    let end = limit ?? bytes.count
    var next = start
    while next + 2 < end {
      if bytes[next + 2] > 1 {
        next += 3
      } else if bytes[next] == 0, bytes[next + 1] == 0, bytes[next + 2] == 1 {
        return next + 3
      } else {
        next += 1
      }
    }
    return nil
  }

  private static let longestHeaderUnit = 4096
}
