// SPDX-License-Identifier: GPL-3.0-or-later
import CSystemShim
import Glibc
public import TrimModel

/// A folder of small files that can be made again, bounded in bytes.
///
/// Anyone may delete any of it at any time. Several programs may use it at once. Every call touches
/// the disk, so none is for the main thread. Failures are no news: what is not there is made again.
public struct CacheFolder: Sendable {
  public let path: FilePath

  /// What all files may take together.
  public let byteLimit: Int64

  /// Uses a folder, which is made when first written to.
  public init(path: FilePath, byteLimit: Int64 = 256 << 20) {
    self.path = path
    self.byteLimit = byteLimit
  }

  /// The user's cache of strips and waveforms: `kerf` in `XDG_CACHE_HOME`, else in `~/.cache`.
  public static func user() -> CacheFolder {
    CacheFolder(path: base("XDG_CACHE_HOME", else: ".cache").appending("kerf"))
  }

  /// Where the user's programs keep what they remember: `kerf` in `XDG_STATE_HOME`, else in
  /// `~/.local/state`.
  public static func userState() -> CacheFolder {
    CacheFolder(
      path: base("XDG_STATE_HOME", else: ".local/state").appending("kerf"), byteLimit: 8 << 20)
  }

  private static func base(_ variable: String, else below: String) -> FilePath {
    // Relative paths in these variables are to be ignored.
    if let value = getenv(variable), value.pointee == CChar(bitPattern: UInt8(ascii: "/")) {
      return FilePath(cString: value)
    }
    return OutputFolder.homeFolder().appending(below)
  }

  func file(_ name: String) -> FilePath { path.appending(name) }

  /// The bytes of a file, which counts as used now; nil when it is not there.
  public func read(_ name: String) -> [UInt8]? {
    let descriptor = file(name).withCString { kerf_file_open($0, O_RDONLY | O_NOFOLLOW, 0) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    futimens(descriptor, nil)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      Int64(status.st_size) <= byteLimit
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    return count == bytes.count ? bytes : nil
  }

  /// Writes a file as a whole: others see the old one or the new one.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) -> Bool {
    guard makeFolder() else { return false }
    let temporary = file(".\(name).\(getpid())")
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
    let descriptor = temporary.withCString { kerf_file_open($0, flags, 0o600) }
    guard descriptor >= 0 else { return false }
    let isWritten = Self.write(bytes, to: descriptor)
    close(descriptor)
    let isMoved =
      isWritten
      && temporary.withCString { old in file(name).withCString { rename(old, $0) == 0 } }
    if !isMoved { _ = temporary.withCString { unlink($0) } }
    return isMoved
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + offset }, bytes.count - offset)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }

  public func remove(_ name: String) { _ = file(name).withCString { unlink($0) } }

  /// Makes the folder, for its owner alone; answers whether it is there.
  func makeFolder() -> Bool {
    var parts: [UInt8] = []
    for component in path.bytes.split(separator: UInt8(ascii: "/")) {
      parts.append(UInt8(ascii: "/"))
      parts.append(contentsOf: component)
      let made = FilePath(bytes: parts).withCString { mkdir($0, 0o700) }
      guard made == 0 || errno == EEXIST || errno == EACCES || errno == EROFS else { return false }
    }
    return path.withCString { access($0, W_OK | X_OK) == 0 }
  }

  /// Deletes what was used longest ago until the rest keeps to the limit.
  public func trim() {
    var files: [(name: FilePath, bytes: Int64, used: Int)] = []
    for name in OutputFolder.names(in: path) {
      let file = path.appending(name)
      var status = stat()
      guard file.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG
      else { continue }
      files.append((file, Int64(status.st_blocks) * 512, status.st_mtim.tv_sec))
    }
    var total = files.reduce(0) { $0 + $1.bytes }
    for file in files.sorted(by: { $0.used < $1.used }) {
      guard total > byteLimit else { return }
      if file.name.withCString({ unlink($0) }) == 0 { total -= file.bytes }
    }
  }
}
