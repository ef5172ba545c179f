// SPDX-License-Identifier: GPL-3.0-or-later
public import MediaCore
public import TrimModel

/// Where a player's moving pictures come from: a `FrameReader`, or a test's script.
///
/// Belongs to the thread that made it.
public protocol PictureSource: AnyObject {
  /// Asked now and then in long work; a true answer makes a running call throw `.cancelled`.
  var isInterrupted: () -> Bool { get set }

  /// While it is set, frames that no other frame needs may be left out.
  var skipsUnreferenced: Bool { get set }

  /// Takes a newer index.
  func setIndex(_ index: FrameIndex)

  /// Makes the frame on screen at `time` the next one.
  func start(at time: MediaTime) throws(MediaError)

  /// The next picture in display order; nil at the end.
  func nextPicture(fitting bounds: PixelSize) throws(MediaError) -> Picture?

  /// Passes over the next picture and returns its time; nil at the end.
  func skipPicture() throws(MediaError) -> MediaTime?
}

extension FrameReader: PictureSource {}
