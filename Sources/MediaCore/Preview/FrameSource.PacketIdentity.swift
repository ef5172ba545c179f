// SPDX-License-Identifier: GPL-3.0-or-later

extension FrameSource {
  /// What tells a packet from the others of its file.
  struct PacketIdentity: Equatable {
    var pts: Int64?
    var dts: Int64?
    var bytes: Int
  }
}
