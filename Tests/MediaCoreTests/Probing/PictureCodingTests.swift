// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import MediaCore

struct PictureCodingTests {
  private func facts(
    _ coding: PictureCoding, _ bytes: [UInt8], isMarked: Bool = false
  ) -> PictureCoding.Facts {
    bytes.withUnsafeBufferPointer { coding.facts(of: $0, isMarked: isMarked) }
  }

  private let recoveryNow: [UInt8] = [6, 6, 1, 0xC0, 0x80]
  private let recoveryLater: [UInt8] = [6, 6, 1, 0x28, 0x80]

  private func annexB(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { [0, 0, 1] + $0 } }
  private func prefixed(_ units: [[UInt8]]) -> [UInt8] {
    units.flatMap { [0, 0, 0, UInt8($0.count)] + $0 }
  }

  @Test func h264KeyframesAreReadInBothForms() {
    let idr: [[UInt8]] = [[9, 0xF0], [0x67, 1], [0x68, 1], [0x65, 0x88]]
    for marked in [true, false] {
      #expect(facts(.h264(lengthBytes: nil), annexB(idr), isMarked: marked).isKeyframe)
      #expect(facts(.h264(lengthBytes: 4), prefixed(idr), isMarked: marked).startsAfresh)
      let plain: [[UInt8]] = [[9, 0xF0], [0x41, 0x9A]]
      #expect(!facts(.h264(lengthBytes: nil), annexB(plain), isMarked: marked).isKeyframe)
      #expect(!facts(.h264(lengthBytes: 4), prefixed(plain), isMarked: marked).isKeyframe)
    }
  }

  @Test func recoveryPointIsAKeyframeOnlyWhenRecoveryIsImmediate() {
    let now = facts(.h264(lengthBytes: 4), prefixed([recoveryNow, [0x41, 0x9A]]))
    #expect(now.isKeyframe)
    #expect(!now.startsAfresh)
    #expect(!facts(.h264(lengthBytes: 4), prefixed([recoveryLater, [0x41, 0x9A]])).isKeyframe)
  }

  @Test func recoveryPointIsFoundBehindOtherMessages() {
    let padded: [UInt8] = [6, 5, 255, 3] + [UInt8](repeating: 7, count: 258) + [6, 1, 0xC0, 0x80]
    padded.withUnsafeBufferPointer { #expect(RecoveryPoint.frameCount(inH264: $0[...]) == 0) }
    recoveryLater.withUnsafeBufferPointer {
      #expect(RecoveryPoint.frameCount(inH264: $0[...]) == 4)
    }
    for cut in 0..<padded.count {
      padded[..<cut].withUnsafeBufferPointer { buffer in
        _ = RecoveryPoint.frameCount(inH264: buffer[...])
      }
    }
  }

  @Test(
    arguments: [
      (16, true, false), (19, true, true), (20, true, true), (21, true, false), (1, false, false),
      (8, false, false), (0, false, false),
    ])
  func hevcKeyframesAreRandomAccessPictures(type: UInt8, isKeyframe: Bool, startsAfresh: Bool) {
    let units: [[UInt8]] = [[70, 1, 0x50], [78, 1, 5], [type << 1, 1, 0x80]]
    let found = facts(.hevc(lengthBytes: 4), prefixed(units), isMarked: true)
    #expect(found.isKeyframe == isKeyframe)
    #expect(found.startsAfresh == startsAfresh)
    #expect(found.needsPreviousGOP == (type == 8))
    #expect(facts(.hevc(lengthBytes: nil), annexB(units)).isKeyframe == isKeyframe)
  }

  @Test func otherLayersOfMultiviewHEVCAreNotTheFilm() {
    let units: [[UInt8]] = [[19 << 1, 1 << 3 | 1, 0x80], [1 << 1, 1, 0x80]]
    #expect(!facts(.hevc(lengthBytes: 4), prefixed(units)).isKeyframe)
  }

  @Test func invisibleFramesShowNothing() {
    #expect(facts(.vp8, [0x10]) == PictureCoding.Facts(isKeyframe: true))
    #expect(facts(.vp8, [0x01]) == PictureCoding.Facts(isKeyframe: false, isShown: false))
    #expect(facts(.vp9, [0x82, 0]).isShown)
    #expect(!facts(.vp9, [0x80, 0]).isShown)
    #expect(facts(.vp9, [0x88]).isShown)
    // A superframe of a hidden and a shown frame: one packet that shows something.
    #expect(facts(.vp9, [0x80, 0, 0x82, 0, 0xC1, 2, 2, 0xC1]).isShown)
    #expect(!facts(.vp9, [0x80, 0, 0x80, 0, 0xC1, 2, 2, 0xC1]).isShown)
  }

  @Test func closedGOPIsReadFromMPEG2() {
    let closed: [UInt8] = [0, 0, 1, 0xB8, 0, 8, 0, 0x40, 0, 0, 1, 0, 0, 0x0F]
    #expect(facts(.mpeg2, closed, isMarked: true).isClosedGOP)
    #expect(!facts(.mpeg2, [0, 0, 1, 0xB8, 0, 8, 0, 0, 0, 0, 1, 0, 0, 0x0F]).isClosedGOP)
  }

  @Test func damagedPacketsAreSurvived() {
    var state: UInt64 = 5
    for _ in 0..<3000 {
      let bytes = (0..<Int(state >> 33 % 40)).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 59 < 20 ? state >> 61 & 1 : state >> 40)
      }
      state &+= 0x9E37_79B9_7F4A_7C15
      for coding in [
        PictureCoding.h264(lengthBytes: nil), .h264(lengthBytes: 4), .h264(lengthBytes: 1),
        .hevc(lengthBytes: nil), .hevc(lengthBytes: 2), .mpeg2, .vp8, .vp9,
      ] {
        _ = facts(coding, bytes)
      }
    }
  }
}
