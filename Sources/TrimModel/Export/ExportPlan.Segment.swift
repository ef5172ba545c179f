// SPDX-License-Identifier: GPL-3.0-or-later

extension ExportPlan {
  /// A piece of the film.
  public enum Segment: Equatable, Sendable {
    /// Packets go into the clip as they are.
    case copy(CopiedPiece)
    /// Frames of these numbers are decoded and encoded.
    case encode(frames: Range<Int>)

    /// Numbers of the frames that it shows.
    public var shownFrames: Range<Int> {
      switch self {
      case .copy(let piece): piece.shownFrames
      case .encode(let frames): frames
      }
    }

    public var isEncoded: Bool {
      if case .encode = self { true } else { false }
    }
  }

  /// A run of packets that are copied.
  public struct CopiedPiece: Equatable, Sendable {
    /// Positions in decode order among the film's packets.
    public let packets: Range<Int>

    /// Numbers of the frames of the run that are shown.
    public let shownFrames: Range<Int>

    /// Packets of the run that are left out, by position: they are shown before its first frame and
    /// need frames from before it.
    public let leadingPackets: Set<Int>

    public init(packets: Range<Int>, shownFrames: Range<Int>, leadingPackets: Set<Int>) {
      self.packets = packets
      self.shownFrames = shownFrames
      self.leadingPackets = leadingPackets
    }
  }
}
