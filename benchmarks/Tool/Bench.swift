// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import MediaCore
import Playback
import TrimModel

/// What the program can be asked to do.
enum Bench {
  /// - Returns: The status for the system.
  static func run(_ arguments: [String]) async -> Int32 {
    guard arguments.count >= 2 else { return usage() }
    let path = FilePath(arguments[1])
    do throws(MediaError) {
      switch (arguments[0], arguments.count) {
      case ("strip", 4):
        let size = arguments[3].split(separator: "x").compactMap { Int($0) }
        guard let count = Int(arguments[2]), size.count == 2 else { return usage() }
        try await strip(path, count, PixelSize(width: size[0], height: size[1]))
      case ("index", 2): try index(path)
      case ("waveform", 3):
        guard let seconds = Double(arguments[2]) else { return usage() }
        try await waveform(path, seconds)
      case ("memory", 2): try await memory(path)
      case ("scrub", 2): try await PlayBench(path: arguments[1], size: viewSize).scrub()
      case ("play", 3):
        guard let seconds = Double(arguments[2]) else { return usage() }
        try await PlayBench(path: arguments[1], size: viewSize).play(seconds: seconds)
      case ("decode", 3):
        guard let seconds = Double(arguments[2]) else { return usage() }
        try PlayBench(path: arguments[1], size: viewSize).decode(seconds: seconds)
      case ("idle", 3):
        guard let seconds = Double(arguments[2]) else { return usage() }
        try await PlayBench(path: arguments[1], size: viewSize).idle(seconds: seconds)
      case ("player", 3):
        let audio: AudioOutputChoice = arguments[2] == "sound" ? .automatic : .silent
        await (try PlayerRemote(path: arguments[1], audio: audio, size: viewSize)).run()
      case ("plan", 2): try plan(path)
      default: return usage()
      }
    } catch {
      print("kerf-bench: \(error.reason): \(error.operation)")
      return 1
    }
    return 0
  }

  /// The pictures of playing and scrubbing fit in here.
  private static let viewSize = PixelSize(width: 960, height: 540)

  private static func usage() -> Int32 {
    print("usage: kerf-bench strip FILE COUNT WIDTHxHEIGHT | index FILE | waveform FILE SECONDS")
    print("       | memory FILE | scrub FILE | play FILE SECONDS | idle FILE SECONDS")
    print("       | player FILE sound|silent | plan FILE")
    return 2
  }

  /// Pictures at the middles of `count` equal parts, as a strip asks for them after opening.
  private static func strip(_ path: FilePath, _ count: Int, _ bounds: PixelSize)
    async
    throws(MediaError)
  {
    let clip = try await ClipProbe.open(path)
    let opened = milliseconds()
    let worker = ThumbnailWorker(clip: clip)
    let duration = (clip.video.duration ?? clip.duration ?? .zero).seconds
    let start = clip.video.startTime ?? .zero
    let times = (0..<count).map { number in
      start
        + MediaTime(
          seconds: duration * (Double(number) + 0.5) / Double(count), timebase: .microseconds)
    }
    worker.request(times: times, fitting: bounds)
    var (seen, first): (Set<MediaTime>, Double?) = ([], nil)
    for await thumbnail in worker.thumbnails {
      first = first ?? milliseconds()
      seen.insert(thumbnail.time)
      if seen.count == count { break }
    }
    report([
      ("opened", opened), ("first", first ?? 0), ("all", milliseconds()),
      ("count", Double(seen.count)),
    ])
  }

  /// The plan of a save, for ranges that begin and end at every place of a GOP.
  private static func plan(_ path: FilePath) throws(MediaError) {
    let clip = try ClipProbe.probe(path)
    let index = try FrameIndexBuilder.build(path)
    var (times, encoded): ([Double], Int) = ([], 0)
    for round in 0..<1000 {
      let (from, to) = (index.count / 4 + round % 300, index.count - 1 - round % 299)
      guard from < to,
        let range = TrimRange(
          inPoint: index.time(ofFrame: from), outPoint: index.time(ofFrame: to))
      else { continue }
      let start = milliseconds()
      let plan = try? ExportPlan.make(range: range, clip: clip, index: index)
      times.append((milliseconds() - start) * 1000)
      encoded += plan?.encodedFrames ?? 0
    }
    times.sort()
    report([
      ("frames", Double(index.count)), ("median_us", times[times.count / 2]),
      ("worst_us", times[times.count - 1]), ("encoded", Double(encoded)),
    ])
  }

  private static func index(_ path: FilePath) throws(MediaError) {
    let list = try KeyframeList(of: path)
    let opened = milliseconds()
    let keyframes = list.read()
    let listed = milliseconds()
    let index = try FrameIndexBuilder.build(path)
    report([
      ("opened", opened), ("listing_us", (listed - opened) * 1000),
      ("keyframes", Double(keyframes.count)), ("all", milliseconds()),
      ("frames", Double(index.count)), ("indexed", Double(index.keyframes.count)),
    ])
  }

  private static func waveform(_ path: FilePath, _ seconds: Double) async throws(MediaError) {
    let clip = try await ClipProbe.open(path)
    let worker = WaveformWorker(
      clip: clip, start: clip.video.startTime ?? .zero, seconds: seconds)
    worker.look(at: WaveformView(seconds: 0...min(seconds, 60), columnSeconds: 0.05))
    var first: Double?
    for await _ in worker.changes { first = first ?? milliseconds() }
    report([
      ("first", first ?? 0), ("all", milliseconds()),
      ("complete", worker.waveform.completeness),
    ])
  }

  /// A preview, a strip, the sound and the index at once.
  private static func memory(_ path: FilePath) async throws(MediaError) {
    let clip = try await ClipProbe.open(path)
    let preview = try await PreviewWorker.open(clip)
    let strip = ThumbnailWorker(clip: clip)
    let seconds = (clip.video.duration ?? clip.duration ?? .zero).seconds
    let start = clip.video.startTime ?? .zero
    let times = (0..<20).map { number in
      start + MediaTime(seconds: seconds * Double(number) / 20, timebase: .microseconds)
    }
    strip.request(times: times, fitting: PixelSize(width: 124, height: 70))
    let sound = WaveformWorker(clip: clip, start: start, seconds: seconds)
    sound.look(at: WaveformView(seconds: 0...seconds, columnSeconds: seconds / 1000))
    let index = try FrameIndexBuilder.build(path)
    strip.setIndex(index)
    strip.request(times: times, fitting: PixelSize(width: 124, height: 70))
    var seen: Set<MediaTime> = []
    for await thumbnail in strip.thumbnails {
      seen.insert(thumbnail.time)
      if seen.count == times.count { break }
    }
    for await _ in sound.changes { if sound.waveform.completeness > 0.02 { break } }
    report([("frames", Double(index.count)), ("all", milliseconds())])
    withExtendedLifetime((preview, strip, sound)) {}
  }

  // MARK: Measuring

  /// Since the process was started, linking included.
  private static func milliseconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return (Double(now.tv_sec) + Double(now.tv_nsec) / 1e9 - started) * 1000
  }

  /// When the process was started, which the environment tells on the same clock; else now.
  private static let started: Double = {
    if let told = getenv("KERF_BENCH_START"), let seconds = Double(String(cString: told)) {
      return seconds
    }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }()

  private static func report(_ values: [(name: String, value: Double)]) {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let all = values + [("kilobytes", Double(usage.ru_maxrss))]
    print(all.map { "\($0.name)=\(Int($0.value.rounded()))" }.joined(separator: " "))
  }
}
