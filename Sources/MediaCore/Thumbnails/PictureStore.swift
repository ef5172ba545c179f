// SPDX-License-Identifier: GPL-3.0-or-later
import CSystemShim
import Glibc
import TrimModel

/// Pictures of one film's strip on disk, at one size.
///
/// A file of records, each appended by one write, so that several programs may add to it. What does
/// not read as a record ends it. Belongs to one thread.
final class PictureStore {
  private static let magic: UInt32 = 0x3150_464B  // KFP1
  private static let headerBytes = 32
  /// Not worth more, and no film's strip should push out all others.
  private static let byteLimit: Int64 = 48 << 20

  private let descriptor: Int32
  private let size: PixelSize
  private let timebase: Timebase
  private var byteCount: Int64 = 0

  /// Where the pixels of a frame begin.
  private var places: [Int64: Int64] = [:]
  /// Which frame was shown for a time that was asked for before there was an index.
  private var frames: [Int64: Int64] = [:]

  /// Opens the pictures of a film at a size, or begins a file for them; nil where that fails.
  init?(cache: CacheFolder, identity: FileIdentity, size: PixelSize, timebase: Timebase) {
    guard cache.makeFolder() else { return nil }
    let name = "\(identity.name)-\(size.width)x\(size.height).pictures"
    let flags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW
    let descriptor = cache.file(name).withCString { kerf_file_open($0, flags, 0o600) }
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
    self.size = size
    self.timebase = timebase
    futimens(descriptor, nil)
    readRecords()
    cache.trim()
  }

  deinit { close(descriptor) }

  private var pictureBytes: Int { size.width * size.height * 3 }

  private func readRecords() {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    var offset: Int64 = 0
    while offset + Int64(Self.headerBytes) <= Int64(status.st_size) {
      var header = [UInt8](repeating: 0, count: Self.headerBytes)
      guard pread(descriptor, &header, header.count, off_t(offset)) == header.count else { break }
      var reader = ByteReader(header[...])
      guard reader.read(UInt32.self) == Self.magic, let length = reader.read(UInt32.self),
        let asked = reader.read(Int64.self), let pts = reader.read(Int64.self),
        length == 0 || Int(length) == pictureBytes
      else { break }
      if length > 0 { places[pts] = offset }
      if asked != .min { frames[asked] = pts }
      offset += Int64(Self.headerBytes) + Int64(length)
    }
    byteCount = offset
    // A write that was cut short would hide all that comes behind it.
    if offset < Int64(status.st_size) { ftruncate(descriptor, off_t(offset)) }
  }

  /// The frame that was shown for a time before the index was there; nil when it is not known.
  func frame(forTime ticks: Int64) -> Int64? { frames[ticks] }

  /// The picture of a frame; nil when it is not there or damaged.
  func picture(_ pts: Int64) -> Picture? {
    guard let place = places[pts] else { return nil }
    var header = [UInt8](repeating: 0, count: Self.headerBytes)
    guard pread(descriptor, &header, header.count, off_t(place)) == header.count else { return nil }
    var reader = ByteReader(header[24...])
    let fingerprint = reader.read(UInt64.self)
    let picture = Picture(
      size: size, presentationTime: MediaTime(ticks: pts, timebase: timebase)
    ) { pixels in
      let count = pread(
        descriptor, pixels.baseAddress, pixels.count, off_t(place) + off_t(Self.headerBytes))
      if count != pixels.count { pixels.initializeMemory(as: UInt8.self, repeating: 0) }
    }
    return Fingerprint.of(picture.pixels) == fingerprint ? picture : nil
  }

  /// Keeps a picture, and that it was shown for a time.
  func insert(_ picture: Picture, forTime ticks: Int64?) {
    let pts = picture.presentationTime.ticks
    let isNew = places[pts] == nil
    let isNewTime = ticks.map { frames[$0] != pts } ?? false
    guard isNew || isNewTime, byteCount < Self.byteLimit, picture.size == size else { return }
    var writer = ByteWriter()
    writer.append(Self.magic)
    writer.append(UInt32(isNew ? pictureBytes : 0))
    writer.append(ticks ?? .min)
    writer.append(pts)
    writer.append(isNew ? Fingerprint.of(picture.pixels) : 0)
    if isNew { writer.append(picture.pixels) }
    // Other programs may have appended: only the system knows where this goes.
    guard CacheFolder.write(writer.bytes, to: descriptor) else { return }
    let end = Int64(lseek(descriptor, 0, SEEK_CUR))
    if isNew { places[pts] = end - Int64(writer.bytes.count) }
    if let ticks { frames[ticks] = pts }
    byteCount = end
  }
}
