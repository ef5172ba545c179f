// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
import TestSupport
import Testing
import TrimModel

@testable import MediaCore

/// Readers that share a container see what a reader of their own sees, whoever reads meanwhile.
@Suite(.timeLimit(.minutes(5)))
struct SharedContainersTests {
  private let clip: FilePath
  /// Shares clips that are as small as those of the tests.
  private let containers = SharedContainers(leastBytes: 0, leastSamples: 0)

  init() throws { clip = try Fixture.clip("h264_gop60_faststart.mp4") }

  /// A demuxer of which one stream is looked at: analysing may have left packets of others.
  private struct Reader {
    let demuxer: Demuxer
    let stream: Int

    init(_ demuxer: Demuxer, of stream: Int) {
      self.demuxer = demuxer
      self.stream = stream
      demuxer.keepOnly([stream])
    }

    func next() throws -> Seen? {
      while let packet = try demuxer.readPacket() {
        guard packet.streamIndex == stream else { continue }
        return Seen(
          key: PacketKey(packet), contents: Fingerprint.of(UnsafeRawBufferPointer(packet.bytes)))
      }
      return nil
    }

    func all() throws -> [Seen] {
      var seen: [Seen] = []
      while let packet = try next() { seen.append(packet) }
      return seen
    }
  }

  private func sharedReader(of stream: Int, in other: FilePath? = nil) throws -> Reader {
    try Reader(
      Demuxer(sharing: other ?? clip, analysis: .full, among: containers), of: stream)
  }

  private func ownReader(of stream: Int, in other: FilePath? = nil) throws -> Reader {
    try Reader(Demuxer(path: other ?? clip), of: stream)
  }

  /// A packet as its place in the file and its contents.
  private struct Seen: Equatable {
    let key: PacketKey
    let contents: UInt64
  }

  @Test func theyAreOneContainer() throws {
    let (first, second) = (try sharedReader(of: 0), try sharedReader(of: 1))
    #expect(first.demuxer.context == second.demuxer.context)
    let small = SharedContainers(leastBytes: 1 << 40, leastSamples: 0)
    #expect(
      try Demuxer(sharing: clip, analysis: .full, among: small).context != first.demuxer.context)
    let short = SharedContainers(leastBytes: 0, leastSamples: 1 << 30)
    let (third, fourth) = (
      try Demuxer(sharing: clip, analysis: .full, among: short),
      try Demuxer(sharing: clip, analysis: .full, among: short)
    )
    #expect(third.context != fourth.context)
  }

  @Test func aContainerIsClosedWithItsLastReader() throws {
    weak var container: OpenContainer?
    do {
      let found = try containers.container(
        at: clip, analysis: .full, cancellation: Cancellation())
      container = found
      #expect(
        try containers.container(at: clip, analysis: .full, cancellation: Cancellation()) === found)
    }
    #expect(container == nil)
    #expect(try sharedReader(of: 0).all() == ownReader(of: 0).all())
  }

  @Test func whatIsHandedOnStaysOpenForOneReader() throws {
    weak var container: OpenContainer?
    do {
      let demuxer = try Demuxer(sharing: clip, analysis: .full, among: containers)
      demuxer.handOn(among: containers)
      container = demuxer.container
    }
    let handedOn = try #require(container?.context)
    do {
      let reader = try sharedReader(of: 0)
      #expect(reader.demuxer.context == handedOn)
      #expect(try reader.all() == ownReader(of: 0).all())
    }
    #expect(container == nil)
  }

  @Test func whatNobodyCanShareIsNotHandedOn() throws {
    weak var container: OpenContainer?
    do {
      let demuxer = try Demuxer(path: clip)
      demuxer.handOn(among: containers)
      container = demuxer.container
    }
    #expect(container == nil)
  }

  @Test func whatCannotBeOpenedIsTriedAgain() throws {
    let cancelled = Cancellation()
    cancelled.cancel()
    #expect(throws: MediaError.self) {
      try Demuxer(sharing: clip, analysis: .full, among: containers, cancellation: cancelled)
    }
    #expect(try sharedReader(of: 0).next() != nil)
  }

  @Test(arguments: [[0, 1], [0, 0], [1, 1], [0, 1, 0, 1, 0]])
  func readersThatAlternate(streams: [Int]) throws {
    let expected = try streams.map { try ownReader(of: $0).all() }
    let readers = try streams.map { try sharedReader(of: $0) }
    var seen = [[Seen]](repeating: [], count: streams.count)
    var isReading = true
    while isReading {
      isReading = false
      for (position, reader) in readers.enumerated() {
        guard let packet = try reader.next() else { continue }
        seen[position].append(packet)
        isReading = true
      }
    }
    for (seen, expected) in zip(seen, expected) {
      #expect(seen.count == expected.count)
      let difference = zip(seen, expected).enumerated().first { $1.0 != $1.1 }
      #expect(difference == nil)
    }
  }

  @Test(arguments: [
    "h264_gop60_faststart.mp4", "h264_editlist.mp4", "h264_open_gop.mp4", "h264_vfr.mp4",
  ])
  func anySeeksAndReads(name: String) throws {
    let clip = try Fixture.clip(name)
    var dice = SeededGenerator(seed: 1)
    let streams = [0, 0, 1]
    let shared = try streams.map { try sharedReader(of: $0, in: clip) }
    let own = try streams.map { try ownReader(of: $0, in: clip) }
    for _ in 0..<400 {
      let position = Int.random(in: 0..<streams.count, using: &dice)
      let pair = [shared[position], own[position]]
      switch Int.random(in: 0..<10, using: &dice) {
      case 0:
        let base = own[position].demuxer.timebase(ofStream: streams[position])
        let seconds = Double.random(in: -1..<12, using: &dice)
        let ticks = Int64(seconds * Double(base.denominator) / Double(base.numerator))
        let found = pair.map {
          $0.demuxer.seek(inStream: streams[position], to: ticks, atMost: ticks)
        }
        #expect(found[0] == found[1])
      case 1: for reader in pair { reader.demuxer.rewind() }
      default:
        for _ in 0..<Int.random(in: 1...40, using: &dice) {
          let seen = try pair.map { try $0.next() }
          try #require(seen[0] == seen[1])
        }
      }
    }
  }

  @Test func readersOnThreadsOfTheirOwn() throws {
    let expected = try [0, 1].map { try ownReader(of: $0).all() }
    let results = Mutex([Int: Bool]())
    let isDone = Monitor(0)
    let (clip, containers) = (clip, containers)
    for thread in 0..<6 {
      WorkerThread.start(name: "reader") {
        let stream = thread % 2
        let reader = try? Reader(
          Demuxer(sharing: clip, analysis: .full, among: containers), of: stream)
        let rounds = (0..<5).map { _ in
          reader?.demuxer.rewind()
          return reader.flatMap { try? $0.all() }
        }
        results.withLock { $0[thread] = rounds.allSatisfy { $0 == expected[stream] } }
        isDone.update { $0 += 1 }
      }
    }
    _ = isDone.wait { $0 == 6 ? true : nil }
    #expect(results.withLock { $0.values.allSatisfy { $0 } })
  }
}
