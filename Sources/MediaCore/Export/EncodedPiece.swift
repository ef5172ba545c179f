// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// A piece of the film on its way through decoder and encoder, pulled packet by packet.
///
/// Belongs to one thread.
final class EncodedPiece {
  let frames: Range<Int>
  private let run: FrameRun
  private let encoder: FilmEncoder
  private var sent = 0
  private var isEnded = false
  private let packet: Packet

  /// How many packets came out.
  private(set) var received = 0

  init(_ frames: Range<Int>, run: FrameRun, encoder: FilmEncoder) throws(MediaError) {
    self.frames = frames
    self.encoder = encoder
    self.run = run
    packet = try Packet()
  }

  /// The next packet in decode order and the number of the frame that it shows; nil behind the last.
  func next<Result>(
    _ body: (borrowing Packet, _ frame: Int) throws(MediaError) -> Result
  ) throws(MediaError) -> Result? {
    while true {
      if try encoder.receive(into: packet) {
        guard let number = packet.pts, number >= 0, number < frames.count else {
          throw MediaError(.unsupported, "number encoded pictures")
        }
        received += 1
        return try body(packet, frames.lowerBound + Int(number))
      }
      guard !isEnded else {
        guard received == frames.count else {
          throw MediaError(
            .unsupported, "encode film",
            detail: "\(received) packets of \(frames.count) frames")
        }
        return nil
      }
      if let frame = try run.nextFrame() {
        try encoder.send(frame, number: sent)
        sent += 1
      } else {
        try encoder.sendEndOfStream()
        isEnded = true
      }
    }
  }
}
