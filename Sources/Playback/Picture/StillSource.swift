// SPDX-License-Identifier: GPL-3.0-or-later
public import MediaCore
public import TrimModel

/// Where a paused player's pictures come from: a `PreviewWorker`, or a test's script.
public protocol StillSource: Sendable {
  /// The pictures asked for, or the last of several; one consumer.
  var pictures: AsyncStream<Result<Picture, MediaError>> { get }

  func setIndex(_ index: FrameIndex)

  /// Asks for the frame on screen at `time`; does not wait.
  func showFrame(at time: MediaTime, fitting bounds: PixelSize)

  /// Tells where the range's edges are: what is around them may be asked for soon.
  func setEdges(_ edges: [MediaTime])

  /// Tells that nothing will be asked for soon.
  func rest()
}

extension StillSource {
  public func setEdges(_ edges: [MediaTime]) {}
  public func rest() {}
}
