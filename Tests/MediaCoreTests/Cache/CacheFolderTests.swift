// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing
import TrimModel

@testable import MediaCore

struct CacheFolderTests {
  private func folder(limit: Int64 = 1 << 20) throws -> CacheFolder {
    CacheFolder(
      path: try Fixture.temporaryFolder("cache").appending("deep/kerf"), byteLimit: limit)
  }

  @Test func whatWasWrittenIsReadAndWhatWasDeletedIsGone() throws {
    let cache = try folder()
    #expect(cache.read("a") == nil)
    #expect(cache.write([1, 2, 3], to: "a"))
    #expect(cache.write([], to: "b"))
    #expect(cache.read("a") == [1, 2, 3])
    #expect(cache.read("b") == [])
    cache.remove("a")
    #expect(cache.read("a") == nil)
    // No temporaries stay.
    #expect(Set(OutputFolder.names(in: cache.path).filter { $0.count > 2 }) == [])
  }

  @Test func aLinkIsNotFollowed() throws {
    let cache = try folder()
    #expect(cache.write([9], to: "real"))
    let (real, link) = (cache.file("real"), cache.file("link"))
    let made = real.withCString { target in link.withCString { symlink(target, $0) } }
    #expect(made == 0)
    #expect(cache.read("link") == nil)
  }

  @Test func whatWasUsedLongestAgoGoesFirst() throws {
    let cache = try folder(limit: 64 * 1024)
    let bytes = [UInt8](repeating: 7, count: 16 * 1024)
    for (age, name) in ["oldest", "old", "middle", "new", "newest"].enumerated() {
      #expect(cache.write(bytes, to: name))
      let time = timespec(tv_sec: 1_000_000 + age * 100, tv_nsec: 0)
      let both = [time, time]
      #expect(cache.file(name).withCString { utimensat(AT_FDCWD, $0, both, 0) } == 0)
    }
    // Reading is using.
    #expect(cache.read("oldest") != nil)
    cache.trim()
    let left = ["oldest", "old", "middle", "new", "newest"].filter { cache.read($0) != nil }
    #expect(left == ["oldest", "middle", "new", "newest"])
  }

  @Test func aCopyIsTheSameFilmAndAChangedOneIsNot() throws {
    let cache = try folder()
    var bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(cache.write(bytes, to: "film"))
    #expect(cache.write(bytes, to: "copy"))
    let film = try #require(FileIdentity(of: cache.file("film")))
    #expect(FileIdentity(of: cache.file("copy")) == film)
    bytes[299_999] ^= 1
    #expect(cache.write(bytes, to: "film"))
    #expect(FileIdentity(of: cache.file("film")) != film)
    bytes[299_999] ^= 1
    #expect(cache.write(bytes + [0], to: "film"))
    #expect(FileIdentity(of: cache.file("film")) != film)
    #expect(FileIdentity(of: cache.file("missing")) == nil)
    #expect(FileIdentity(of: cache.path) == nil)
  }
}
