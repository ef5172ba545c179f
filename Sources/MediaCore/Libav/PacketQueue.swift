// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

/// Packets that were read ahead, in order.
///
/// Owns them. Belongs to one thread.
final class PacketQueue {
  private var packets: [UnsafeMutablePointer<AVPacket>] = []
  private var next = 0

  deinit { removeAll() }

  var isEmpty: Bool { next == packets.count }

  /// Takes what `packet` holds, which is empty afterwards.
  func append(contentsOf packet: borrowing Packet) throws(MediaError) {
    guard let kept = av_packet_alloc() else { throw MediaError(.outOfMemory, "keep packet") }
    av_packet_move_ref(kept, packet.pointer)
    packets.append(kept)
  }

  /// Moves the oldest packet into `packet`, which holds none; false when there is none.
  func removeFirst(into packet: borrowing Packet) -> Bool {
    guard !isEmpty else { return false }
    av_packet_move_ref(packet.pointer, packets[next])
    next += 1
    if isEmpty { removeAll() }
    return true
  }

  func removeAll() {
    for packet in packets {
      var packet: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&packet)
    }
    packets.removeAll()
    next = 0
  }
}
