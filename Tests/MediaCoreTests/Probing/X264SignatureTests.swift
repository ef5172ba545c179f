// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import MediaCore

struct X264SignatureTests {
  private func build(_ text: String) -> Int? {
    Array(text.utf8).withUnsafeBufferPointer { X264Signature.build(in: $0) }
  }

  @Test func buildIsReadFromTheMiddleOfAPacket() {
    #expect(build("\u{0}\u{0}\u{1}x264 - core 148 r2643 5c65704 - H.264/MPEG-4 AVC codec") == 148)
    #expect(build("xx264 - core 75") == 75)
  }

  @Test func otherPacketsNameNone() {
    #expect(build("") == nil)
    #expect(build("x264 - core ") == nil)
    #expect(build("x264 - core and more text") == nil)
    #expect(build(String(repeating: "x", count: 5000)) == nil)
  }
}
