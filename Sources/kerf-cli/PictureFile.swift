// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TrimModel

/// Writes a finished picture so that nobody ever sees half of it.
enum PictureFile {
  /// Replaces what has this name; `-` is standard output.
  ///
  /// - Throws: `.failed`, also when the destination is the source.
  static func write(
    _ bytes: [UInt8], to path: FilePath, source: FilePath
  ) throws(CommandFailure) {
    if path == FilePath("-") { return try write(bytes, to: STDOUT_FILENO, path) }
    var status = stat()
    if path.withCString({ stat($0, &status) }) == 0 {
      var sourceStatus = stat()
      if source.withCString({ stat($0, &sourceStatus) }) == 0, status.st_ino == sourceStatus.st_ino,
        status.st_dev == sourceStatus.st_dev
      {
        throw .failed("this is the source", path, "name another file for the picture")
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        throw .failed("this is a folder", path, "name a file in it")
      }
      if status.st_mode & S_IFMT != S_IFREG { return try writeInPlace(bytes, to: path) }
    }
    try writeByRenaming(bytes, to: path)
  }

  /// A device or pipe is written to, never replaced.
  private static func writeInPlace(_ bytes: [UInt8], to path: FilePath) throws(CommandFailure) {
    let descriptor = path.withCString { creat($0, 0o666) }
    guard descriptor >= 0 else { throw cannotWrite(path) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor, path)
  }

  private static func writeByRenaming(_ bytes: [UInt8], to path: FilePath) throws(CommandFailure) {
    let template = path.parent.appending(".kerf-picture-XXXXXX")
    var name = template.bytes.map { CChar(bitPattern: $0) } + [0]
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw cannotWrite(path) }
    // mkstemp's files are private; this one is to be as any new file.
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor, 0o666 & ~mask)
    do throws(CommandFailure) {
      defer { close(descriptor) }
      try write(bytes, to: descriptor, path)
    } catch {
      unlink(name)
      throw error
    }
    guard path.withCString({ rename(name, $0) }) == 0 else {
      let failure = cannotWrite(path)
      unlink(name)
      throw failure
    }
  }

  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ path: FilePath
  ) throws(CommandFailure) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw cannotWrite(path) }
      written += count
    }
  }

  private static func cannotWrite(_ path: FilePath) -> CommandFailure {
    switch errno {
    case ENOSPC, EDQUOT: .failed("the disk is full", path, "free some space and try again")
    case ENOENT: .failed("no such folder", path, "make the folder first")
    case EACCES, EPERM, EROFS: .failed("cannot write there", path, "name another folder")
    default: .failed("writing failed", path, "check the disk")
    }
  }
}
