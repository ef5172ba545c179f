// SPDX-License-Identifier: GPL-3.0-or-later
import CSystemShim
import Glibc
public import TrimModel

/// Where clips go, and the litter of killed exports there.
public enum OutputFolder {
  /// The user's folder for videos under its localized name, made if it is missing.
  ///
  /// Falls back to `~/Videos`, then to the home folder, then to the current one.
  public static func videos() -> FilePath {
    let home = homeFolder()
    if let named = userFolder("XDG_VIDEOS_DIR", home: home), makeFolder(named) { return named }
    let usual = home.appending("Videos")
    if makeFolder(usual) { return usual }
    return isFolder(home) ? home : FilePath(".")
  }

  /// Removes temporaries of exports whose process is gone; those of running ones stay.
  public static func removeStaleTemporaries(in folder: FilePath) {
    for name in names(in: folder) where TemporaryName.isTemporary(name) {
      let path = folder.appending(name)
      let descriptor = path.withCString {
        kerf_file_open($0, O_RDWR | O_NOFOLLOW | O_NONBLOCK, 0)
      }
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      if isAbandoned(descriptor, name: name) { _ = path.withCString { unlink($0) } }
    }
  }

  /// Whether nobody holds the lock, or, where there are no locks, its maker is gone.
  private static func isAbandoned(_ descriptor: Int32, name: [UInt8]) -> Bool {
    if kerf_file_try_lock(descriptor) == 0 { return true }
    if errno == EWOULDBLOCK { return false }
    let digits = name.dropFirst(TemporaryName.prefix.utf8.count).prefix { $0 != 0x2D }
    guard let process = Int32(String(decoding: digits, as: UTF8.self)), process > 0 else {
      return false
    }
    return kill(process, 0) != 0 && errno == ESRCH
  }

  static func names(in folder: FilePath) -> [[UInt8]] {
    guard let stream = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath(cString: $0).bytes }
      }
      names.append(name)
    }
    return names
  }

  // MARK: - The user's folders

  static func homeFolder() -> FilePath {
    if let home = environment("HOME"), home.bytes.first == UInt8(ascii: "/") { return home }
    guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else {
      return FilePath(".")
    }
    return FilePath(cString: home)
  }

  /// A folder named in `user-dirs.dirs`; nil when it is not named or is the home folder itself,
  /// which there means that the user wants no such folder.
  private static func userFolder(_ key: String, home: FilePath) -> FilePath? {
    let configuration = environment("XDG_CONFIG_HOME") ?? home.appending(".config")
    guard let text = contents(of: configuration.appending("user-dirs.dirs")) else { return nil }
    guard let folder = UserFolders.folder(key, in: text, home: home) else { return nil }
    return folder == home ? nil : folder
  }

  private static func environment(_ name: String) -> FilePath? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return FilePath(cString: value)
  }

  private static func contents(of path: FilePath) -> [UInt8]? {
    let descriptor = path.withCString { kerf_file_open($0, O_RDONLY | O_NONBLOCK, 0) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // The file has a dozen lines; more than this is not it.
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = read(descriptor, &buffer, buffer.count)
    return count >= 0 ? Array(buffer[..<count]) : nil
  }

  private static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func makeFolder(_ path: FilePath) -> Bool {
    if isFolder(path) { return true }
    return path.withCString { mkdir($0, 0o755) } == 0
  }
}
