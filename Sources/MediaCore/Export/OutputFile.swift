// SPDX-License-Identifier: GPL-3.0-or-later
import CSystemShim
import Glibc
import TrimModel

/// A clip on its way: a hidden temporary file in the target folder that gets its name at the end.
///
/// Until ``publish`` succeeds, nothing but the temporary exists, and it goes away with this object.
/// A lock on it lives as long as the process, so that others can tell it from the litter of a killed
/// one. Belongs to one thread.
final class OutputFile {
  let folder: FilePath
  let temporary: FilePath
  let descriptor: Int32
  /// Brings what is written to the disk.
  let disk: DiskSync
  private var isPublished = false

  /// Creates the temporary.
  ///
  /// - Throws: `.notWritable` when the folder is missing or closed to us, `.diskFull`.
  init(in folder: FilePath) throws(MediaError) {
    self.folder = folder
    for _ in 0..<100 {
      let number = UInt32.random(in: 0...UInt32.max)
      let name = "\(TemporaryName.prefix)\(getpid())-\(number)\(TemporaryName.suffix)"
      let path = folder.appending(name)
      let descriptor = path.withCString { kerf_file_open($0, O_RDWR | O_CREAT | O_EXCL, 0o600) }
      guard descriptor >= 0 else {
        if errno == EEXIST { continue }
        throw MediaError(writing: errno, operation: "create file in target folder")
      }
      _ = kerf_file_try_lock(descriptor)
      // Between creation and lock somebody may have taken it for litter.
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else {
        close(descriptor)
        continue
      }
      self.descriptor = descriptor
      disk = DiskSync(descriptor: descriptor)
      temporary = path
      return
    }
    throw MediaError(.notWritable, "create file in target folder")
  }

  deinit {
    disk.close()
    if !isPublished { _ = temporary.withCString { unlink($0) } }
    close(descriptor)
  }

  /// Size of what was written so far.
  var byteCount: Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Asks the file system for room in one piece; a refusal means nothing.
  func reserve(bytes: Int64) { if bytes > 0 { _ = kerf_file_reserve(descriptor, bytes) } }

  /// Empties the file for another attempt.
  func clear() throws(MediaError) {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw MediaError(writing: errno, operation: "empty file")
    }
  }

  /// Takes over a file's permissions and times.
  private func takeAttributes(of source: FilePath) {
    var status = stat()
    guard source.withCString({ stat($0, &status) }) == 0 else { return }
    // File systems without permissions refuse; the clip is as good without them. Whoever made the
    // clip may always write it: sources on cards and discs often forbid that.
    _ = fchmod(descriptor, (status.st_mode & 0o777) | 0o600)
    let times = [status.st_atim, status.st_mtim]
    _ = times.withUnsafeBufferPointer { futimens(descriptor, $0.baseAddress) }
  }

  /// Brings all bytes to the disk and gives the file a name.
  ///
  /// - Parameters:
  ///   - source: Whose permissions and times the file takes over; nil for none.
  ///   - isReplacing: Whether a file of that name may go.
  ///   - name: The next name to try, or nil to give up; asked again while names are taken.
  /// - Returns: The name that it got.
  /// - Throws: `.alreadyExists`, `.notWritable`, `.diskFull`, `.readFailed`.
  func publish(
    attributesOf source: FilePath? = nil, isReplacing: Bool,
    name: (_ attempt: Int) -> FilePath?
  ) throws(MediaError) -> FilePath {
    try disk.finish()
    // What was reserved behind the end goes back; that counts as a change, so times come later.
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else {
      throw MediaError(writing: errno, operation: "write to disk")
    }
    if let source { takeAttributes(of: source) }
    guard fsync(descriptor) == 0 else {
      throw MediaError(writing: errno, operation: "write to disk")
    }
    var attempt = 1
    while let target = name(attempt) {
      if try rename(to: target, isReplacing: isReplacing) {
        isPublished = true
        syncFolder(of: target)
        return target
      }
      attempt += 1
    }
    throw MediaError(.alreadyExists, "name file")
  }

  /// False when the name is taken.
  private func rename(to target: FilePath, isReplacing: Bool) throws(MediaError) -> Bool {
    let code = temporary.withCString { from in
      target.withCString { to in
        isReplacing ? Glibc.rename(from, to) : kerf_file_rename_exclusively(from, to)
      }
    }
    if code == 0 { return true }
    switch errno {
    case EEXIST where !isReplacing: return false
    case EINVAL where !isReplacing, ENOSYS where !isReplacing:
      return try renameByLink(to: target)
    default: throw MediaError(writing: errno, operation: "name file")
    }
  }

  /// Where the kernel cannot rename without replacing: a second link, which never replaces.
  private func renameByLink(to target: FilePath) throws(MediaError) -> Bool {
    let code = temporary.withCString { from in target.withCString { link(from, $0) } }
    if code == 0 {
      _ = temporary.withCString { unlink($0) }
      return true
    }
    if errno == EEXIST { return false }
    // No links either (FAT): an empty file holds the name while the clip takes its place.
    let holder = target.withCString { kerf_file_open($0, O_WRONLY | O_CREAT | O_EXCL, 0o600) }
    guard holder >= 0 else {
      if errno == EEXIST { return false }
      throw MediaError(writing: errno, operation: "name file")
    }
    close(holder)
    let renamed = temporary.withCString { from in target.withCString { Glibc.rename(from, $0) } }
    guard renamed == 0 else {
      let error = MediaError(writing: errno, operation: "name file")
      _ = target.withCString { unlink($0) }
      throw error
    }
    return true
  }

  /// Makes the new name itself durable; file systems that cannot are left alone.
  private func syncFolder(of target: FilePath) {
    let descriptor = target.parent.withCString { kerf_file_open($0, O_RDONLY | O_DIRECTORY, 0) }
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}

/// How temporaries are recognised.
enum TemporaryName {
  static let prefix = ".kerf-"
  static let suffix = ".part"

  static func isTemporary(_ name: some Collection<UInt8>) -> Bool {
    name.starts(with: prefix.utf8) && name.count > prefix.utf8.count + suffix.utf8.count
      && Array(name).suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}

extension MediaError {
  /// Translates `errno` of a system call on the side that is written.
  init(writing value: Int32, operation: String) {
    switch value {
    case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EISDIR, ETXTBSY, ENAMETOOLONG, ELOOP:
      self.init(.notWritable, operation)
    case ENOSPC, EDQUOT, EFBIG: self.init(.diskFull, operation)
    default: self.init(errno: value, operation: operation)
    }
  }
}
