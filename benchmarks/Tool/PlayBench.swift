// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import MediaCore
import Playback
import TrimModel

/// The player and the scrub engine without a window.
struct PlayBench {
  private let clip: ClipInfo
  private let index: FrameIndex
  private let size: PixelSize

  init(path: String, size: PixelSize) throws(MediaError) {
    clip = try ClipProbe.probe(FilePath(path))
    index = try FrameIndexBuilder.build(clip.path)
    self.size = size
  }

  /// Answers frame numbers on standard input with the milliseconds until the first picture and until
  /// the exact one.
  func scrub() async throws(MediaError) {
    let worker = try await PreviewWorker.open(clip, showsCoarse: true)
    worker.setIndex(index)
    var pictures = worker.pictures.makeAsyncIterator()
    while let line = readLine() {
      guard let number = Int(line), index.frames.indices.contains(number) else { continue }
      let time = index.time(ofFrame: number)
      let start = Self.seconds(CLOCK_MONOTONIC)
      var first: Double?
      worker.showFrame(at: time, fitting: size)
      while let picture = try await pictures.next()?.get() {
        let passed = (Self.seconds(CLOCK_MONOTONIC) - start) * 1_000
        first = first ?? passed
        guard picture.presentationTime == time else { continue }
        print(number, first ?? passed, passed)
        fflush(nil)
        break
      }
    }
  }

  /// Plays for so long; prints processor seconds, and pictures shown and dropped.
  func play(seconds length: Double) async throws(MediaError) {
    let player = try await Player.open(clip, audio: .silent)
    player.setIndex(index)
    player.setViewSize(size)
    player.setLoop(TrimRange(inPoint: index.startTime, outPoint: index.endTime))
    player.play()
    let start = (Self.seconds(CLOCK_MONOTONIC), Self.seconds(CLOCK_PROCESS_CPUTIME_ID))
    var count = 0
    for await _ in player.pictures {
      count += 1
      if Self.seconds(CLOCK_MONOTONIC) - start.0 >= length { break }
    }
    print(
      Self.seconds(CLOCK_PROCESS_CPUTIME_ID) - start.1, count, player.state.droppedPictures)
  }

  /// Decodes so many seconds of the film, over and over, as playing does, and makes no pictures; prints
  /// processor seconds.
  func decode(seconds length: Double) throws(MediaError) {
    let reader = try FrameReader(clip: clip, purpose: .playback)
    reader.setIndex(index)
    let start = Self.seconds(CLOCK_PROCESS_CPUTIME_ID)
    let count = Int(length * (clip.video.frameRate?.framesPerSecond ?? 25))
    for number in 0..<count {
      if number % index.count == 0 { try reader.start(at: index.startTime) }
      _ = try reader.skipPicture()
    }
    print(Self.seconds(CLOCK_PROCESS_CPUTIME_ID) - start)
  }

  /// Shows a frame, lets what is prepared be prepared, and prints the processor seconds of what
  /// follows.
  func idle(seconds length: Double) async throws(MediaError) {
    let player = try await Player.open(clip, audio: .silent)
    player.setIndex(index)
    player.setViewSize(size)
    player.seek(to: index.time(ofFrame: index.count / 2))
    var pictures = player.pictures.makeAsyncIterator()
    _ = await pictures.next()
    sleep(8)
    let start = Self.seconds(CLOCK_PROCESS_CPUTIME_ID)
    sleep(UInt32(length))
    print(Self.seconds(CLOCK_PROCESS_CPUTIME_ID) - start)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
