// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Reads the packets of a source from a place on, and knows each film packet's place in the index.
///
/// Belongs to one thread.
final class CopyReader {
  let demuxer: Demuxer
  let packet: Packet

  /// Place in decode order of the film packet that was read last; nil for other packets.
  private(set) var position: Int?

  private let index: FrameIndex
  /// Of the next film packet; nil while the place is not known.
  private var nextPosition: Int? = 0
  private var isHeld = false

  init(path: FilePath, index: FrameIndex, cancellation: Cancellation) throws(MediaError) {
    demuxer = try Demuxer(path: path, cancellation: cancellation)
    packet = try Packet()
    self.index = index
  }

  /// Moves to a keyframe at least `slackSeconds` before the packet at `target`.
  ///
  /// - Returns: False when no seek got there; the reader then stands anywhere and another one must
  ///   read from the start. True as well where the start of the file is near enough, without a seek.
  func seek(before target: Int, at time: MediaTime, slackSeconds: Double) throws(MediaError) -> Bool
  {
    // Packets that carry no times of their own and begin anywhere are only told apart by counting.
    if demuxer.seeksByByte, !index.hasStoredPTS { return true }
    let slack = MediaTime(seconds: slackSeconds, timebase: index.timebase)
    let wanted = index.firstFrame(atOrAfter: time - slack)
    guard let keyframe = index.keyframe(atOrBefore: wanted),
      var candidate = index.keyframePosition(ofFrame: keyframe)
    else { return true }
    if index.time(ofFrame: keyframe) > time - slack { candidate -= 1 }
    for distance in [0, 1, 3, 8] {
      let position = candidate - distance
      guard position > 0 else { return distance == 0 }
      guard seek(toKeyframe: position) else { continue }
      if try identifyNextFilmPacket(), let found = nextPosition, found <= target { return true }
    }
    return false
  }

  /// The next packet of any stream that is kept, into ``packet``; false at the end.
  ///
  /// - Throws: `.invalidData` when the film's packets are not those of the index, and what reading
  ///   throws.
  func read() throws(MediaError) -> Bool {
    if isHeld {
      isHeld = false
    } else if try !demuxer.read(into: packet) {
      return false
    }
    position = nil
    guard packet.streamIndex == demuxer.videoStreamIndex else { return true }
    guard let place = nextPosition else { return true }
    if index.hasStoredPTS, let pts = packet.pts, let number = index.number(ofPTS: pts),
      Int(index.frames[number].decodePosition) != place,
      !isRepeated(pts, firstAt: number, place: place)
    {
      throw MediaError(.invalidData, "follow index")
    }
    position = place
    nextPosition = place + 1
    return true
  }

  /// Whether the packet at `place` has the timestamp of frames right before it: the index counts such
  /// frames up from there.
  private func isRepeated(_ pts: Int64, firstAt number: Int, place: Int) -> Bool {
    let distance = place - Int(index.frames[number].decodePosition)
    guard distance > 0, number + distance < index.count else { return false }
    let frame = index.frames[number + distance]
    return Int(frame.decodePosition) == place && frame.pts == pts + Int64(distance)
  }

  private func seek(toKeyframe position: Int) -> Bool {
    let locations = index.keyframeLocations
    let location = locations.isEmpty ? nil : locations[position]
    if demuxer.seeksByByte {
      guard let byte = location?.bytePosition else { return false }
      return demuxer.seek(toByte: byte)
    }
    if !index.hasStoredPTS {
      guard let dts = location?.dts else { return false }
      return demuxer.seek(toKeyframeBefore: dts)
    }
    return demuxer.seek(toKeyframeBefore: index.frames[index.keyframes[position]].pts)
  }

  /// Reads on to the first film packet that can be told from all others and holds it.
  private func identifyNextFilmPacket() throws(MediaError) -> Bool {
    nextPosition = nil
    while try demuxer.read(into: packet) {
      guard packet.streamIndex == demuxer.videoStreamIndex, let number = keyframeNumber() else {
        continue
      }
      nextPosition = Int(index.frames[number].decodePosition)
      isHeld = true
      return true
    }
    return false
  }

  /// Number of the frame that the current packet holds, for keyframes.
  private func keyframeNumber() -> Int? {
    if index.hasStoredPTS {
      guard let pts = packet.pts, let number = index.number(ofPTS: pts),
        index.frames[number].isKeyframe
      else { return nil }
      return number
    }
    let (dts, byte) = (packet.dts, packet.bytePosition)
    let found = index.keyframeLocations.firstIndex { location in
      if let known = location.bytePosition, let byte { return known == byte }
      return dts != nil && location.dts == dts
    }
    return found.map { index.keyframes[$0] }
  }
}
