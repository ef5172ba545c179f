// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import Synchronization
import TestSupport
import Testing
import TrimModel

@testable import Playback

/// The player's sound on a real server, whose callbacks come on a thread of libpulse's.
@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled(if: NullSoundServer.missingReason == nil, "needs pulseaudio, pactl and parec"))
struct SoundServerTests {
  private func output(to server: NullSoundServer) -> AudioOutputChoice {
    let address = server.address
    return .custom { source, isStale in
      PulseAudioOutput(source: source, isStale: isStale, server: address)
    }
  }

  private func open(_ name: String, _ output: AudioOutputChoice) async throws -> (
    player: Player, index: FrameIndex
  ) {
    let clip = try ClipProbe.probe(Fixture.clip(name))
    let player = Player(
      clip: clip, audio: output, clock: MonotonicClock(), stills: try await PreviewWorker.open(clip)
    )
    let index = try FrameIndexBuilder.build(clip.path)
    player.setIndex(index)
    return (player, index)
  }

  /// Where tones begin, in samples, and how many there are before the recording's end.
  private func onsets(_ samples: [Float]) -> [Int] {
    var found: [Int] = []
    var quietSince = 0
    for (position, sample) in samples.enumerated() where abs(sample) > 0.05 {
      if position - quietSince > 9_600 { found.append(position) }
      quietSince = position
    }
    return found
  }

  private func record(_ server: NullSoundServer, seconds: Double, while player: Player)
    async throws -> (samples: [Float], startSeconds: Double)
  {
    let address = server.address
    let result = await withCheckedContinuation { continuation in
      WorkerThread.start(name: "test-record") {
        continuation.resume(
          returning: Result {
            try NullSoundServer.record(from: address, seconds: seconds) { player.play() }
          })
      }
    }
    return try result.get()
  }

  /// What one listening found: from beep to beep in samples, and from flash to beep in seconds.
  private struct Heard: CustomStringConvertible {
    var gaps: [Int]
    var medianLag: Double
    var description: String { "gaps \(gaps), flash after beep \(medianLag) s" }

    var isInTime: Bool {
      gaps.count >= 3 && gaps.allSatisfy { abs($0 - 48_000) <= 1_600 } && abs(medianLag) <= 0.040
    }
  }

  /// Plays a loop over one seam a turn, with a beep and a flash every second.
  private func listen(to server: NullSoundServer) async throws -> Heard {
    let (player, index) = try await open("h264_gop60.mp4", output(to: server))
    // Beeps at 1.0 and 2.0 s of the clip: one second apart inside the loop and over its seam.
    player.setLoop(
      TrimRange(inPoint: index.time(ofFrame: 15), outPoint: index.time(ofFrame: 75)))
    let flashes = Mutex<[Double]>([])
    let watching = Task { [pictures = player.pictures] in
      for await case .success(let picture) in pictures {
        let now = NullSoundServer.monotonicSeconds
        let number = frameNumber(in: picture) ?? -1
        if number % 30 == 0 { flashes.withLock { $0.append(now) } }
      }
    }
    let (samples, start) = try await record(server, seconds: 7, while: player)
    #expect(player.state.soundIsAvailable)
    player.close()
    await watching.value
    let beeps = onsets(samples)
    // To the nearest flash, and the median: on a busy machine single pictures come late or never.
    let shown = flashes.withLock { $0 }
    let lags = beeps.compactMap { beep in
      shown.map { $0 - start - Double(beep) / 48_000 }.min { abs($0) < abs($1) }
    }.sorted { abs($0) < abs($1) }
    return Heard(
      gaps: zip(beeps.dropFirst(), beeps).map { $0 - $1 },
      medianLag: lags.isEmpty ? .infinity : lags[lags.count / 2])
  }

  @Test func beepsComeWithTheirFlashesAndTheSeamIsExact() async throws {
    let server = try NullSoundServer()
    // A machine that others keep busy tears the sound, so that one listening proves nothing against
    // the player; a player that is out of time is so every time.
    var heard: [Heard] = []
    while heard.count < 8, heard.last?.isInTime != true {
      heard.append(try await listen(to: server))
    }
    #expect(heard.last?.isInTime == true, "\(heard)")
  }

  @Test func playingGoesOnWhenTheServerDies() async throws {
    let server = try NullSoundServer()
    let (player, index) = try await open("h264_gop60.mp4", output(to: server))
    player.setLoop(
      TrimRange(inPoint: index.time(ofFrame: 0), outPoint: index.time(ofFrame: 30)))
    player.play()
    var positions = player.positions().makeAsyncIterator()
    for _ in 0..<15 { _ = await positions.next() }
    server.stop()
    let start = NullSoundServer.monotonicSeconds
    var turns = 0
    while turns < 3 {
      let position = try #require(await positions.next())
      turns = position.loopTurn
    }
    #expect(NullSoundServer.monotonicSeconds - start < 60)
    #expect(player.state.isPlaying && !player.state.soundIsAvailable)
    player.close()
  }

  @Test func playingGoesOnWhenTheServerHangs() async throws {
    let server = try NullSoundServer()
    let (player, index) = try await open("h264_gop60.mp4", output(to: server))
    player.setLoop(
      TrimRange(inPoint: index.time(ofFrame: 0), outPoint: index.time(ofFrame: 30)))
    var states = player.states().makeAsyncIterator()
    player.play()
    var positions = player.positions().makeAsyncIterator()
    for _ in 0..<15 { _ = await positions.next() }
    server.setHanging(true)
    while let state = await states.next(), state.soundIsAvailable {}
    #expect(player.state.isPlaying && !player.state.soundIsAvailable)
    for _ in 0..<30 { _ = try #require(await positions.next()) }
    player.close()
    server.setHanging(false)
  }

  @Test func withoutAServerItPlaysOnTheMonotonicClock() async throws {
    let nowhere = AudioOutputChoice.custom { source, isStale in
      PulseAudioOutput(source: source, isStale: isStale, server: "unix:/nonexistent")
    }
    let (player, _) = try await open("h264_gop60.mp4", nowhere)
    var states = player.states().makeAsyncIterator()
    player.play()
    var positions = player.positions().makeAsyncIterator()
    for _ in 0..<30 { _ = try #require(await positions.next()) }
    while let state = await states.next(), state.soundIsAvailable {}
    #expect(player.state.hasSound && !player.state.soundIsAvailable)
  }

  @Test func soundComesWithTheNextPlayAfterTheServerIsBack() async throws {
    let place = ServerPlace(nil)
    let (player, index) = try await open("h264_gop60.mp4", place.output)
    player.setLoop(
      TrimRange(inPoint: index.time(ofFrame: 0), outPoint: index.time(ofFrame: 60)))
    var states = player.states().makeAsyncIterator()
    player.play()
    while let state = await states.next(), state.soundIsAvailable {}
    let real = try NullSoundServer()
    place.move(to: real.address)
    while let state = await states.next(), !state.soundIsAvailable {}
    #expect(player.state.isPlaying)
    player.close()
  }

  @Test func aServerThatDiesWhilePausedIsMissedAndFoundAgain() async throws {
    var server: NullSoundServer? = try NullSoundServer()
    let place = ServerPlace(server?.address)
    let (player, index) = try await open("h264_gop60.mp4", place.output)
    player.setLoop(
      TrimRange(inPoint: index.time(ofFrame: 0), outPoint: index.time(ofFrame: 60)))
    var states = player.states().makeAsyncIterator()
    var positions = player.positions().makeAsyncIterator()
    player.play()
    for _ in 0..<15 { _ = try #require(await positions.next()) }
    player.pause()
    while let state = await states.next(), state.isPlaying {}
    server?.stop()
    server = nil
    place.move(to: nil)
    // Paused, nothing tells of it: the frame is there, and so are steps.
    player.step(frames: 1)
    let stopped = player.frameTime
    player.play()
    var frames: Set<MediaTime> = []
    while frames.count < 20 {
      let position = try #require(await positions.next())
      if position.frameTime > stopped || position.loopTurn > 0 { frames.insert(position.frameTime) }
    }
    while player.state.soundIsAvailable { _ = try #require(await states.next()) }
    #expect(player.state.isPlaying)
    server = try NullSoundServer()
    place.move(to: server?.address)
    while !player.state.soundIsAvailable { _ = try #require(await states.next()) }
    #expect(player.state.isPlaying)
    player.close()
  }

  /// How high what sounds in a stretch of a recording is, in hertz.
  private func hertz(_ samples: ArraySlice<Float>) -> Double {
    let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
    return Double(crossings) * 48_000 / Double(samples.count)
  }

  @Test func anotherTrackIsHeardFromWhereItPlays() async throws {
    let server = try NullSoundServer()
    var heard: [String] = []
    var isRight = false
    while heard.count < 5, !isRight {
      let (player, index) = try await open("three_audio.mkv", output(to: server))
      // Over and over: a machine that is slow must not come to the end.
      player.setLoop(TrimRange(inPoint: index.startTime, outPoint: index.endTime))
      let tracks = player.clip.soundStreams
      #expect(tracks.count == 3 && player.state.soundStream == tracks[1])
      let positions = player.positions()
      let choosing = Task {
        for await position in positions where position.frameTime.seconds > 2 {
          player.setSoundStream(tracks[2])
          return
        }
      }
      let (samples, _) = try await record(server, seconds: 6, while: player)
      await choosing.value
      #expect(player.state.isPlaying && player.state.soundStream == tracks[2])
      player.close()
      let (first, second) = (hertz(samples[48_000..<84_000]), hertz(samples[240_000..<280_000]))
      heard.append("\(first) Hz, then \(second) Hz")
      isRight = abs(first - 300) < 15 && abs(second - 3_000) < 150
    }
    #expect(isRight, "\(heard)")
  }

  @Test func closingWhileTheServerHangsDoesNotWait() async throws {
    let server = try NullSoundServer()
    let (player, _) = try await open("h264_gop60.mp4", output(to: server))
    player.play()
    var positions = player.positions().makeAsyncIterator()
    for _ in 0..<10 { _ = await positions.next() }
    server.setHanging(true)
    let start = NullSoundServer.monotonicSeconds
    player.pause()
    player.play()
    player.close()
    #expect(NullSoundServer.monotonicSeconds - start < 1)
    server.setHanging(false)
  }

  /// How far apart beeps are at another speed, and how high they are in hertz.
  private func listen(to server: NullSoundServer, rate: Double) async throws -> (
    gaps: [Int], hertz: Double
  ) {
    let (player, index) = try await open("h264_gop60.mp4", output(to: server))
    player.setRange(
      TrimRange(inPoint: index.time(ofFrame: 0), outPoint: index.endTime), isLooping: false)
    player.setRate(rate)
    let (samples, _) = try await record(server, seconds: 5, while: player)
    #expect(player.state.soundIsAvailable)
    player.close()
    let beeps = onsets(samples)
    // They are of 400 Hz, 500 Hz and so on; the first may have begun before the recording.
    guard beeps.count > 1 else { return ([], 0) }
    // The middle of the beep, whose ends are joined to silence.
    let length = Int(4_800 / rate)
    let beep = samples[(beeps[1] + length / 4)...].prefix(length / 2)
    let crossings = zip(beep, beep.dropFirst()).count { $0 < 0 && $1 >= 0 }
    return (
      zip(beeps.dropFirst(), beeps).map { $0 - $1 }, Double(crossings) * 48_000 / Double(beep.count)
    )
  }

  @Test(arguments: [0.5, 2]) func otherSpeedsKeepThePitch(rate: Double) async throws {
    let server = try NullSoundServer()
    var isRight = false
    var heard: [String] = []
    while heard.count < 6, !isRight {
      let (gaps, hertz) = try await listen(to: server, rate: rate)
      heard.append("\(gaps), \(hertz) Hz")
      isRight =
        !gaps.isEmpty && gaps.allSatisfy { abs(Double($0) - 48_000 / rate) < 4_000 }
        && [500, 600].contains { abs(hertz - $0) <= 20 }
    }
    #expect(isRight, "\(heard)")
  }
}

/// Where a server is that comes and goes while a player looks for it.
private final class ServerPlace: Sendable {
  private let address: Mutex<String?>

  init(_ address: String?) { self.address = Mutex(address) }

  func move(to address: String?) { self.address.withLock { $0 = address } }

  var output: AudioOutputChoice {
    .custom { source, isStale in
      self.address.withLock { $0 }.flatMap {
        PulseAudioOutput(source: source, isStale: isStale, server: $0)
      }
    }
  }
}
