// SPDX-License-Identifier: GPL-3.0-or-later

/// Something that makes sound heard, and tells how much of it was heard.
///
/// The player's sound thread makes it, calls it and lets it go; no other thread does. Samples are
/// interleaved stereo floats.
public protocol AudioOutput: AnyObject {
  /// Gives the next samples when the output wants them; may be called on any one thread.
  ///
  /// Fills the whole buffer, with silence where there is nothing.
  typealias Source = @Sendable (UnsafeMutableBufferPointer<Float>) -> Void

  /// Samples a channel a second.
  var sampleRate: Int { get }

  /// Whether it still makes sound; once false it stays so.
  var isAlive: Bool { get }

  /// Begins anew: what was to be heard is forgotten, and the source is asked from its present on.
  func begin()

  /// Is silent at once. ``begin()`` begins anew.
  func stop()

  /// Samples a channel heard since ``begin()``; nil when that is not known now.
  var heardCount: Int64? { get }
}

/// Where a player's sound goes.
public enum AudioOutputChoice: Sendable {
  /// To the sound server of the session, when there is one.
  case automatic
  /// Nowhere: nothing is decoded.
  case silent
  /// To an output of the caller's, made on the sound thread; nil when there is none just now.
  ///
  /// It is asked again every few seconds while a clip plays without sound. `isStale` says whether
  /// an attempt that takes long should give up.
  case custom(
    @Sendable (_ source: @escaping AudioOutput.Source, _ isStale: @escaping @Sendable () -> Bool)
      -> (any AudioOutput)?)
}
