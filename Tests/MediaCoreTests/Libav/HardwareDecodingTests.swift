// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
import TestSupport
import Testing
import TrimModel

@testable import MediaCore

/// Decoding by a device: what comes of it, and that its failing costs nothing but time.
///
/// The devices here are played: the decoder's own frames stand for those on the device, so that the way
/// there, back and around a failure is tried on machines that have no graphics card.
struct HardwareDecodingTests {
  /// Gives frames back until it has given enough, then none.
  private final class FailingDevice: DecodingDevice {
    private let left: Mutex<Int>
    private let isKnown: Bool

    init(framesUntilFailure: Int, knowsCodec: Bool = true) {
      left = Mutex(framesUntilFailure)
      isKnown = knowsCodec
    }

    var framesLeft: Int { left.withLock { $0 } }

    func attach(to context: DecoderContext) -> Bool { isKnown }
    func holds(_ frame: VideoFrame) -> Bool { true }

    func copy(_ frame: VideoFrame) -> VideoFrame? {
      left.withLock { left in
        guard left > 0 else { return nil }
        left -= 1
        return frame
      }
    }
  }

  private func read(
    _ name: String, with hardware: HardwareDecoding, from start: Int, count: Int
  ) throws -> [Int?] {
    let clip = try ClipProbe.probe(Fixture.clip(name))
    let index = try FrameIndexBuilder.build(clip.path)
    let reader = try FrameReader(clip: clip, purpose: .playback, hardware: hardware)
    reader.setIndex(index)
    try reader.start(at: index.time(ofFrame: start))
    return try (0..<count).map { _ in
      try reader.nextPicture(fitting: PixelSize(width: 320, height: 180)).flatMap(frameNumber)
    }
  }

  @Test func framesComeThroughTheDevice() throws {
    let device = FailingDevice(framesUntilFailure: 10_000)
    let hardware = HardwareDecoding { device }
    #expect(try read("hd.mp4", with: hardware, from: 20, count: 12) == Array(20..<32))
    #expect(device.framesLeft <= 10_000 - 12)
    #expect(!hardware.hasFailed)
  }

  @Test(arguments: [0, 1, 5, 21, 22, 25, 30])
  func whereTheDeviceFailsTheProcessorGoesOn(frames: Int) throws {
    let device = FailingDevice(framesUntilFailure: frames)
    let opened = Mutex(0)
    let hardware = HardwareDecoding {
      opened.withLock { $0 += 1 }
      return device
    }
    #expect(try read("hd.mp4", with: hardware, from: 20, count: 25) == Array(20..<45))
    #expect(hardware.hasFailed && !hardware.isAvailable)
    // It is not tried again by films that are opened later.
    #expect(try read("hd.mp4", with: hardware, from: 3, count: 4) == [3, 4, 5, 6])
    #expect(opened.withLock { $0 } == 1)
  }

  @Test func previewGoesOnWhereTheDeviceFails() throws {
    let clip = try ClipProbe.probe(Fixture.clip("hd.mp4"))
    let index = try FrameIndexBuilder.build(clip.path)
    let hardware = HardwareDecoding { FailingDevice(framesUntilFailure: 30) }
    let source = try FrameSource(
      path: clip.path, purpose: .scrubbing, viewing: .moving(hardware))
    source.setIndex(index)
    for number in [40, 12, 13, 11, 55, 0, 54] {
      let found = try source.frame(at: index.time(ofFrame: number))
      #expect(found?.pts == index.frames[number].pts, "frame \(number)")
    }
    #expect(hardware.hasFailed)
  }

  @Test func deviceThatCannotBeOpenedIsTriedOnce() throws {
    let tries = Mutex(0)
    let hardware = HardwareDecoding {
      tries.withLock { $0 += 1 }
      return VideoAccelerator(name: "/dev/null")
    }
    #expect(try read("hd.mp4", with: hardware, from: 10, count: 3) == [10, 11, 12])
    #expect(try read("hd.mp4", with: hardware, from: 0, count: 2) == [0, 1])
    #expect(hardware.hasFailed)
    #expect(tries.withLock { $0 } == 1)
  }

  @Test func noDeviceIsOpenedForSmallFilmsOrWhenItIsOff() throws {
    let hardware = HardwareDecoding {
      Issue.record("opened")
      return nil
    }
    #expect(try read("h264_gop60.mp4", with: hardware, from: 5, count: 2) == [5, 6])
    hardware.preference = .off
    #expect(try read("hd.mp4", with: hardware, from: 5, count: 2) == [5, 6])
    #expect(!hardware.hasFailed)
  }

  @Test func codecThatTheDeviceDoesNotKnowIsLeftToTheProcessor() throws {
    let hardware = HardwareDecoding { FailingDevice(framesUntilFailure: 0, knowsCodec: false) }
    #expect(try read("hd.mp4", with: hardware, from: 5, count: 2) == [5, 6])
    #expect(!hardware.hasFailed)
  }

  /// The real thing, where there is one.
  @Test(.enabled(if: HardwareDecoding.shared.isAvailable, "this machine has no VA-API device"))
  func graphicsCardGivesTheSameFrames() throws {
    let expected = try Judge.frameNumbers(of: Fixture.clip("hd.mp4"))
    let shown = try read("hd.mp4", with: .shared, from: 0, count: expected.count)
    #expect(shown == expected)
    #expect(!HardwareDecoding.shared.hasFailed)
  }
}
