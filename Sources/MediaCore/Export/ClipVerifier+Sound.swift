// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Sound that was encoded: what is heard behind each joint is what the source has there.
extension ClipVerifier {
  func compareSound(
    of path: FilePath, with written: WrittenClip, clipIndex: FrameIndex
  ) throws {
    // AVI has no times of which the film's begin could be told apart.
    guard plan.parts.count > 1, plan.container != .avi else { return }
    let found = try Demuxer(path: path, cancellation: cancellation).describe(path: path)
    let tracks = found.streams.filter { $0.kind == .audio }
    let expected = written.streams.filter { $0.mapped.role == .sound }
    for (track, stream) in zip(tracks, expected) where stream.mapped.isEncoded {
      let source = try AudioReader(
        clip: clip.choosingSound(stream.mapped.info.index), cancellation: cancellation)
      let copy = try AudioReader(clip: found.choosingSound(track.index), cancellation: cancellation)
      for (number, part) in plan.parts.enumerated() where number > 0 {
        let seconds = min(Self.heardSeconds, part.landing.duration.seconds - 2 * Self.fadeSeconds)
        guard seconds > Self.fadeSeconds else { continue }
        let count = Int(seconds * Double(source.sampleRate))
        let fade = MediaTime(seconds: Self.fadeSeconds, timebase: .microseconds)
        let wanted = try samples(
          from: source, at: part.landing.inPoint.rescaled(to: .microseconds) + fade, count: count)
        let place = clipIndex.startTime.rescaled(to: .microseconds) + plan.offsets[number] + fade
        let heard = try samples(from: copy, at: place, count: count)
        guard Self.isAlike(wanted, heard) else {
          throw Mismatch(
            "the sound of stream \(stream.mapped.info.index) behind joint \(number) is not the "
              + "source’s")
        }
      }
    }
  }

  /// One channel from an instant on; silence where there is nothing.
  private func samples(
    from reader: AudioReader, at time: MediaTime, count: Int
  ) throws -> [Float] {
    let base = Timebase(numerator: 1, denominator: Int32(reader.sampleRate))
    let first = time.rescaled(to: base).ticks
    var samples = [Float](repeating: 0, count: count)
    try reader.start(at: time)
    while let block = try reader.nextBlock() {
      for place in 0..<block.count {
        let target = Int(block.firstSample - first) + place
        guard samples.indices.contains(target) else { continue }
        samples[target] = block.samples[2 * place] + block.samples[2 * place + 1]
      }
      if block.endSample >= first + Int64(count) { break }
    }
    return samples
  }

  /// Whether two waves are the same, up to a millisecond and what an encoder changes.
  static func isAlike(_ wanted: [Float], _ heard: [Float]) -> Bool {
    // High tones are what encoders make up anew.
    let (a, b) = (lowTones(of: wanted), lowTones(of: heard))
    let (powerA, powerB) = (power(a), power(b))
    // Of silence and of what is nearly so only the loudness counts.
    guard powerA > quiet else { return powerB < 100 * quiet }
    guard powerB > quiet / 100, a.count == b.count else { return false }
    let reach = 48 / lowRate + 1
    let best = (-reach...reach).map { lag in
      var sum: Float = 0
      for place in max(0, -lag)..<min(a.count, a.count - lag) { sum += a[place] * b[place + lag] }
      return sum / Float(a.count)
    }.max()
    return (best ?? 0) / (powerA * powerB).squareRoot() > leastLikeness
  }

  private static func lowTones(of samples: [Float]) -> [Float] {
    stride(from: 0, to: samples.count - samples.count % lowRate, by: lowRate).map { start in
      samples[start..<(start + lowRate)].reduce(0, +) / Float(lowRate)
    }
  }

  private static func power(_ samples: [Float]) -> Float {
    samples.reduce(0) { $0 + $1 * $1 } / Float(max(1, samples.count))
  }

  /// Samples that become one.
  private static let lowRate = 6
  /// 60 dB below the loudest.
  private static let quiet: Float = 1e-6
  /// Of 1; sound that is a packet late mostly has less than a tenth.
  private static let leastLikeness: Float = 0.4
  private static let heardSeconds = 0.25
  private static let fadeSeconds = 0.003
}
