// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import MediaCore

struct BitstreamTests {
  @Test func numbersComeBackAsTheyWereWritten() {
    var writer = BitWriter()
    let values = [0, 1, 2, 3, 7, 8, 30, 31, 255, 65_535]
    for value in values {
      writer.unsigned(value)
      writer.signed(value)
      writer.signed(-value)
      writer.bits(value & 15, 4)
    }
    var reader = BitReader(writer.bytes)
    for value in values {
      #expect(reader.unsigned() == value)
      #expect(reader.signed() == value)
      #expect(reader.signed() == -value)
      #expect(reader.bits(4) == value & 15)
    }
    #expect(reader.position == writer.position)
  }

  @Test func beyondTheEndThereIsNothing() {
    var reader = BitReader([0xFF])
    #expect(reader.bits(8) == 0xFF)
    #expect(!reader.isBeyondEnd)
    _ = reader.unsigned()
    #expect(reader.isBeyondEnd)
  }

  @Test func theRestOfAUnitIsCopiedUpToItsStopBit() {
    // 101, then payload 1101, stop bit and no padding: moved by two bits.
    var reader = BitReader([0b1011_1011])
    reader.skip(3)
    var writer = BitWriter()
    writer.bits(0b00001, 5)
    writer.copyRest(of: &reader)
    #expect(writer.bytes == [0b0000_1110, 0b1100_0000])
  }

  @Test func startCodesNeverAppearInAUnit() {
    let payloads: [[UInt8]] = [
      [0, 0, 0, 9], [0, 0, 1], [1, 0, 0, 3, 0, 0, 2], [0, 0, 0, 0, 0, 1], [7, 0, 0, 4],
    ]
    for payload in payloads {
      let unit = NALStream.escaped(payload)
      #expect(NALStream.unescaped(unit) == payload)
      #expect(
        !zip(unit, zip(unit.dropFirst(), unit.dropFirst(2))).contains {
          $0 == 0 && $1.0 == 0 && $1.1 < 3
        })
    }
  }

  @Test(arguments: [nil, 1, 2, 4])
  func unitsComeBackAsTheyWerePacked(_ lengthBytes: Int?) throws {
    let stream = NALStream(lengthBytes: lengthBytes)
    let units: [[UInt8]] = [[0x67, 1, 2], [0x65, 0, 0, 3, 1], [0x41]]
    #expect(stream.units(of: try stream.pack(units)).map { Array($0) } == units)
  }

  @Test func aUnitTooLongForItsLengthIsRefused() {
    #expect(throws: MediaError.self) {
      try NALStream(lengthBytes: 1).pack([[UInt8](repeating: 1, count: 256)])
    }
  }

  @Test func anAVCRecordTakesMoreSets() throws {
    let bytes: [UInt8] = [
      1, 100, 0, 30, 0xFF, 0xE1, 0, 2, 0x67, 9, 1, 0, 2, 0x68, 8, 0xFD, 0xF8, 0xF8, 0,
    ]
    var record = try #require(AVCRecord(bytes))
    #expect(record.bytes == bytes)
    #expect(record.lengthBytes == 4)
    record.add([0x67, 7])
    record.add([0x68, 6])
    record.add([0x65, 5])
    let again = try #require(AVCRecord(record.bytes))
    #expect(again.sequenceSets == [[0x67, 9], [0x67, 7]])
    #expect(again.pictureSets == [[0x68, 8], [0x68, 6]])
    #expect(record.bytes.suffix(4) == [0xFD, 0xF8, 0xF8, 0])
    for end in 0..<15 { #expect(AVCRecord(Array(bytes[..<end])) == nil) }
  }

  @Test func hevcSlicesAreRenumberedWithoutTouchingTheirData() throws {
    let numbers = try HEVCRenumbering(besides: [])
    // An IDR slice: first slice, no output flag, parameter set 0, five bits, then data.
    let unit: [UInt8] = [19 << 1, 1, 0b1010_1011, 0xAA, 0, 0, 3, 1, 0x55]
    let changed = try numbers.renumbered(unit)
    var reader = BitReader(NALStream.unescaped(changed), atByte: 2)
    #expect(reader.bits(2) == 0b10)
    #expect(reader.unsigned() == 30)
    #expect(reader.bits(5) == 0b01011)
    #expect(reader.isByteAligned)
    #expect(changed.suffix(6) == [0xAA, 0, 0, 3, 1, 0x55])
  }

  @Test func sourcesThatUseEveryNumberAreRefused() {
    // Picture sets 15 to 30.
    let sets = (15...30).map { number in
      var writer = BitWriter()
      writer.bits(34 << 9 | 1, 16)
      writer.unsigned(number)
      writer.bits(1, 8)
      while !writer.isByteAligned { writer.bit(0) }
      return writer.bytes
    }
    #expect(throws: MediaError.self) { try HEVCRenumbering(besides: sets) }
  }
}
