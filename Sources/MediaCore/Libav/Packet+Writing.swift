// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

/// What a packet goes through on its way into another container.
extension Packet {
  /// Another reference to the same bytes with the same properties.
  func makeReference() throws(MediaError) -> Packet {
    let copy = try Packet()
    try check(av_packet_ref(copy.pointer, pointer), "reference packet")
    return copy
  }

  /// Addresses the packet to a stream of a muxer, in that stream's timebase.
  func address(toStream stream: Int, pts: Int64, dts: Int64, duration: Int64) {
    pointer.pointee.stream_index = Int32(stream)
    pointer.pointee.pts = pts
    pointer.pointee.dts = dts
    pointer.pointee.duration = duration
    pointer.pointee.pos = -1
    // Hidden or not is for the new container to say.
    pointer.pointee.flags &= ~AV_PKT_FLAG_DISCARD
  }

  func mark(asKeyframe isKeyframe: Bool) {
    if isKeyframe {
      pointer.pointee.flags |= AV_PKT_FLAG_KEY
    } else {
      pointer.pointee.flags &= ~AV_PKT_FLAG_KEY
    }
  }

  /// Leaves `leading` bytes at the front and `trailing` at the end out, for raw sound.
  func trim(leading: Int, trailing: Int) {
    let kept = max(0, byteCount - leading - trailing)
    pointer.pointee.data += min(leading, byteCount)
    pointer.pointee.size = Int32(kept)
  }

  /// Samples that a decoder is to throw away at the start and the end of what the packet becomes.
  var padding: (leading: Int64, trailing: Int64) {
    var leading: Int64 = 0
    var trailing: Int64 = 0
    kerf_packet_padding(pointer, &leading, &trailing)
    return (leading, trailing)
  }

  /// Replaces ``padding``; without any, nothing is written about it.
  func setPadding(trailing: Int64) throws(MediaError) {
    try check(kerf_packet_set_padding(pointer, 0, trailing), "mark samples")
  }

  /// A fingerprint of the payload.
  var fingerprint: UInt64 { Fingerprint.of(UnsafeRawBufferPointer(bytes)) }
}

extension Demuxer {
  /// The picture of a cover stream; nil without one.
  func cover(ofStream index: Int) throws(MediaError) -> Packet? {
    let stream = stream(index)
    guard stream.pointee.attached_pic.size > 0 else { return nil }
    let packet = try Packet()
    try check(av_packet_ref(packet.pointer, &stream.pointee.attached_pic), "reference cover")
    return packet
  }
}
