// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

/// One compressed access unit; owned by exactly one holder and moved along the pipeline.
struct Packet: ~Copyable {
  let pointer: UnsafeMutablePointer<AVPacket>

  init() throws(MediaError) {
    guard let pointer = av_packet_alloc() else {
      throw MediaError(.outOfMemory, "allocate packet")
    }
    self.pointer = pointer
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&pointer)
  }

  var streamIndex: Int { Int(pointer.pointee.stream_index) }

  /// The container's word, which is sometimes wrong.
  var isMarkedKeyframe: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }

  /// Needed by the decoder and never shown: an edit list leaves it out.
  var isHidden: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

  /// Presentation timestamp in the stream's timebase; nil where the container stores none.
  var pts: Int64? { Self.timestamp(pointer.pointee.pts) }
  var dts: Int64? { Self.timestamp(pointer.pointee.dts) }

  /// Length in the stream's timebase; 0 when unknown.
  var duration: Int64 { pointer.pointee.duration }

  /// Where the packet's data starts in the file; nil when the container cannot tell.
  var bytePosition: Int64? { pointer.pointee.pos >= 0 ? pointer.pointee.pos : nil }

  var byteCount: Int { Int(pointer.pointee.size) }

  /// The payload; valid while the packet is.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: pointer.pointee.data, count: byteCount)
  }

  /// Gives the packet a presentation time of our own, which its frame will carry, and no other.
  func relabel(pts: Int64) {
    pointer.pointee.pts = pts
    pointer.pointee.dts = kerf_AV_NOPTS_VALUE
  }

  private static func timestamp(_ value: Int64) -> Int64? {
    value == kerf_AV_NOPTS_VALUE ? nil : value
  }
}
