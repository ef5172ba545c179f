// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
public import TrimModel

/// Files that are read through a stream, since they have no path on this computer.
///
/// What a desktop shows of a phone, a share or a server is such a file. Each is known by an address
/// that takes the place of the path everywhere else, and that no path can equal, since paths begin
/// with a slash here. Any thread.
public enum StreamedFiles {
  /// Opens a file anew, for one reader; called on the reader's thread, and may block.
  public typealias Opener = @Sendable () throws(MediaError) -> any ByteStream

  private static let openers = Mutex<[FilePath: Opener]>([:])

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
    openers.withLock { $0[path] = open }
    return path
  }

  /// How to open what `path` stands for; nil for a path of this computer.
  static func opener(of path: FilePath) -> Opener? {
    path.isAbsolute ? nil : openers.withLock { $0[path] }
  }
}
