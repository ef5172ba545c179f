// SPDX-License-Identifier: GPL-3.0-or-later
@testable import TrimModel

/// Packet indexes written down as what is stored, for tests of plans.
enum MadeIndex {
  static let timebase = Timebase(numerator: 1, denominator: 30)

  /// An index of packets given in decode order by the number of the frame that they show.
  ///
  /// A number in `keys` is a keyframe, one in `open` a keyframe of an open GOP. Each packet has
  /// 100 bytes, keyframes 1000.
  static func make(stored: [Int], keys: Set<Int>, open: Set<Int> = [], isComplete: Bool = true)
    -> FrameIndex
  {
    let frames = stored.enumerated().map { position, number in
      FrameIndex.Frame(
        pts: Int64(number), decodePosition: Int32(position),
        bytes: keys.contains(number) ? 1000 : 100, isKeyframe: keys.contains(number),
        isOpenGOP: open.contains(number))
    }
    return FrameIndex(
      timebase: timebase, frames: frames.sorted { $0.pts < $1.pts },
      endPTS: Int64((stored.max() ?? 0) + 1), isComplete: isComplete)
  }

  /// Frames as stored without reordering, a keyframe every `gop`.
  static func plain(count: Int, gop: Int) -> FrameIndex {
    make(stored: Array(0..<count), keys: Set(stride(from: 0, to: count, by: gop)))
  }

  /// Mini GOPs of a P (or key) frame and the two B frames before it; closed GOPs of `gop` frames,
  /// where `gop - 1` is a multiple of 3.
  static func reordered(gops: Int, gop: Int) -> FrameIndex {
    var stored: [Int] = []
    for base in stride(from: 0, to: gops * gop, by: gop) {
      stored.append(base)
      for p in stride(from: base + 3, to: base + gop, by: 3) { stored += [p, p - 2, p - 1] }
    }
    return make(stored: stored, keys: Set(stride(from: 0, to: gops * gop, by: gop)))
  }

  /// Open GOPs: each keyframe but the first is followed by the two frames that are shown before it;
  /// the last keyframe is the last frame.
  static func open(gops: Int, gop: Int) -> FrameIndex {
    var stored = [0]
    for p in stride(from: 3, through: gops * gop, by: 3) { stored += [p, p - 2, p - 1] }
    let keys = stride(from: 0, through: gops * gop, by: gop)
    return make(stored: stored, keys: Set(keys), open: Set(keys.dropFirst()))
  }

  static func clip(
    container: String = "mov,mp4,m4a,3gp,3g2,mj2", name: String = "clip.mp4",
    brand: String = "isom",
    codec: String = "h264", beside: [StreamInfo] = [], duration: MediaTime? = nil,
    encoders: FilmEncoders = .none
  ) -> ClipInfo {
    let video = StreamInfo(
      index: 0, kind: .video, codec: codec, timebase: timebase,
      geometry: PictureGeometry(codedWidth: 320, codedHeight: 180))
    return ClipInfo(
      path: FilePath("/films/" + name), container: container, bytes: 1_000_000, startTime: nil,
      duration: duration, streams: [video] + beside,
      tags: brand.isEmpty ? [] : [.init(key: "major_brand", value: brand)], videoStreamIndex: 0,
      audioStreamIndex: nil, encoders: encoders)
  }

  /// All that a film of this codec could want.
  static func encoders(of codec: String) -> FilmEncoders {
    FilmEncoders(
      matching: .init(codec: codec, name: "lib" + codec),
      substitute: .init(codec: "h264", name: "libx264"))
  }

  static func range(_ from: Int, _ to: Int) throws -> TrimRange {
    guard
      let range = TrimRange(
        inPoint: MediaTime(ticks: Int64(from), timebase: timebase),
        outPoint: MediaTime(ticks: Int64(to), timebase: timebase))
    else { throw ExportPlan.Refusal.noFrameInRange }
    return range
  }
}
