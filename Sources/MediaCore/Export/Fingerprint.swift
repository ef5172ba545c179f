// SPDX-License-Identifier: GPL-3.0-or-later

/// A 64-bit hash of bytes, fast enough to run along with a copy; against accidents, not attackers.
enum Fingerprint {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    // Four lanes, so that the multiplications of one step do not wait for each other.
    var (a, b, c, d) = (prime1, prime2, prime1 &+ prime2, prime1 ^ prime2)
    var offset = 0
    while offset + 32 <= bytes.count {
      a = mix(a, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      b = mix(b, bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
      c = mix(c, bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
      d = mix(d, bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
      offset += 32
    }
    while offset < bytes.count {
      a = mix(a, UInt64(bytes[offset]))
      offset += 1
    }
    var result = mix(UInt64(bytes.count), a)
    for lane in [b, c, d] { result = mix(result, lane) }
    result ^= result >> 33
    return result &* prime1
  }

  @inline(__always)
  private static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let product = (state ^ (word &* prime2)) &* prime1
    return product << 31 | product >> 33
  }
}
