// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Synchronization
import TestSupport
import Testing
import TrimModel

@testable import MediaCore

/// Files without a path here are read like all others.
struct StreamedFilesTests {
  /// Bytes in memory, as a server would give them out.
  private final class Bytes: ByteStream {
    private let bytes: Data
    private var position = 0
    private let tellsSize: Bool
    var byteCount: Int64? { tellsSize ? Int64(bytes.count) : nil }

    init(_ bytes: Data, tellsSize: Bool) {
      self.bytes = bytes
      self.tellsSize = tellsSize
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
      // As little as a slow line has.
      let count = min(buffer.count, 1000, max(0, bytes.count - position))
      bytes.copyBytes(to: buffer, from: position..<position + count)
      position += count
      return count
    }

    func seek(to position: Int64) throws(MediaError) { self.position = Int(position) }
  }

  @Test(arguments: ["h264_gop60.mp4", "h264_gop60.mkv", "h264_gop60.ts"], [true, false])
  func framesAreThoseOfTheSameFileOnDisk(name: String, tellsSize: Bool) throws {
    let local = try Fixture.clip(name)
    let data = try Data(contentsOf: URL(filePath: local.displayString))
    let remote = StreamedFiles.register(address: "memory://\(tellsSize)/\(name)") {
      Bytes(data, tellsSize: tellsSize)
    }
    let (there, here) = (
      try FrameIndexBuilder.build(remote), try FrameIndexBuilder.build(local)
    )
    #expect(there.frames == here.frames)
    #expect(there.isComplete)
    let picture = try FrameGrabber.picture(of: remote, frame: 123, in: there)
    #expect(picture.presentationTime == here.time(ofFrame: 123))
    #expect(try ClipProbe.probe(remote).path.displayName == name)
  }

  /// A place that hands out one stream at once.
  private final class SingleStream: ByteStream {
    private let stream: Bytes
    private let failing: Failing
    let byteCount: Int64?

    /// How many are open, how many were, and after how many reads the next ones fail.
    final class Failing: Sendable {
      struct Count { var isOpen = false, opened = 0, readsUntilFailure = Int.max }
      let count = Mutex(Count())
    }

    init(_ bytes: Data, _ failing: Failing) throws(MediaError) {
      let isFree = failing.count.withLock { count in
        defer { count.isOpen = true }
        count.opened += count.isOpen ? 0 : 1
        return !count.isOpen
      }
      guard isFree else { throw MediaError(.notReachable, "open stream") }
      stream = Bytes(bytes, tellsSize: true)
      byteCount = stream.byteCount
      self.failing = failing
    }

    deinit { failing.count.withLock { $0.isOpen = false } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
      let fails = failing.count.withLock { count in
        count.readsUntilFailure -= 1
        return count.readsUntilFailure == 0
      }
      if fails { throw MediaError(.readFailed, "read stream") }
      return try stream.read(into: buffer)
    }

    func seek(to position: Int64) throws(MediaError) { try stream.seek(to: position) }
  }

  @Test func manyReadersAreContentWithOneStream() async throws {
    let local = try Fixture.clip("h264_gop60.mp4")
    let data = try Data(contentsOf: URL(filePath: local.displayString))
    let failing = SingleStream.Failing()
    let remote = StreamedFiles.register(address: "camera://one/film.mp4") {
      () throws(MediaError) in try SingleStream(data, failing)
    }
    let clip = try ClipProbe.probe(remote)
    let preview = try await PreviewWorker.open(clip)
    let strip = ThumbnailWorker(clip: clip)
    let sound = WaveformWorker(clip: clip, start: .zero, seconds: 10)
    let here = try FrameIndexBuilder.build(local)
    let times = (0..<5).map { here.time(ofFrame: 60 * $0) }
    strip.request(times: times, fitting: PixelSize(width: 80, height: 45))
    #expect(try FrameIndexBuilder.build(remote).frames == here.frames)
    var seen: Set<MediaTime> = []
    for await thumbnail in strip.thumbnails {
      seen.insert(thumbnail.time)
      if seen.count == times.count { break }
    }
    for await _ in sound.changes {}
    #expect(sound.waveform.isComplete)
    withExtendedLifetime(preview) {}
  }

  @Test func aLostConnectionIsMadeAnew() throws {
    let local = try Fixture.clip("h264_gop60.mp4")
    let data = try Data(contentsOf: URL(filePath: local.displayString))
    let failing = SingleStream.Failing()
    let remote = StreamedFiles.register(address: "camera://two/film.mp4") {
      () throws(MediaError) in try SingleStream(data, failing)
    }
    let reader = try #require(try StreamedFiles.reader(of: remote))
    failing.count.withLock { $0.readsUntilFailure = 20 }
    var buffer = [UInt8](repeating: 0, count: 100_000)
    func read() throws -> Int { try buffer.withUnsafeMutableBytes { try reader.read(into: $0) } }
    #expect(throws: MediaError(.readFailed, "read stream")) { try read() }
    var bytes = Data()
    while true {
      let count = try read()
      if count == 0 { break }
      bytes.append(contentsOf: buffer[..<count])
    }
    #expect(bytes == data)
    #expect(failing.count.withLock { $0.opened } == 2)
  }

  @Test func whatTheOpenerSaysIsTold() {
    let remote = StreamedFiles.register(address: "memory://host/none.mp4") {
      () throws(MediaError) in throw MediaError(.notSeekable, "open stream")
    }
    #expect(throws: MediaError(.notSeekable, "open stream")) { try ClipProbe.probe(remote) }
  }

  @Test func anUnknownAddressIsAFileThatIsNotThere() {
    #expect {
      try ClipProbe.probe(FilePath("sftp://host/film.mp4"))
    } throws: { ($0 as? MediaError)?.reason == .notFound }
  }
}
