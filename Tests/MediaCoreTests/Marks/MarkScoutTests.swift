// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing
import TrimModel

@testable import MediaCore

struct MarkScoutTests {
  private func time(_ frame: Int) -> MediaTime {
    MediaTime(ticks: Int64(frame), timebase: Timebase(numerator: 1, denominator: 25))
  }

  private func signature(_ value: UInt8) -> PictureSignature {
    PictureSignature(samples: [UInt8](repeating: value, count: 16 * 9 * 3))
  }

  @Test func aCutIsASceneAndAFlashAFadeAndAPanAreNot() throws {
    var detector = SceneDetector()
    var values: [UInt8] = []
    values += [UInt8](repeating: 60, count: 20)  // 0: a scene
    values += [UInt8](repeating: 140, count: 20)  // 20: a cut
    values += [250] + [UInt8](repeating: 140, count: 19)  // 40: a flash
    values += (0..<40).map { UInt8(140 + 2 * $0) }  // 60: a fade
    values += (0..<20).map { $0 % 2 == 0 ? 100 : 200 }  // 100: everything moves
    values += [UInt8](repeating: 200, count: 10)  // 120
    values += [UInt8](repeating: 3, count: 12)  // 130: black
    values += [UInt8](repeating: 90, count: 20)  // 142: a cut
    for (number, value) in values.enumerated() {
      detector.add(signature(value), at: time(number))
    }
    detector.interrupt(at: time(values.count))
    #expect(detector.sceneChanges.contains(time(20)))
    #expect(detector.sceneChanges.contains(time(142)))
    #expect(!detector.sceneChanges.contains { time(40) <= $0 && $0 < time(100) })
    #expect(detector.sceneChanges.count { time(101) <= $0 && $0 < time(130) } == 0)
    #expect(
      detector.blacks == [try #require(TrimRange(inPoint: time(130), outPoint: time(142)))])
  }

  @Test func cutsOfAFilmAreFoundToTheFrame() async throws {
    // Cuts at 37, 80 and 152 by construction; black from 110 to 152; a keyframe each 50 frames.
    let folder = try Fixture.temporaryFolder("scenes")
    let path = folder.appending("scenes.mp4")
    let source =
      "testsrc=s=320x180:r=25,trim=end_frame=37[a];"
      + "mandelbrot=s=320x180:r=25,trim=end_frame=43[b];"
      + "testsrc2=s=320x180:r=25,trim=end_frame=30[c];"
      + "color=black:s=320x180:r=25,trim=end_frame=42[d];"
      + "smptebars=s=320x180:r=25,trim=end_frame=40[e];"
      + "[a][b][c][d][e]concat=n=5"
    let done = try ChildProcess.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-filter_complex", source, "-c:v", "libx264", "-preset",
        "veryfast", "-g", "50", "-sc_threshold", "0", "-pix_fmt", "yuv420p", path,
      ], timeoutSeconds: 60)
    try #require(done.status == 0, "\(done.messages)")
    let clip = try ClipProbe.probe(path)
    let index = try FrameIndexBuilder.build(path)
    try #require(index.count == 192)
    let scout = MarkScout(clip: clip, index: index)
    var last = ClipMarks()
    for await marks in scout.marks { last = marks }
    let scenes = last.sceneChanges.compactMap { index.frame(at: $0) }
    #expect(scenes == [37, 80, 110, 152])
    let black = try #require(last.blacks.first)
    #expect(last.blacks.count == 1)
    #expect([black.inPoint, black.outPoint].map { index.frame(at: $0) } == [110, 152])
  }

  @Test func aRestingScoutFindsNothingUntilItGoesOn() async throws {
    let path = try Fixture.clip("sample.mp4")
    let clip = try ClipProbe.probe(path)
    let scout = MarkScout(clip: clip, index: try FrameIndexBuilder.build(path))
    scout.setResting(true)
    scout.setResting(false)
    var count = 0
    for await _ in scout.marks { count += 1 }
    #expect(count > 0)
  }

  @Test func silenceIsFoundWhereItBeginsAndEnds() throws {
    let waveform = Waveform(start: .zero, seconds: 40)
    for chunk in 0..<3 {
      waveform.set(
        (0..<Waveform.bucketsPerChunk).map { position in
          let seconds = Double(chunk * Waveform.bucketsPerChunk + position) / 64
          let isQuiet =
            (5..<7).contains(seconds) || (15.5..<16.5).contains(seconds) || seconds >= 39
          return Waveform.Bucket(peak: isQuiet ? 2 : 120, loudness: 0)
        }, chunk: chunk, .whole)
    }
    let found = waveform.silences().map { [$0.inPoint.seconds, $0.outPoint.seconds] }
    #expect(found == [[5, 7], [15.5, 16.5], [39, 40]])
    // A film without any sound has no place that stands out.
    let silent = Waveform(start: .zero, seconds: 16)
    silent.set(
      [Waveform.Bucket](
        repeating: Waveform.Bucket(peak: 0, loudness: 0), count: Waveform.bucketsPerChunk),
      chunk: 0, .whole)
    #expect(silent.silences().isEmpty)
  }
}
