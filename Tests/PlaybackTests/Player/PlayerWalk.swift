// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import Playback
import TestSupport
import Testing
import TrimModel

/// Somebody at the keys of a real player, by dice: seeks, steps, drags, plays, resizes.
///
/// The clock stands still but for what the walk plays, so the same seed is the same walk.
final class PlayerWalk {
  /// Says whether a picture is the frame with this number.
  typealias Judgement = (Picture, Int) -> Bool

  private let clip: ClipInfo
  private let index: FrameIndex
  private let clock = ManualClock()
  private let player: Player
  private let isFrame: Judgement
  private var pictures: AsyncStream<Result<Picture, MediaError>>.Iterator
  private var random: SeededGenerator
  private var here = 0
  private var viewSize: PixelSize
  private let unit: Int
  /// What was done last, for messages.
  private var story: [String] = []
  private var seen: [Int] = []

  init(_ path: FilePath, seed: UInt64, isFrame: @escaping Judgement) async throws {
    clip = try await ClipProbe.open(path)
    index = try FrameIndexBuilder.build(path)
    player = Player(
      clip: clip, audio: .silent, clock: clock,
      stills: try await PreviewWorker.open(clip, showsCoarse: true))
    player.setIndex(index)
    pictures = player.pictures.makeAsyncIterator()
    random = SeededGenerator(seed: seed)
    self.isFrame = isFrame
    // Wide and tall films are looked at so large that they can be told apart.
    let narrow = clip.geometry.fitted(in: PixelSize(width: 160, height: 160))
    unit = 160 * max(1, 40 / max(1, min(narrow.width, narrow.height)))
    viewSize = PixelSize(width: unit * 2, height: unit * 2)
    player.setViewSize(viewSize)
    player.setRange(nil, isLooping: false)
    try await arrive(at: 0)
  }

  /// Does so many things, and looks after each whether the frame on screen is the one asked for.
  func run(_ count: Int) async throws {
    for _ in 0..<count {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<5: try await seek()
      case 5..<10: try await step()
      case 10..<12: try await holdStepKey()
      case 12..<17: try await drag()
      case 17..<19: try await play()
      default: try await resize()
      }
    }
    player.close()
  }

  private func seek() async throws {
    here = Int.random(in: 0..<index.count, using: &random)
    tell("seek \(here)")
    // Anywhere in the frame's time means the frame.
    let end = here + 1 < index.count ? index.time(ofFrame: here + 1) : index.endTime
    let length = max(1, (end - index.time(ofFrame: here)).ticks)
    let inside = MediaTime(
      ticks: Int64.random(in: 0..<length, using: &random), timebase: index.timebase)
    player.seek(to: index.time(ofFrame: here) + inside)
    try await arrive(at: here)
  }

  private func step() async throws {
    let frames = Int.random(in: -3...3, using: &random)
    here = min(max(0, here + frames), index.count - 1)
    tell("step \(frames)")
    player.step(frames: frames)
    try await arrive(at: here)
  }

  private func holdStepKey() async throws {
    let direction = Bool.random(using: &random) ? 1 : -1
    tell("hold \(direction)")
    for _ in 0..<Int.random(in: 5...15, using: &random) {
      here = min(max(0, here + direction), index.count - 1)
      player.step(frames: direction)
      if Bool.random(using: &random) { try await arrive(at: here) }
    }
    player.step(frames: 0)
    try await arrive(at: here)
  }

  private func drag() async throws {
    tell("drag")
    var direction = Bool.random(using: &random) ? 1 : -1
    for _ in 0..<Int.random(in: 5...30, using: &random) {
      if Int.random(in: 0..<10, using: &random) == 0 { direction = -direction }
      here += direction * Int.random(in: 1...5, using: &random)
      here = min(max(0, here), index.count - 1)
      player.seek(to: index.time(ofFrame: here))
      switch Int.random(in: 0..<4, using: &random) {
      // Something comes: a request is always answered, by the way or by the end of it.
      case 0: _ = try await nextPicture()
      case 1: await Task.yield()
      default: break
      }
    }
    player.seek(to: index.time(ofFrame: here))
    try await arrive(at: here)
  }

  private func play() async throws {
    let count = Int.random(in: 1...8, using: &random)
    guard here + count + 1 < index.count else { return }
    // What was asked for twice may be answered twice; a picture of a new size is the last one.
    try await resize()
    tell("play \(count)")
    player.play(from: index.time(ofFrame: here))
    for number in here..<(here + count) {
      try await arrive(at: number)
      let length = index.time(ofFrame: number + 1) - index.time(ofFrame: number)
      clock.advance(byNanoseconds: length.rescaled(to: .nanosecondsOfTests, rounding: .up).ticks)
    }
    here += count
    try await arrive(at: here)
    player.pause()
    #expect(player.frameTime == index.time(ofFrame: here), "\(context)")
  }

  private func resize() async throws {
    let sides = [unit, unit * 3 / 2, unit * 2].filter { $0 != viewSize.width }
    let side = sides.randomElement(using: &random) ?? unit
    tell("resize \(side)")
    viewSize = PixelSize(width: side, height: side)
    player.setViewSize(viewSize)
    try await arrive(at: here)
  }

  /// Waits for the exact frame; everything on the way must be what it says it is.
  private func arrive(at number: Int) async throws {
    let (time, size) = (index.time(ofFrame: number), clip.geometry.fitted(in: viewSize))
    while true {
      let picture = try await nextPicture()
      // Moving pictures may be a pixel smaller than there is room for.
      let isFitted =
        (0...1).contains(size.width - picture.size.width)
        && (0...1).contains(size.height - picture.size.height)
      if picture.presentationTime == time, isFitted { break }
    }
    #expect(player.frameTime == time, "\(context)")
  }

  private func nextPicture() async throws -> Picture {
    // Whoever waits for ever tells nothing.
    let patience = Task { [player] in
      try await Task.sleep(for: .seconds(120))
      player.close()
    }
    defer { patience.cancel() }
    let picture = try #require(await pictures.next(), "no picture came: \(context)").get()
    let number = try #require(index.frame(at: picture.presentationTime), "\(context)")
    #expect(picture.presentationTime == index.time(ofFrame: number), "\(context)")
    seen = seen.suffix(9) + [number]
    #expect(isFrame(picture, number), "not frame \(number): \(context)")
    return picture
  }

  private func tell(_ what: String) { story = story.suffix(9) + [what] }

  private var context: String { "\(clip.path.displayString) \(here): \(story), shown \(seen)" }
}

extension Timebase {
  fileprivate static let nanosecondsOfTests = Timebase(numerator: 1, denominator: 1_000_000_000)
}
