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
  /// The long list of a large MP4 file stays open for whoever plays the file next.
  ///
  /// - Throws: What ``probe(_:cancellation:)`` throws.
  public static func open(_ path: FilePath, cancellation: Cancellation = Cancellation())
    async throws(MediaError) -> ClipInfo
  {
    let probed: Result<ClipInfo, MediaError> = await withCheckedContinuation { probing in
      WorkerThread.start(name: "clip-probe") {
        probing.resume(
          returning: Result { () throws(MediaError) in
            let demuxer = try Demuxer(
              sharing: path, analysis: .full, cancellation: cancellation)
            demuxer.handOn()
            return demuxer.describe(path: path)
          })
      }
    }
    return try probed.get()
  }
}
