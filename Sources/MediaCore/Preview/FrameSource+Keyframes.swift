// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

extension FrameSource {
  /// A decoder for ``heldKeyframe(decodedBy:)``.
  func makeKeyframeDecoder() throws(MediaError) -> VideoDecoder {
    try VideoDecoder(
      stream: demuxer.stream(demuxer.videoStreamIndex), for: .firstPicture, showsAlpha: true)
  }

  /// Decodes one keyframe of the index and nothing else.
  ///
  /// - Parameter position: Position in the index's `keyframes`.
  /// - Returns: nil when it is not found or does not decode; or an earlier keyframe where the
  ///   container cannot find this one.
  /// - Throws: `.cancelled` when interrupted, and what reading throws.
  func keyframeAlone(at position: Int) throws(MediaError) -> DecodedFrame? {
    var found = try seek(toKeyframe: position)
    if !found, position > 0 { found = try seek(toKeyframe: position - 1) }
    if !found, position == 0 {
      try rewind()
      found = true
    }
    return found ? try decodeHeldPacketAlone() : nil
  }

  /// Decodes the keyframe at or before `ticks` as the container's own index has it.
  ///
  /// - Parameters:
  ///   - ticks: In the film's timebase.
  ///   - isKnown: Whether a keyframe with this PTS need not be decoded again.
  /// - Returns: nil when it is known or does not decode.
  /// - Throws: `.cancelled` when interrupted, and what reading throws.
  func keyframeAlone(
    before ticks: Int64, isKnown: (Int64) -> Bool
  ) throws(MediaError) -> DecodedFrame? {
    if !(try seek(toKeyframeBefore: ticks)) { try rewind() }
    guard let pts = try holdNextKeyframe() else { return nil }
    return isKnown(pts) ? nil : try decodeHeldPacketAlone()
  }
}
