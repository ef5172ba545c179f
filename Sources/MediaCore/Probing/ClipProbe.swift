// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// Reads what a file says of itself: its container, streams, chapters and tags.
public enum ClipProbe {
  /// Opens `path`, analyses its streams and describes them; blocks.
  ///
  /// - Throws: ``MediaError``: `.notFound`, `.notReadable`, `.isFolder`, `.notRegularFile`,
  ///   `.isEmpty`, `.notMedia`, `.invalidData`, `.noVideo`, `.isStillPicture`, `.cancelled`.
  public static func probe(_ path: FilePath, cancellation: Cancellation = Cancellation())
    throws(MediaError) -> ClipInfo
  {
    try Demuxer(path: path, cancellation: cancellation).describe(path: path)
  }

  /// Does the same on a thread of its own and suspends the caller.
  ///
  /// - Throws: What ``probe(_:cancellation:)`` throws.
  public static func open(_ path: FilePath, cancellation: Cancellation = Cancellation())
    async throws(MediaError) -> ClipInfo
  {
    let probed: Result<ClipInfo, MediaError> = await withCheckedContinuation { probing in
      WorkerThread.start(name: "clip-probe") {
        probing.resume(
          returning: Result { () throws(MediaError) in
            try probe(path, cancellation: cancellation)
          })
      }
    }
    return try probed.get()
  }
}
