// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

@testable import MediaCore

struct FrameCacheTests {
  private func picture(_ ticks: Int64) -> Picture {
    Picture(
      size: PixelSize(width: 10, height: 10),
      presentationTime: MediaTime(ticks: ticks, timebase: .microseconds)
    ) { (pixels) throws(Never) in
      pixels.initializeMemory(as: UInt8.self, repeating: 0)
    }
  }

  @Test func staysWithinItsBudgetAndKeepsWhatIsNearThePlayhead() {
    var cache = FrameCache(byteLimit: 3000)
    for pts in 0..<100 as Range<Int64> { cache.insert(picture(pts), pts: pts, playhead: 99) }
    #expect(cache.byteCount <= 3000)
    #expect(cache.count >= 9)
    #expect(cache[99] != nil)
    #expect(cache[0] == nil)
    cache.insert(picture(0), pts: 0, playhead: 0)
    #expect(cache[0] != nil)
  }

  @Test func sameFrameCountsOnce() {
    var cache = FrameCache(byteLimit: 3000)
    for _ in 0..<5 { cache.insert(picture(7), pts: 7, playhead: 7) }
    #expect(cache.byteCount == 300)
    cache.removeAll()
    #expect(cache.byteCount == 0)
    #expect(cache[7] == nil)
  }

  @Test func pictureLargerThanTheBudgetIsKeptAlone() {
    var cache = FrameCache(byteLimit: 10)
    cache.insert(picture(1), pts: 1, playhead: 1)
    cache.insert(picture(2), pts: 2, playhead: 2)
    #expect(cache.count == 1)
    #expect(cache[2] != nil)
  }
}
