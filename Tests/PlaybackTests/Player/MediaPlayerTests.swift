// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import Playback
import TestSupport
import Testing
import TrimModel

/// The player on made clips: the number in the pixels says which frame is really shown.
@Suite(.timeLimit(.minutes(10)))
struct MediaPlayerTests {
  private struct Opened {
    let player: Player
    let index: FrameIndex
    let clock: ManualClock

    func range(_ first: Int, _ end: Int) -> TrimRange? {
      TrimRange(inPoint: index.time(ofFrame: first), outPoint: index.time(ofFrame: end))
    }
  }

  private func open(_ name: String) async throws -> Opened {
    let clip = try ClipProbe.probe(Fixture.clip(name))
    let index = try FrameIndexBuilder.build(clip.path)
    let clock = ManualClock()
    let player = Player(
      clip: clip, audio: .silent, clock: clock, stills: try await PreviewWorker.open(clip))
    player.setIndex(index)
    return Opened(player: player, index: index, clock: clock)
  }

  private func number(_ result: Result<Picture, MediaError>?) throws -> Int {
    let picture = try #require(result).get()
    return try #require(frameNumber(in: picture))
  }

  @Test(arguments: [
    ("h264_gop60.mp4", 75, 82, 20), ("h264_gop60.mkv", 118, 125, 5),
    ("h264_open_gop.ts", 75, 82, 5),
    ("h264_single_keyframe.mp4", 200, 205, 5), ("h264_vfr.mp4", 50, 61, 5),
    ("vp9_altref.webm", 40, 50, 5), ("mpeg4_nopts.avi", 133, 140, 5), ("mpeg2.mpg", 33, 40, 5),
    ("h264_start_10s.mkv", 60, 66, 5),
    ("h264_editlist.mp4", 0, 6, 5), ("hevc_rotated.mov", 0, 5, 5),
  ])
  func loopShowsItsFramesAndNoOthers(name: String, first: Int, end: Int, turns: Int) async throws {
    let opened = try await open(name)
    opened.player.setLoop(opened.range(first, end))
    opened.player.play()
    var pictures = opened.player.pictures.makeAsyncIterator()
    let offset = name == "h264_editlist.mp4" ? 105 : 0
    for turn in 0..<turns {
      for frame in first..<end {
        let shown = try number(await pictures.next())
        #expect(shown == frame + offset, "turn \(turn)")
        let length = opened.index.time(ofFrame: frame + 1) - opened.index.time(ofFrame: frame)
        let nanoseconds = length.rescaled(
          to: Timebase(numerator: 1, denominator: 1_000_000_000), rounding: .up)
        opened.clock.advance(byNanoseconds: nanoseconds.ticks)
      }
    }
    #expect(opened.player.state.droppedPictures == 0)
  }

  @Test(arguments: ["h264_gop60.mp4", "h264_open_gop.ts", "vp9_altref.webm", "mpeg4_nopts.avi"])
  func wholeClipPlaysFromFirstToLastAndAgain(name: String) async throws {
    let opened = try await open(name)
    opened.player.setLoop(opened.range(0, opened.index.count))
    opened.player.play()
    var pictures = opened.player.pictures.makeAsyncIterator()
    var shown: [Int] = []
    for frame in 0..<(opened.index.count + 3) {
      shown.append(try number(await pictures.next()))
      let number = frame % opened.index.count
      let length = opened.index.time(ofFrame: number + 1) - opened.index.time(ofFrame: number)
      opened.clock.advance(
        byNanoseconds: length.rescaled(
          to: Timebase(numerator: 1, denominator: 1_000_000_000), rounding: .up
        ).ticks)
    }
    #expect(shown == Array(0..<opened.index.count) + [0, 1, 2])
  }

  @Test(arguments: ["h264_gop60.mp4", "h264_vfr.mp4"])
  func stepsAndSeeksShowExactlyTheFrame(name: String) async throws {
    let opened = try await open(name)
    var pictures = opened.player.pictures.makeAsyncIterator()
    var random = SeededGenerator(seed: 9)
    for _ in 0..<15 {
      let frame = Int.random(in: 1..<(opened.index.count - 1), using: &random)
      opened.player.seek(to: opened.index.time(ofFrame: frame))
      #expect(try number(await pictures.next()) == frame)
      opened.player.step(frames: 1)
      #expect(try number(await pictures.next()) == frame + 1)
      opened.player.step(frames: -2)
      #expect(try number(await pictures.next()) == frame - 1)
    }
  }

  @Test func pausedPictureIsTheFrameOfThePosition() async throws {
    let opened = try await open("h264_gop60.mp4")
    var pictures = opened.player.pictures.makeAsyncIterator()
    opened.player.play(from: opened.index.time(ofFrame: 100))
    for frame in 100..<120 {
      #expect(try number(await pictures.next()) == frame)
      opened.clock.advance(byNanoseconds: 33_333_334)
    }
    #expect(try number(await pictures.next()) == 120)
    opened.player.pause()
    #expect(opened.player.frameTime == opened.index.time(ofFrame: 120))
    opened.player.step(frames: 1)
    #expect(try number(await pictures.next()) == 121)
  }
}
