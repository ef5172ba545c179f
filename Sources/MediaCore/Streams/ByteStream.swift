// SPDX-License-Identifier: GPL-3.0-or-later

/// The bytes of one file, read by one thread at a time.
///
/// Letting go of it closes it.
public protocol ByteStream: AnyObject {
  /// How many there are now, as a file may still grow; nil when its place does not tell.
  var byteCount: Int64? { get }

  /// Reads the next bytes; blocks until there is at least one.
  ///
  /// - Parameter buffer: Where to; never empty.
  /// - Returns: How many were read; 0 at the end.
  /// - Throws: `.readFailed` and what else the place of the file has to say.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int

  /// Goes to a byte, counted from the file's beginning; it may lie beyond the end.
  func seek(to position: Int64) throws(MediaError)
}
