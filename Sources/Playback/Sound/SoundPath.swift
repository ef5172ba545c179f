// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore

/// From the samples of a presentation to those that are heard: faster or slower, as it plays.
///
/// Positions are samples of the presentation. The queue behind counts those that are heard, of which
/// there are fewer when it plays faster; at a rate of 1 they are the same. Belongs to the sound
/// thread.
final class SoundPath {
  private let queue: SoundQueue
  private let sampleRate: Int

  private(set) var rate = 1.0
  private var stretcher: AudioStretcher?
  /// Presentation sample that goes into the stretcher next.
  private var inputPosition: Int64 = 0
  /// Where its next sample goes in the queue.
  private var outputPosition: Int64 = 0

  init(queue: SoundQueue, sampleRate: Int) {
    self.queue = queue
    self.sampleRate = sampleRate
  }

  /// Samples that wait to be heard.
  var heardCount: Int { queue.count }

  /// Presentation sample that is heard next.
  var readPosition: Int64 { presentationSample(ofHeard: queue.readPosition) }

  /// What is heard at a place of the presentation, and back.
  func heardSample(ofPresentation sample: Int64) -> Int64 {
    rate == 1 ? sample : Int64((Double(sample) / rate).rounded(.down))
  }

  func presentationSample(ofHeard sample: Int64) -> Int64 {
    rate == 1 ? sample : Int64((Double(sample) * rate).rounded(.up))
  }

  /// Empties the queue; the next sample heard is the one at `position`.
  ///
  /// - Throws: `.unsupported` when sound cannot be had at this rate.
  func begin(at position: Int64, rate: Double) throws(MediaError) {
    self.rate = rate
    queue.reset(to: heardSample(ofPresentation: position))
    try restart(at: position)
  }

  /// Forgets what was written for `position` and after.
  ///
  /// - Returns: Where to go on: later, when what is there has been heard in part.
  func cut(at position: Int64) throws(MediaError) -> Int64 {
    let position = max(position, readPosition)
    queue.truncate(to: heardSample(ofPresentation: position))
    try restart(at: position)
    return position
  }

  /// Puts samples at their place; what is before the end of those there is dropped.
  func write(_ samples: ArraySlice<Float>, at position: Int64) throws(MediaError) {
    guard let stretcher else { return queue.write(samples, at: position) }
    var samples = samples
    var output: [Float] = []
    if position > inputPosition {
      try fillHole(until: position, with: stretcher, into: &output)
    } else {
      samples = samples.dropFirst(Int(inputPosition - position) * 2)
    }
    try stretcher.convert(samples, appendingTo: &output)
    inputPosition += Int64(samples.count / 2)
    push(output)
  }

  /// Writes what the stretcher holds back; nothing comes after.
  func finish() throws(MediaError) {
    guard let ended = stretcher else { return }
    stretcher = nil
    var output: [Float] = []
    try ended.finish(appendingTo: &output)
    push(output)
  }

  private func restart(at position: Int64) throws(MediaError) {
    stretcher = nil
    inputPosition = position
    outputPosition = heardSample(ofPresentation: position)
    if rate != 1 { stretcher = try AudioStretcher(tempo: rate, sampleRate: sampleRate) }
  }

  /// Where there is no sound, silence takes its time.
  private func fillHole(
    until position: Int64, with stretcher: AudioStretcher, into output: inout [Float]
  ) throws(MediaError) {
    let silence = [Float](repeating: 0, count: 8_192)
    while inputPosition < position {
      let count = min(Int64(silence.count / 2), position - inputPosition)
      try stretcher.convert(silence.prefix(Int(count) * 2), appendingTo: &output)
      inputPosition += count
    }
  }

  private func push(_ output: [Float]) {
    queue.write(output[...], at: outputPosition)
    outputPosition += Int64(output.count / 2)
  }
}
