// SPDX-License-Identifier: GPL-3.0-or-later

/// Integers in little-endian order, for the files of a ``CacheFolder``.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
}

/// Reads what ``ByteWriter`` wrote.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The next integer; nil at the end.
  mutating func read<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
    let size = MemoryLayout<Number>.size
    guard bytes.endIndex - position >= size else { return nil }
    defer { position += size }
    return bytes[position..<(position + size)].reversed()
      .reduce(Number.zero) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// The next bytes; nil when there are not so many.
  mutating func read(count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, bytes.endIndex - position >= count else { return nil }
    defer { position += count }
    return bytes[position..<(position + count)]
  }
}
