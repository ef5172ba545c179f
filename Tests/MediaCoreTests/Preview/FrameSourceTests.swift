// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing
import TrimModel

@testable import MediaCore

struct FrameSourceTests {
  /// Sixty requests a second would otherwise go back to the keyframe sixty times, and show nothing.
  @Test func searchGivenUpBeforeItsFirstFrameIsGoneOnWith() throws {
    let path = try Fixture.clip("h264_gop60.mp4")
    let index = try FrameIndexBuilder.build(path)
    let source = try FrameSource(path: path, purpose: .scrubbing)
    source.setIndex(index)
    var (searches, questions) = (0, 0)
    source.didReachKeyframe = { () throws(MediaError) in searches += 1 }
    source.isInterrupted = {
      questions += 1
      return questions > 2
    }
    #expect(throws: MediaError.self) { try source.frame(at: index.time(ofFrame: 150)) }
    #expect(source.lastPTS == nil && searches == 1)
    source.isInterrupted = { false }
    let found = try #require(try source.frame(at: index.time(ofFrame: 153)))
    #expect(found.pts == index.frames[153].pts && searches == 1)
    // In another group there is no way around it.
    #expect(try source.frame(at: index.time(ofFrame: 200))?.pts == index.frames[200].pts)
    #expect(searches == 2)
  }
}
