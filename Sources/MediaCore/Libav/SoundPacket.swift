// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// A packet of sound at its place in a range; shared, since it may be kept, heard and written.
final class SoundPacket {
  let packet: Packet

  /// Of its first sample, counted from the in point; what a decoder gives for it begins there.
  let position: Int

  /// On the source's clock.
  let start: MediaTime
  let end: MediaTime

  /// What a decoder gives for it, by channel; nil before it was asked for.
  var rows: [[Float]]?

  init(packet: consuming Packet, position: Int, start: MediaTime, end: MediaTime) {
    self.packet = packet
    self.position = position
    self.start = start
    self.end = end
  }
}
