// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing
import TrimModel

@testable import MediaCore

struct WaveformTests {
  private func chunk(_ value: (Int) -> UInt8) -> [Waveform.Bucket] {
    (0..<Waveform.bucketsPerChunk).map {
      Waveform.Bucket(peak: value($0), loudness: value($0) / 2)
    }
  }

  @Test func everyZoomTellsTheLoudestPeakOfItsColumn() {
    let waveform = Waveform(start: .zero, seconds: 60)
    var random = SystemRandomNumberGenerator()
    var all: [UInt8] = []
    for number in 0..<waveform.chunkCount {
      let values = (0..<Waveform.bucketsPerChunk).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      all += values
      waveform.set(chunk { values[$0] }, chunk: number, .whole)
    }
    for width in [1.0 / 64, 0.25, 1, 4, 16] {
      let count = Int(60 / width)
      let columns = waveform.columns(from: 0, width: width, count: count)
      let perColumn = Int(width * 64)
      for (number, column) in columns.enumerated() {
        let expected = all[(number * perColumn)..<((number + 1) * perColumn)].max() ?? 0
        #expect(column.peak == Float(expected) / 255, "column \(number) of \(width) s")
      }
    }
  }

  @Test func whatWasNotHeardIsUnknownAndBesideTheFilmIsNothing() {
    let waveform = Waveform(start: .zero, seconds: 40)
    waveform.set(chunk { _ in 100 }, chunk: 1, .whole)
    let columns = waveform.columns(from: -2, width: 1, count: 60)
    #expect(columns[0...17].allSatisfy { !$0.isKnown })
    #expect(columns[18...33].allSatisfy { $0.isKnown && $0.peak == Float(100) / 255 })
    #expect(columns[34...].allSatisfy { !$0.isKnown })
    #expect(!waveform.isComplete)
    #expect(waveform.columns(from: 0, width: 0, count: 5).isEmpty)
    #expect(waveform.columns(from: .nan, width: 1, count: 5).isEmpty)
  }

  @Test func zoomedInTheWayFromOneValueToTheNextIsStraight() {
    let waveform = Waveform(start: .zero, seconds: 16)
    waveform.set(chunk { $0 == 10 ? 200 : 0 }, chunk: 0, .whole)
    let step = 1.0 / 640
    let columns = waveform.columns(from: 9.0 / 64, width: step, count: 30)
    let top = columns.map(\.peak).max() ?? 0
    #expect(top > 0.7)
    #expect(zip(columns, columns.dropFirst()).allSatisfy { abs($0.peak - $1.peak) < 0.1 })
  }

  @Test func fileHoldsAllAndDamageIsNoticed() {
    let waveform = Waveform(start: .zero, seconds: 40)
    for number in 0..<waveform.chunkCount {
      waveform.set(chunk { UInt8(truncatingIfNeeded: $0 &* 7 &+ number) }, chunk: number, .whole)
    }
    var bytes = WaveformFile.bytes(of: waveform)
    let copy = Waveform(start: .zero, seconds: 40)
    #expect(WaveformFile.read(bytes, into: copy))
    #expect(copy.isComplete && copy.finest() == waveform.finest())
    #expect(!WaveformFile.read(bytes, into: Waveform(start: .zero, seconds: 400)))
    #expect(!WaveformFile.read(Array(bytes.dropLast()), into: copy))
    bytes[5000] ^= 1
    let other = Waveform(start: .zero, seconds: 40)
    #expect(!WaveformFile.read(bytes, into: other))
    #expect(other.completeness == 0)
  }

  @Test(arguments: [0, 1, 2, 3, 7, 8, 61, 1000])
  func samplesAreSpreadOverAllOfTheView(count: Int) {
    let order = WaveformListener.spread(5..<(5 + count))
    #expect(order.sorted() == Array(5..<(5 + count)))
    guard count > 60 else { return }
    // The first eight have no gap of more than a quarter between them.
    let first = ([5] + order.suffix(8) + [5 + count]).sorted()
    #expect(zip(first, first.dropFirst()).allSatisfy { $1 - $0 <= count / 4 + 1 })
  }
}
