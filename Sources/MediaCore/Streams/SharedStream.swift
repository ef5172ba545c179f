// SPDX-License-Identifier: GPL-3.0-or-later

/// One stream of a file that is far away, for all who read that file, and the blocks read last.
///
/// Web servers, phones and cameras hand out one or two streams at once and let a third wait for ever;
/// and what one reader fetched, the next one needs too. Any thread may read; whoever misses a block
/// fetches it while the others wait.
final class SharedStream: @unchecked Sendable {
  /// What is fetched at once.
  private static let blockBytes = 256 << 10

  /// 32 MB.
  private static let keptBlocks = 128

  // All that changes is changed under the lock.
  private let lock = Monitor(())
  private let open: StreamedFiles.Opener
  /// nil before the first reader, and after the connection was lost.
  private var stream: (any ByteStream)?
  /// What the file's place told when it was opened last.
  private var byteCount: Int64?
  /// Where the stream stands.
  private var position: Int64 = 0
  private var blocks: [Int64: Block] = [:]
  private var clock = 0

  private struct Block {
    let bytes: [UInt8]
    var lastUse: Int
  }

  init(open: @escaping StreamedFiles.Opener) { self.open = open }

  /// A reader of its own place, from the start of the file on.
  ///
  /// - Throws: What opening the file throws.
  func makeReader() throws(MediaError) -> any ByteStream {
    try lock.withLock { _ throws(MediaError) in _ = try openStream() }
    return Reader(self)
  }

  private final class Reader: ByteStream {
    private let shared: SharedStream
    private var position: Int64 = 0

    init(_ shared: SharedStream) { self.shared = shared }

    var byteCount: Int64? { shared.lock.withLock { _ in shared.byteCount } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
      let count = try shared.read(at: position, into: buffer)
      position += Int64(count)
      return count
    }

    func seek(to position: Int64) throws(MediaError) {
      guard position >= 0 else { throw MediaError(.readFailed, "seek in stream") }
      self.position = position
    }
  }

  private func read(
    at place: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(MediaError) -> Int {
    try lock.withLock { _ throws(MediaError) in
      let size = Int64(Self.blockBytes)
      let bytes = try block(place / size)
      let offset = Int(place % size)
      guard offset < bytes.count else { return 0 }
      let count = min(buffer.count, bytes.count - offset)
      buffer.copyBytes(from: bytes[offset..<(offset + count)])
      return count
    }
  }

  private func block(_ number: Int64) throws(MediaError) -> [UInt8] {
    clock += 1
    if let known = blocks[number] {
      blocks[number]?.lastUse = clock
      return known.bytes
    }
    let bytes: [UInt8]
    do {
      bytes = try fetch(number)
    } catch {
      // The next one who reads tries a new connection.
      stream = nil
      throw error
    }
    if blocks.count >= Self.keptBlocks,
      let oldest = blocks.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      blocks[oldest.key] = nil
    }
    blocks[number] = Block(bytes: bytes, lastUse: clock)
    return bytes
  }

  /// Reads a block from the file; shorter at its end.
  private func fetch(_ number: Int64) throws(MediaError) -> [UInt8] {
    let stream = try openStream()
    let start = number * Int64(Self.blockBytes)
    if position != start {
      try stream.seek(to: start)
      position = start
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.blockBytes, alignment: 16)
    defer { buffer.deallocate() }
    var filled = 0
    while filled < buffer.count {
      let count = try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      if count == 0 { break }
      filled += count
      position += Int64(count)
    }
    return [UInt8](buffer[..<filled])
  }

  private func openStream() throws(MediaError) -> any ByteStream {
    if let stream { return stream }
    let opened = try open()
    stream = opened
    byteCount = opened.byteCount
    position = 0
    return opened
  }
}
