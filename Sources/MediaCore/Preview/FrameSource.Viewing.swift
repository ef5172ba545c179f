// SPDX-License-Identifier: GPL-3.0-or-later

extension FrameSource {
  /// What the pictures are for, as far as it decides what decodes them.
  enum Viewing {
    /// Nobody looks at them on a screen: what libavcodec's own decoders give.
    case none
    /// Single pictures that are looked at, with their transparency.
    case stills
    /// Many pictures that are looked at: on a device, where it can.
    case moving(HardwareDecoding)
  }
}
