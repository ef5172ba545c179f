// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing
import TrimModel

@testable import MediaCore

/// Pictures that are there come at once, and none comes after a newer one.
struct PicturesAtHandTests {
  private let bounds = PixelSize(width: 160, height: 90)

  /// A worker's parts without its thread: nobody decodes anything.
  private struct Bench {
    let atHand: PicturesAtHand
    let requests = LatestMailbox<PreviewOrder>()
    let index: FrameIndex
    let pictures: AsyncStream<Result<Picture, MediaError>>

    init(bounds: PixelSize) throws {
      let clip = try ClipProbe.probe(Fixture.clip("h264_gop60.mp4"))
      let index = try FrameIndexBuilder.build(clip.path)
      let (pictures, output) = AsyncStream<Result<Picture, MediaError>>.makeStream()
      atHand = PicturesAtHand(clip: clip, output: output)
      (self.index, self.pictures) = (index, pictures)
      let size = clip.geometry.viewSize(in: bounds)
      atHand.withLock { contents in
        contents.index = index
        contents.size = size
      }
    }

    func picture(_ frame: Int) -> Picture {
      Picture(size: PixelSize(width: 10, height: 10), presentationTime: index.time(ofFrame: frame))
      {
        (pixels) throws(Never) in
        pixels.initializeMemory(as: UInt8.self, repeating: 0)
      }
    }

    func keep(_ frame: Int) {
      let picture = picture(frame)
      let pts = picture.presentationTime.ticks
      atHand.withLock { $0.cache.insert(picture, pts: pts, playhead: pts) }
    }

    func ask(_ frame: Int, bounds: PixelSize) -> PreviewRequest? {
      atHand.ask(index.time(ofFrame: frame), fitting: bounds, through: requests)
      guard case .show(let request)? = requests.take() else { return nil }
      return request
    }
  }

  @Test func pictureThatIsThereWaitsForNobody() async throws {
    let bench = try Bench(bounds: bounds)
    bench.keep(70)
    let request = try #require(bench.ask(70, bounds: bounds))
    #expect(request.answeredPTS == bench.index.frames[70].pts)
    var pictures = bench.pictures.makeAsyncIterator()
    #expect(try await pictures.next()?.get().presentationTime == bench.index.time(ofFrame: 70))
    // The decode thread hears of all others, too, and answers those.
    let other = try #require(bench.ask(71, bounds: bounds))
    #expect(other.answeredPTS == nil && other.number > request.number)
    // One of another size is no answer.
    let larger = try #require(bench.ask(70, bounds: PixelSize(width: 320, height: 180)))
    #expect(larger.answeredPTS == nil)
  }

  @Test func nothingComesAfterANewerPicture() async throws {
    let bench = try Bench(bounds: bounds)
    bench.keep(70)
    let old = try #require(bench.ask(200, bounds: bounds))
    let new = try #require(bench.ask(70, bounds: bounds))
    // What the decode thread had under way for the one before.
    bench.atHand.show(bench.picture(180), for: old.number)
    bench.atHand.fail(MediaError(.invalidData, "decode frame"), for: old.number)
    bench.atHand.show(bench.picture(90), for: new.number + 1)
    var pictures = bench.pictures.makeAsyncIterator()
    #expect(try await pictures.next()?.get().presentationTime == bench.index.time(ofFrame: 70))
    #expect(try await pictures.next()?.get().presentationTime == bench.index.time(ofFrame: 90))
  }
}
