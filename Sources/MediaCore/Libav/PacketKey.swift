// SPDX-License-Identifier: GPL-3.0-or-later

/// What tells one packet of a file from all others.
struct PacketKey: Equatable {
  let stream: Int
  let pts: Int64?
  let dts: Int64?
  let bytePosition: Int64?
  let bytes: Int

  init(_ packet: borrowing Packet) {
    stream = packet.streamIndex
    pts = packet.pts
    dts = packet.dts
    bytePosition = packet.bytePosition
    bytes = packet.byteCount
  }
}
