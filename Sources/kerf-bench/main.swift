// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine without a window, for benchmarks/: one line of output for each answer.
//
//   kerf-bench scrub FILE WIDTHxHEIGHT       frame numbers on standard input; prints the milliseconds
//                                            until the first picture and until the exact one
//   kerf-bench play FILE WIDTHxHEIGHT S      plays so many seconds; prints processor seconds, pictures
//                                            shown and dropped
//   kerf-bench idle FILE WIDTHxHEIGHT S      shows a frame, waits five seconds for what is prepared,
//                                            and prints the processor seconds of the S that follow
import Glibc
import MediaCore
import Playback
import TrimModel

func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func fail(_ message: String) -> Never {
  fputs("kerf-bench: \(message)\n", stderr)
  exit(1)
}

func scrub(_ clip: ClipInfo, _ index: FrameIndex, _ size: PixelSize) async throws {
  let worker = try await PreviewWorker.open(clip, showsCoarse: true)
  worker.setIndex(index)
  var pictures = worker.pictures.makeAsyncIterator()
  while let line = readLine() {
    guard let number = Int(line), index.frames.indices.contains(number) else { continue }
    let time = index.time(ofFrame: number)
    let start = seconds(CLOCK_MONOTONIC)
    var first: Double?
    worker.showFrame(at: time, fitting: size)
    while let picture = try await pictures.next()?.get() {
      let passed = (seconds(CLOCK_MONOTONIC) - start) * 1_000
      first = first ?? passed
      guard picture.presentationTime == time else { continue }
      print(number, first ?? passed, passed)
      fflush(stdout)
      break
    }
  }
}

func play(_ clip: ClipInfo, _ index: FrameIndex, _ size: PixelSize, _ length: Double) async throws {
  let player = try await Player.open(clip, audio: .silent)
  player.setIndex(index)
  player.setViewSize(size)
  player.setLoop(TrimRange(inPoint: index.startTime, outPoint: index.endTime))
  player.play()
  let start = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
  var count = 0
  for await _ in player.pictures {
    count += 1
    if seconds(CLOCK_MONOTONIC) - start.0 >= length { break }
  }
  print(
    seconds(CLOCK_PROCESS_CPUTIME_ID) - start.1, count, player.state.droppedPictures)
}

func idle(_ clip: ClipInfo, _ index: FrameIndex, _ size: PixelSize, _ length: Double) async throws {
  let player = try await Player.open(clip, audio: .silent)
  player.setIndex(index)
  player.setViewSize(size)
  player.seek(to: index.time(ofFrame: index.count / 2))
  var pictures = player.pictures.makeAsyncIterator()
  _ = await pictures.next()
  usleep(5_000_000)
  let start = seconds(CLOCK_PROCESS_CPUTIME_ID)
  usleep(UInt32(length * 1_000_000))
  print(seconds(CLOCK_PROCESS_CPUTIME_ID) - start)
}

let words = CommandLine.arguments
guard words.count >= 4 else { fail("see the top of its main.swift") }
let sides = words[3].split(separator: "x").compactMap { Int($0) }
guard sides.count == 2 else { fail("the size is WIDTHxHEIGHT") }
let size = PixelSize(width: sides[0], height: sides[1])
let length = words.count > 4 ? Double(words[4]) ?? 10 : 10
do {
  let clip = try ClipProbe.probe(FilePath(words[2]))
  let index = try FrameIndexBuilder.build(clip.path)
  switch words[1] {
  case "scrub": try await scrub(clip, index, size)
  case "play": try await play(clip, index, size, length)
  case "idle": try await idle(clip, index, size, length)
  default: fail("there is no \(words[1])")
  }
} catch {
  fail("\(error)")
}
