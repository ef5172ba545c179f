// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Finds the first frame that a decoder shows of a file that does not begin cleanly.
enum FirstFrameSearch {
  /// Decodes until one frame comes out.
  ///
  /// - Returns: Position of its packet among the video packets, from 0; nil when no frame comes or no
  ///   decoder is installed.
  /// - Throws: `.cancelled`, `.readFailed`, `.outOfMemory`.
  static func packetPosition(
    of path: FilePath, film: Int?, cancellation: Cancellation
  ) throws(MediaError) -> Int? {
    let demuxer = try Demuxer(path: path, film: film, cancellation: cancellation)
    demuxer.keepOnly([demuxer.videoStreamIndex])
    // Nothing to decode with: every frame counts.
    guard
      let decoder = try? VideoDecoder(
        stream: demuxer.stream(demuxer.videoStreamIndex), for: .firstPicture)
    else { return nil }
    let packet = try Packet()
    var position = 0
    while try demuxer.read(into: packet) {
      guard packet.streamIndex == demuxer.videoStreamIndex, packet.byteCount > 0 else { continue }
      // The frame tells by its timestamp which packet it came from.
      packet.relabel(pts: Int64(position))
      position += 1
      try decoder.send(packet)
      if let frame = try decoder.receiveFrame() { return number(of: frame) }
    }
    decoder.sendEndOfStream()
    return try decoder.receiveFrame().flatMap(number)
  }

  private static func number(of frame: VideoFrame) -> Int? {
    frame.presentationTime.map { Int($0.ticks) }
  }
}
