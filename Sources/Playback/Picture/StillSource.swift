// SPDX-License-Identifier: GPL-3.0-or-later
public import MediaCore
public import TrimModel

/// Where a paused player's pictures come from: a ``PreviewWorker``, or a test's script.
public protocol StillSource: Sendable {
  /// The pictures asked for, or the last of several; one consumer.
  var pictures: AsyncStream<Result<Picture, MediaError>> { get }

  func setIndex(_ index: FrameIndex)

  /// Asks for the frame on screen at `time`; does not wait.
  func showFrame(at time: MediaTime, fitting bounds: PixelSize)
}
