// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Clips as values: a list of PTS is all that the model needs of a file.
enum MadeClip {
  static let milliseconds = Timebase(numerator: 1, denominator: 1000)
  static let thirtieths = Timebase(numerator: 1, denominator: 30)

  static func info(
    timebase: Timebase, start: Int64 = 0, duration: Int64?, rate: FrameRate? = nil
  ) -> ClipInfo {
    let stream = StreamInfo(
      index: 0, kind: .video, codec: "h264", timebase: timebase,
      startTime: MediaTime(ticks: start, timebase: timebase),
      duration: duration.map { MediaTime(ticks: $0, timebase: timebase) },
      geometry: PictureGeometry(codedWidth: 1920, codedHeight: 1080), frameRate: rate)
    return ClipInfo(
      path: FilePath("/clip.mp4"), container: "mov,mp4", bytes: 1, startTime: nil, duration: nil,
      streams: [stream], videoStreamIndex: 0, audioStreamIndex: nil)
  }

  /// A keyframe each `gop` frames.
  static func index(
    timebase: Timebase, pts: [Int64], end: Int64, gop: Int = 10, isComplete: Bool = true
  ) -> FrameIndex {
    FrameIndex(
      timebase: timebase,
      frames: pts.enumerated().map { number, pts in
        FrameIndex.Frame(
          pts: pts, decodePosition: Int32(number), bytes: 100, isKeyframe: number % gop == 0)
      }, endPTS: end, isComplete: isComplete)
  }

  /// `count` frames, 30 a second, one tick each, the first at `start`; indexed as a whole.
  static func constant(_ count: Int, start: Int64 = 0) -> EditorState {
    var state = EditorState(
      clip: info(
        timebase: thirtieths, start: start, duration: Int64(count),
        rate: FrameRate(numerator: 30, denominator: 1)))
    state.apply(.indexGrew(constantIndex(count, start: start)))
    return state
  }

  static func constantIndex(
    _ count: Int, start: Int64 = 0, isComplete: Bool = true
  ) -> FrameIndex {
    index(
      timebase: thirtieths, pts: (0..<Int64(count)).map { start + $0 },
      end: start + Int64(count), isComplete: isComplete)
  }

  /// A recording whose frames come when something happens: gaps from 8 ms to 2 s.
  static func variable(_ count: Int, seed: UInt64, start: Int64 = 0) -> EditorState {
    var random = SeededGenerator(seed: seed)
    var pts: [Int64] = []
    var next = start
    for _ in 0..<count {
      pts.append(next)
      next +=
        Bool.random(using: &random)
        ? .random(in: 8...40, using: &random)
        : .random(in: 40...2000, using: &random)
    }
    var state = EditorState(
      clip: info(timebase: milliseconds, start: start, duration: next - start))
    state.apply(
      .indexGrew(index(timebase: milliseconds, pts: pts, end: next, gop: 7)))
    return state
  }
}

/// A time in thirtieths of a second, which is a frame number of ``MadeClip/constant(_:start:)``.
func frames(_ number: Int64) -> MediaTime {
  MediaTime(ticks: number, timebase: MadeClip.thirtieths)
}

func milliseconds(_ ticks: Int64) -> MediaTime {
  MediaTime(ticks: ticks, timebase: MadeClip.milliseconds)
}

extension EditorState {
  /// Both edges in thirtieths.
  var edges: [Int64] {
    [range.inPoint, range.outPoint].map { $0.rescaled(to: MadeClip.thirtieths).ticks }
  }

  mutating func apply(all intents: TrimIntent...) { for intent in intents { apply(intent) } }
}
