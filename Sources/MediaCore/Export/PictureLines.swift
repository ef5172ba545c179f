// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Cuts a stream of subtitles that are pictures, each of which stays until the next packet.
///
/// One that is on screen at the in point begins with the clip, and one that is at the out point ends
/// there if more of the film follows. Packets go in in order; belongs to one thread.
final class PictureLines {
  typealias Piece = SideStream.Piece
  typealias Write = (borrowing Packet, Piece) throws(MediaError) -> Void

  private final class Held {
    let packet: Packet
    init(_ packet: consuming Packet) { self.packet = packet }
  }

  private let kind: SubtitlePictures
  private let range: TrimRange
  private let isFollowed: Bool
  /// What makes up the picture on screen while the in point is not reached.
  private var held: [Held] = []
  /// What takes away the picture on screen; nil while there is none.
  private var clearing: [UInt8]?

  init(_ kind: SubtitlePictures, range: TrimRange, isFollowed: Bool) {
    self.kind = kind
    self.range = range
    self.isFollowed = isFollowed
  }

  func take(
    _ packet: borrowing Packet, from start: MediaTime, to end: MediaTime, write: Write
  ) throws(MediaError) {
    guard start >= range.inPoint else {
      guard let content = kind.content(of: packet.bytes) else { return }
      if content.standsAlone { held = [] }
      if content.isVisible, content.standsAlone || !held.isEmpty {
        held.append(Held(try packet.makeReference()))
      }
      return
    }
    try writeHeld(write: write)
    guard start < range.outPoint else { return }
    note(packet)
    try write(
      packet, Piece(start: start, dts: nil, end: min(end, range.outPoint), isNeeded: true))
  }

  /// Ends the range.
  func end(write: Write) throws(MediaError) {
    try writeHeld(write: write)
    guard isFollowed, let clearing else { return }
    let packet = try Packet()
    try packet.replaceBytes(with: clearing)
    packet.mark(asKeyframe: true)
    let end = range.outPoint
    try write(packet, Piece(start: end, dts: nil, end: end, isNeeded: true))
  }

  private func writeHeld(write: Write) throws(MediaError) {
    for before in held {
      note(before.packet)
      let start = range.inPoint
      try write(before.packet, Piece(start: start, dts: nil, end: start, isNeeded: true))
    }
    held = []
  }

  private func note(_ packet: borrowing Packet) {
    guard let content = kind.content(of: packet.bytes) else { return }
    clearing = content.isVisible ? kind.clearing(packet.bytes) : nil
  }
}
