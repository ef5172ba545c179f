// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import MediaCore

struct FingerprintTests {
  private func of(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { Fingerprint.of($0) } }

  @Test(arguments: [1, 7, 8, 31, 32, 33, 63, 64, 100])
  func everyBitCounts(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let whole = of(bytes)
    for position in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[position] ^= 1 << bit
        #expect(of(changed) != whole)
      }
    }
  }

  @Test func lengthAndOrderCount() {
    let zeros = (0..<100).map { of([UInt8](repeating: 0, count: $0)) }
    #expect(Set(zeros).count == zeros.count)
    #expect(of([1, 2]) != of([2, 1]))
    let first = [UInt8](repeating: 1, count: 32) + [UInt8](repeating: 2, count: 32)
    #expect(of(first) != of(first.reversed()))
  }
}
