// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// Frames that are in a file although nobody sees them.
public enum StoredFrames {
  /// How many frames of the film an edit list hides.
  ///
  /// They can be got back by anyone: trimmed clips may hold more than they show. Blocks for one
  /// opening of the file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - index: All its shown frames.
  /// - Returns: Their number, 0 for none; nil where nobody counted.
  /// - Throws: ``MediaError``: what opening the file throws.
  public static func hidden(in path: FilePath, index: FrameIndex) throws(MediaError) -> Int? {
    let demuxer = try Demuxer(path: path, analysis: .headerOnly)
    // Only this family has edit lists, and its index counts all frames; fragments have none.
    guard demuxer.formatName.hasPrefix("mov") else { return nil }
    let stored = demuxer.storedFrameCount
    return stored > 0 ? max(0, stored - index.count) : nil
  }
}
