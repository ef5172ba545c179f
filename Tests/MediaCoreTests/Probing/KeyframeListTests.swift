// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TestSupport
import Testing
import TrimModel

struct KeyframeListTests {
  @Test(arguments: ["h264_gop60.mp4", "h264_gop60.mkv", "vp9_altref.webm"])
  func listHoldsTheKeyframesOfTheIndex(name: String) throws {
    let path = try Fixture.clip(name)
    let index = try FrameIndexBuilder.build(path)
    let listed = try KeyframeList(of: path).read()
    let expected = index.keyframes.map { index.time(ofFrame: $0) }
    #expect(listed.count == expected.count)
    for (time, exact) in zip(listed, expected) {
      // MP4 tells when a packet is decoded, which is up to some frames before it is shown.
      #expect(time <= exact && (exact - time).seconds < 0.2)
    }
  }

  @Test func transportStreamsListNone() throws {
    #expect(try KeyframeList(of: Fixture.clip("h264_gop60.ts")).read().isEmpty)
  }
}
