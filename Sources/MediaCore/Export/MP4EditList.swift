// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TrimModel

/// Makes the edit lists of a finished MP4 or MOV file end exactly where the clip ends.
///
/// The muxer writes an edit list for each track that begins at the right sample but runs to the end
/// of the media, hidden tail included. Only lengths are rewritten, in place.
enum MP4EditList {
  /// Limits every track to `length`, the film to exactly that.
  ///
  /// - Parameters:
  ///   - file: Open for reading and writing.
  ///   - film: Position of the film among the muxer's streams; its track number is one more.
  ///   - length: Of the clip.
  /// - Throws: `.invalidData` when the file has no index where one must be.
  static func limit(file: Int32, film: Int, to length: MediaTime) throws(MediaError) {
    guard let (offset, size) = findIndex(in: file), size < 1 << 31 else {
      throw MediaError(.invalidData, "find index of clip")
    }
    var index = [UInt8](repeating: 0, count: Int(size))
    guard read(&index, from: file, at: offset) else {
      throw MediaError(.readFailed, "read index of clip")
    }
    var boxes = MP4Boxes(bytes: index)
    try limit(&boxes, film: film, to: length)
    guard write(boxes.bytes, to: file, at: offset) else {
      throw MediaError(writing: errno, operation: "write index of clip")
    }
  }

  private static func limit(
    _ boxes: inout MP4Boxes, film: Int, to length: MediaTime
  ) throws(MediaError) {
    guard let movie = boxes.boxes(in: boxes.whole).first(where: { $0.type == "moov" }),
      let header = boxes.child("mvhd", of: movie)
    else { throw MediaError(.invalidData, "read index of clip") }
    let isLong = boxes.version(of: header) == 1
    let timescale = boxes.read32(header.body.lowerBound + (isLong ? 20 : 12))
    guard timescale > 0 else { throw MediaError(.invalidData, "read index of clip") }
    let base = Timebase(numerator: 1, denominator: Int32(clamping: timescale))
    let limit = length.rescaled(to: base).ticks
    var longest: Int64 = 0
    for track in boxes.boxes(in: movie.body) where track.type == "trak" {
      guard let trackHeader = boxes.child("tkhd", of: track) else { continue }
      let isLongTrack = boxes.version(of: trackHeader) == 1
      let body = trackHeader.body.lowerBound
      let number = boxes.read32(body + (isLongTrack ? 20 : 12))
      let durationOffset = body + (isLongTrack ? 28 : 20)
      var duration = boxes.read(durationOffset, isLong: isLongTrack)
      if let list = boxes.child("edts", of: track).flatMap({ boxes.child("elst", of: $0) }) {
        duration = limitEdits(&boxes, list, to: limit, isExact: Int(number) == film + 1)
      } else {
        duration = min(duration, limit)
      }
      boxes.write(duration, durationOffset, isLong: isLongTrack)
      longest = max(longest, duration)
    }
    boxes.write(longest, header.body.lowerBound + (isLong ? 24 : 16), isLong: isLong)
  }

  /// Cuts the edits of a track at `limit` and returns their length.
  private static func limitEdits(
    _ boxes: inout MP4Boxes, _ list: MP4Boxes.Box, to limit: Int64, isExact: Bool
  ) -> Int64 {
    let isLong = boxes.version(of: list) == 1
    let count = Int(boxes.read32(list.body.lowerBound + 4))
    let entrySize = isLong ? 20 : 12
    var sum: Int64 = 0
    for entry in 0..<count {
      let offset = list.body.lowerBound + 8 + entry * entrySize
      guard offset + entrySize <= list.body.upperBound else { break }
      let isLast = entry == count - 1
      let own = boxes.read(offset, isLong: isLong)
      let room = max(0, limit - sum)
      let duration = isExact && isLast ? room : min(own, room)
      boxes.write(duration, offset, isLong: isLong)
      sum += duration
    }
    return sum
  }

  // MARK: - File

  /// Where the index of the file lies: its offset and size, header included.
  static func findIndex(in file: Int32) -> (offset: Int64, size: Int64)? {
    var offset: Int64 = 0
    while true {
      var header = [UInt8](repeating: 0, count: 16)
      guard read(&header, from: file, at: offset) else { return nil }
      var size = header[0..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      if size == 1 { size = header[8..<16].reduce(Int64(0)) { $0 << 8 | Int64($1) } }
      guard size >= 8 else { return nil }
      if header[4..<8].elementsEqual("moov".utf8) { return (offset, size) }
      offset += size
    }
  }

  static func read(_ bytes: inout [UInt8], from file: Int32, at offset: Int64) -> Bool {
    let wanted = bytes.count
    var done = 0
    while done < wanted {
      let count = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress.map { $0 + done }, wanted - done, off_t(offset) + done)
      }
      if count < 0, errno == EINTR { continue }
      // The last box may be shorter than the header that is looked for.
      guard count > 0 else { return done >= 8 && wanted == 16 }
      done += count
    }
    return true
  }

  static func write(_ bytes: [UInt8], to file: Int32, at offset: Int64) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(file, $0.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset) + done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}
