// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
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
