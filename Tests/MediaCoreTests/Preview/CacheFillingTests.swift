// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
import TestSupport
import Testing
import TrimModel

@testable import MediaCore

/// What is prepared while nothing is asked for, and what is kept.
struct CacheFillingTests {
  private let size = PixelSize(width: 160, height: 90)

  private struct Bench {
    let scrubber: Scrubber
    let requests: LatestMailbox<PreviewOrder>
    let newest: NewestIndex
    let index: FrameIndex
    let pictures: AsyncStream<Result<Picture, MediaError>>
  }

  private func bench(
    _ name: String, showsCoarse: Bool = false, cacheBytes: Int = PicturesAtHand.cacheBytes
  ) throws -> Bench {
    let clip = try ClipProbe.probe(Fixture.clip(name))
    let index = try FrameIndexBuilder.build(clip.path)
    let requests = LatestMailbox<PreviewOrder>()
    let newest = NewestIndex()
    newest.set(index)
    let (pictures, output) = AsyncStream<Result<Picture, MediaError>>.makeStream()
    let scrubber = try Scrubber(
      clip: clip, requests: requests, index: newest,
      atHand: PicturesAtHand(clip: clip, output: output, cacheBytes: cacheBytes),
      showsCoarse: showsCoarse)
    return Bench(
      scrubber: scrubber, requests: requests, newest: newest, index: index, pictures: pictures)
  }

  /// The frames that are in the cache once the scrubber has nothing more to do.
  private func framesKept(_ bench: Bench, after frames: [Int]) -> Set<Int> {
    for frame in frames {
      bench.scrubber.answer(
        PreviewRequest(time: bench.index.time(ofFrame: frame), bounds: size))
    }
    bench.scrubber.prepareAll()
    return Set(
      bench.index.frames.indices.filter {
        bench.scrubber.cache[bench.index.frames[$0].pts] != nil
      })
  }

  @Test func groupBehindThePlayheadIsFilledAndTheEndOfTheOneBefore() throws {
    let bench = try bench("h264_gop60.mp4")
    bench.scrubber.takeNews()
    let kept = framesKept(bench, after: [0, 150])
    #expect(kept.isSuperset(of: 120...162))
    #expect(kept.isSuperset(of: 60..<120))
    #expect(!kept.contains(200))
  }

  @Test func edgesOfTheRangeAreKept() throws {
    let bench = try bench("h264_gop60.mp4")
    bench.newest.setEdges([bench.index.time(ofFrame: 30), bench.index.time(ofFrame: 250)])
    bench.scrubber.takeNews()
    let kept = framesKept(bench, after: [0, 150])
    #expect(kept.isSuperset(of: 20...40))
    #expect(kept.isSuperset(of: 240...260))
  }

  /// As pictures of 3840 × 2160 on such a screen are.
  @Test func largePicturesOfWhichFewHaveRoom() throws {
    let bench = try bench("h264_gop60.mp4", cacheBytes: 7 * size.width * size.height * 3)
    bench.scrubber.takeNews()
    for frame in [0, 140, 139] {
      bench.scrubber.answer(PreviewRequest(time: bench.index.time(ofFrame: frame), bounds: size))
    }
    try #require(bench.scrubber.capacity == 7)
    bench.scrubber.prepareAll()
    #expect(bench.scrubber.cache.count <= 7)
    #expect(bench.scrubber.cache[bench.index.frames[139].pts] != nil)
  }

  @Test func everythingIsPreparedOnce() throws {
    let bench = try bench("h264_open_gop.ts")
    bench.scrubber.takeNews()
    _ = framesKept(bench, after: [0, 100])
    #expect(bench.scrubber.prepareAll() == 0)
  }

  @Test func requestEndsThePreparing() throws {
    let bench = try bench("h264_gop60.mp4")
    bench.scrubber.takeNews()
    bench.scrubber.answer(PreviewRequest(time: bench.index.time(ofFrame: 0), bounds: size))
    bench.scrubber.answer(PreviewRequest(time: bench.index.time(ofFrame: 150), bounds: size))
    bench.requests.put(.rest)
    let before = bench.scrubber.cache.count
    bench.scrubber.prepareOnce()
    #expect(bench.scrubber.cache.count <= before + 1)
  }

  /// The decoder is needed in front of a hand that moves; what is behind its back has time.
  @Test func whoMovesOnFrameByFrameHasWhatComesNextFirst() throws {
    let bench = try bench("h264_gop60.mp4")
    bench.scrubber.takeNews()
    for frame in [0, 150, 152] {
      bench.scrubber.answer(PreviewRequest(time: bench.index.time(ofFrame: frame), bounds: size))
    }
    func isKept(_ frame: Int) -> Bool {
      bench.scrubber.cache[bench.index.frames[frame].pts] != nil
    }
    // To the end of this group, and a part of the next.
    for _ in 0..<2 { #expect(bench.scrubber.prepareOnce()) }
    #expect((153...185).allSatisfy(isKept))
    #expect(!isKept(130))
    // Once that is there all the rest follows.
    bench.scrubber.prepareAll()
    #expect((120...152).allSatisfy(isKept))
  }

  @Test func whoMovesBackHasTheGroupBeforeAtOnce() throws {
    let bench = try bench("h264_gop60.mp4")
    bench.scrubber.takeNews()
    for frame in [0, 150, 146] {
      bench.scrubber.answer(PreviewRequest(time: bench.index.time(ofFrame: frame), bounds: size))
    }
    var jobs = 0
    while !(60..<146).allSatisfy({
      bench.scrubber.cache[bench.index.frames[$0].pts] != nil
    }) {
      try #require(bench.scrubber.prepareOnce())
      jobs += 1
    }
    #expect(jobs <= 2)
  }

  /// A search that is given up for the next one, as in every drag, keeps what it decoded: the hand
  /// comes back.
  @Test func wayOfADragIsKept() throws {
    let bench = try bench("h264_gop60.mp4")
    bench.scrubber.takeNews()
    func ask(_ frame: Int) {
      bench.scrubber.answer(PreviewRequest(time: bench.index.time(ofFrame: frame), bounds: size))
    }
    ask(0)
    ask(120)
    // Given up at once: something else is asked for.
    bench.requests.put(.rest)
    ask(150)
    _ = bench.requests.take(withinMilliseconds: 0)
    ask(158)
    // Nothing has to be decoded again for any frame of the way.
    let last = bench.scrubber.source?.lastPTS
    for frame in stride(from: 157, through: 121, by: -1) { ask(frame) }
    #expect(bench.scrubber.source?.lastPTS == last)
  }

  @Test func farFrameIsAnnouncedByANearerOne() async throws {
    let bench = try bench("h264_single_keyframe.mp4", showsCoarse: true)
    bench.scrubber.takeNews()
    bench.scrubber.answer(PreviewRequest(time: bench.index.time(ofFrame: 0), bounds: size))
    bench.scrubber.answer(PreviewRequest(time: bench.index.time(ofFrame: 200), bounds: size))
    var pictures = bench.pictures.makeAsyncIterator()
    var shown: [Int] = []
    while shown.last != 200 {
      let picture = try #require(try await pictures.next()?.get())
      shown.append(try #require(bench.index.number(ofPTS: picture.presentationTime.ticks)))
    }
    #expect(shown.first == 0 && shown.count == 3)
    #expect(shown[1] > 0 && shown[1] < 200)
  }

  /// The frames shown until this one is, by their times and by their pixels.
  private func shown(_ bench: Bench, until last: Int) async throws -> [[Int?]] {
    var pictures = bench.pictures.makeAsyncIterator()
    var shown: [[Int?]] = []
    while shown.last?[0] != last {
      let picture = try #require(try await pictures.next()?.get())
      shown.append([
        bench.index.number(ofPTS: picture.presentationTime.ticks), frameNumber(in: picture),
      ])
    }
    return shown
  }

  /// With frame threads the keyframe itself comes out some packets late.
  @Test(arguments: [
    "h264_gop60.mp4", "h264_gop60.mkv", "h264_gop60.ts", "hevc_gop60.mkv", "vp9_altref.webm",
    "av1.mp4", "h264_nopts.avi",
  ])
  func jumpShowsTheKeyframeFirst(name: String) async throws {
    let bench = try bench(name, showsCoarse: true)
    bench.scrubber.takeNews()
    let index = bench.index
    // The last keyframe with enough frames behind it, and a frame that is far from it.
    let keyframe = try #require(index.keyframes.last { $0 > 0 && $0 + 20 < index.count })
    let target = min(index.count, (index.keyframes.first { $0 > keyframe } ?? index.count)) - 1
    try #require(target - keyframe > 12)
    let bounds = PixelSize(width: 320, height: 180)
    for frame in [0, target] {
      bench.scrubber.answer(PreviewRequest(time: index.time(ofFrame: frame), bounds: bounds))
    }
    let shown = try await shown(bench, until: target)
    let numbers = try Judge.frameNumbers(of: Fixture.clip(name))
    #expect(shown.count == 3)
    #expect(shown[1][0] == keyframe)
    for picture in shown { #expect(picture[1] == picture[0].map { numbers[$0] }) }
  }

  @Test func jumpBackDecodesNoMoreThanIsNeeded() throws {
    let bench = try bench("h264_single_keyframe.mp4")
    bench.scrubber.takeNews()
    for frame in [0, 290, 150] {
      bench.scrubber.answer(
        PreviewRequest(time: bench.index.time(ofFrame: frame), bounds: size))
    }
    // Frames near both places, and no others.
    #expect(bench.scrubber.cache.count <= 30)
    // A step back needs no other decoding than was done.
    bench.scrubber.answer(PreviewRequest(time: bench.index.time(ofFrame: 149), bounds: size))
    #expect(bench.scrubber.source?.lastPTS == bench.index.frames[150].pts)
  }

  @Test func cacheKeepsWhatIsNearTheEdges() {
    var cache = FrameCache(byteLimit: 40 * 300)
    cache.edges = [1_000]
    for pts in (990..<1_010 as Range<Int64>) { cache.insert(picture(pts), pts: pts, playhead: 0) }
    for pts in 0..<100 as Range<Int64> { cache.insert(picture(pts), pts: pts, playhead: 0) }
    #expect(cache[1_000] != nil && cache[0] != nil)
    #expect(cache[60] == nil)
    #expect(cache.byteCount <= 40 * 300)
  }

  private func picture(_ ticks: Int64) -> Picture {
    Picture(
      size: PixelSize(width: 10, height: 10),
      presentationTime: MediaTime(ticks: ticks, timebase: .microseconds)
    ) { (pixels) throws(Never) in
      pixels.initializeMemory(as: UInt8.self, repeating: 0)
    }
  }
}
