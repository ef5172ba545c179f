// SPDX-License-Identifier: GPL-3.0-or-later

/// A frame of MPEG audio layer III, as far as frames share bytes (ISO/IEC 11172-3 and 13818-3).
///
/// The sound of a frame may begin in the bytes of frames before: up to 511 of them are a reservoir.
struct MP3Frame {
  private let bytes: [UInt8]
  private let isMPEG1: Bool
  private let isMono: Bool

  /// Nil for what is no such frame.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 40, bytes[0] == 0xFF, bytes[1] & 0xE6 == 0xE2, bytes[1] >> 3 & 3 != 1,
      (1...14).contains(bytes[2] >> 4), bytes[2] >> 2 & 3 != 3
    else { return nil }
    self.bytes = bytes
    isMPEG1 = bytes[1] >> 3 & 3 == 3
    isMono = bytes[3] >> 6 == 3
  }

  private var hasChecksum: Bool { bytes[1] & 1 == 0 }

  private var sideStart: Int { hasChecksum ? 6 : 4 }

  /// Where the bytes begin that frames share.
  private var mainStart: Int {
    sideStart + (isMPEG1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
  }

  /// The bytes that frames share.
  var mainData: ArraySlice<UInt8> { bytes[min(mainStart, bytes.count)...] }

  /// How many bytes before its own this frame's sound begins.
  var borrowedBytes: Int {
    isMPEG1
      ? Int(bytes[sideStart]) << 1 | Int(bytes[sideStart + 1] >> 7) : Int(bytes[sideStart])
  }

  /// Bytes that the frame's sound takes.
  private var usedBytes: Int {
    let channels = isMono ? 1 : 2
    var bits = 0
    // Of each channel and granule the length comes first.
    let first = isMPEG1 ? 9 + (isMono ? 5 : 3) + 4 * channels : 8 + channels
    let step = isMPEG1 ? 59 : 63
    for part in 0..<(channels * (isMPEG1 ? 2 : 1)) { bits += read(12, at: first + part * step) }
    return (bits + 7) / 8
  }

  private func read(_ count: Int, at position: Int) -> Int {
    (position..<(position + count)).reduce(0) { value, bit in
      value << 1 | Int(bytes[sideStart + bit / 8] >> (7 - bit % 8) & 1)
    }
  }

  /// The frame with other bytes at its end, from which the next one's sound begins.
  ///
  /// - Parameter tail: Those bytes.
  /// - Returns: A frame of the smallest bit rate that has room; nil where none has, or where this
  ///   frame's own sound begins elsewhere.
  func appending(_ tail: ArraySlice<UInt8>) -> [UInt8]? {
    guard borrowedBytes == 0, !hasChecksum else { return nil }
    let wanted = mainStart + usedBytes + tail.count
    let rates = isMPEG1 ? Self.rates1 : Self.rates2
    let hertz = Self.sampleRates[Int(bytes[2] >> 2 & 3)] / Self.divisors[Int(bytes[1] >> 3 & 3)]
    for (index, rate) in rates.enumerated() {
      let size = (isMPEG1 ? 144_000 : 72_000) * rate / hertz
      guard size >= wanted, mainStart + usedBytes <= bytes.count else { continue }
      var frame = Array(bytes[..<(mainStart + usedBytes)])
      // Bit rate, and no padding.
      frame[2] = UInt8(index + 1) << 4 | frame[2] & 0x0D
      frame += Array(repeating: 0, count: size - wanted) + tail
      return frame
    }
    return nil
  }

  /// In kilobits a second, by the header's number from 1.
  private static let rates1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  private static let rates2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
  private static let sampleRates = [44_100, 48_000, 32_000, 1]
  /// By version: 2.5, none, 2 and 1.
  private static let divisors = [4, 1, 2, 1]
}
