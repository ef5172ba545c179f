// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// The times of a stream's packets of sound, counted in samples from packet to packet where the
/// source agrees.
///
/// Many clocks are too coarse for sound: Matroska counts milliseconds, and files made from such ones
/// keep the jitter.
struct SoundClock {
  /// A tick is a sample.
  let base: Timebase

  private let bytesPerSample: Int?
  private let samplesPerPacket: Int
  /// Where the next packet begins when nothing is missing.
  private var nextStart: MediaTime?

  init(_ stream: MappedStream) {
    base = Timebase(
      numerator: 1, denominator: max(1, Int32(clamping: stream.info.sampleRate ?? 48_000)))
    bytesPerSample = stream.bytesPerSample
    samplesPerPacket = stream.samplesPerPacket
  }

  /// The times of the next packet.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - start: When it begins by the source's clock.
  ///   - end: When it ends by it.
  /// - Returns: The same in samples, or what was given where the stream is not regular.
  mutating func times(
    of packet: borrowing Packet, from start: MediaTime, to end: MediaTime
  ) -> (start: MediaTime, end: MediaTime) {
    let count = bytesPerSample.map { packet.byteCount / $0 } ?? samplesPerPacket
    guard count > 0 else { return (start, end) }
    var exact = start.rescaled(to: base)
    if let next = nextStart, abs((next - exact).seconds) <= Self.jitterSeconds { exact = next }
    let length = MediaTime(ticks: Int64(count), timebase: base)
    // Packets of another length than the stream's usual one speak for themselves.
    guard abs((end - start).seconds - length.seconds) <= Self.jitterSeconds else {
      nextStart = nil
      return (start, end)
    }
    nextStart = exact + length
    return (exact, exact + length)
  }

  private static let jitterSeconds = 0.0015
}
