// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// Makes single frames in full size, apart from what plays.
nonisolated enum FrameSaving {
  /// The frame on screen at `time`, decoded on a thread of its own.
  static func picture(
    of clip: ClipInfo, at time: MediaTime, in index: FrameIndex
  ) async -> Result<Picture, MediaError> {
    await withCheckedContinuation { made in
      WorkerThread.start(name: "frame-saving") {
        made.resume(
          returning: Result { () throws(MediaError) in
            guard let number = index.frame(at: time) else {
              return try FrameGrabber.firstPicture(of: clip.path)
            }
            return try FrameGrabber.picture(of: clip.path, frame: number, in: index)
          })
      }
    }
  }
}
