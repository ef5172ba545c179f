// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
public import TrimModel

/// Files that are read through a stream, since they have no path on this computer.
///
/// What a desktop shows of a phone, a share or a server is such a file. Each is known by an address
/// that takes the place of the path everywhere else, and that no path can equal, since paths begin
/// with a slash here. Any thread.
public enum StreamedFiles {
  /// Opens a file anew; called on a reader's thread, and may block.
  ///
  /// One stream is open at a time, however many read the file, and threads take turns at it.
  public typealias Opener = @Sendable () throws(MediaError) -> any ByteStream

  private struct File {
    let open: Opener
    /// Lives as long as anybody reads the file.
    weak var stream: SharedStream?
  }

  private static let files = Mutex<[FilePath: File]>([:])

  /// Makes a file known for as long as the program runs.
  ///
  /// - Parameters:
  ///   - address: What it is called, such as `sftp://host/film.mp4`; its last component is its name.
  ///   - open: Opens it.
  /// - Returns: The path by which all of this module reads it.
  public static func register(
    address: String, open: @escaping Opener
  ) -> FilePath {
    let path = FilePath(address)
    precondition(!path.isAbsolute, "an address is no path")
    files.withLock { $0[path] = File(open: open) }
    return path
  }

  /// Whether `path` stands for a file of these.
  static func contains(_ path: FilePath) -> Bool {
    !path.isAbsolute && files.withLock { $0[path] != nil }
  }

  /// Opens what `path` stands for; nil for a path of this computer.
  ///
  /// - Throws: What the file's opener throws.
  static func reader(of path: FilePath) throws(MediaError) -> (any ByteStream)? {
    guard !path.isAbsolute else { return nil }
    let shared = files.withLock { files -> SharedStream? in
      guard let file = files[path] else { return nil }
      if let stream = file.stream { return stream }
      let made = SharedStream(open: file.open)
      files[path]?.stream = made
      return made
    }
    return try shared?.makeReader()
  }
}
