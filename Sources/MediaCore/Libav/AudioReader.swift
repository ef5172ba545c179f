// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
public import TrimModel

/// Reads the sound of a clip from any time on, as stereo floats of one rate.
///
/// Belongs to the thread that made it.
public final class AudioReader {
  /// Decoders need a run-up before what they give is right: 80 ms for Opus, two frames for AAC.
  private static let preroll = MediaTime(ticks: 200_000, timebase: .microseconds)

  /// Timestamps that are off by less are rounded: Matroska counts milliseconds.
  ///
  /// The samples follow each other then. Above it there is a hole, or an overlap.
  private static let jitterSeconds = 0.025

  /// Samples a channel a second.
  public let sampleRate: Int

  private let clip: ClipInfo
  private let cancellation: Cancellation
  private var demuxer: Demuxer
  private let decoder: AudioDecoder
  private let resampler: AudioResampler
  private let streamIndex: Int
  private let timebase: Timebase
  private let packet: Packet
  private let frame: AudioFrame

  /// Blocks before this sample are the run-up.
  private var wanted: Int64 = .min
  /// Number of the next sample out of the resampler; nil when the next frame tells.
  private var nextSample: Int64?
  private var isDraining = false
  /// Whether nothing was read from the file yet.
  private var isFresh = true

  /// Opens the sound that the clip's probe chose.
  ///
  /// - Throws: ``MediaError``: `.unsupported` without sound or a decoder for it, and what opening
  ///   the file throws.
  public init(clip: ClipInfo, sampleRate: Int = 48_000, cancellation: Cancellation = Cancellation())
    throws(MediaError)
  {
    self.clip = clip
    self.cancellation = cancellation
    demuxer = try Demuxer(sharing: clip.path, analysis: .headerOnly, cancellation: cancellation)
    guard let index = clip.audioStreamIndex, index < demuxer.streamCount else {
      throw MediaError(.unsupported, "find sound stream")
    }
    demuxer.keepOnly([index])
    decoder = try AudioDecoder(stream: demuxer.stream(index))
    resampler = AudioResampler(rate: sampleRate)
    streamIndex = index
    timebase = demuxer.timebase(ofStream: index)
    packet = try Packet()
    frame = try AudioFrame()
    self.sampleRate = sampleRate
  }

  /// Goes to a time of the film's clock: the next block begins there, or at the first sound after.
  public func start(at time: MediaTime) throws(MediaError) {
    wanted = time.rescaled(to: sampleBase).ticks
    nextSample = nil
    isDraining = false
    decoder.flush()
    resampler.reset()
    try seek(before: time - Self.preroll)
  }

  /// The next stretch of sound, some hundredths of a second; nil at the end of the file.
  ///
  /// - Parameter isStale: Asked at each packet; once it says yes nobody wants the block any more.
  /// - Returns: A block that begins where the last one ended, unless the sound has a hole.
  /// - Throws: `.cancelled`, `.readFailed`, `.outOfMemory`.
  public func nextBlock(unless isStale: () -> Bool = { false }) throws(MediaError) -> SoundBlock? {
    while true {
      while try decoder.receive(into: frame) {
        if let block = try convert() { return block }
      }
      if isDraining { return nil }
      if isStale() { throw MediaError(.cancelled, "read sound") }
      try feedDecoder()
    }
  }

  private var sampleBase: Timebase { Timebase(numerator: 1, denominator: Int32(sampleRate)) }

  private func feedDecoder() throws(MediaError) {
    isFresh = false
    guard try demuxer.read(into: packet) else {
      decoder.sendEndOfStream()
      isDraining = true
      return
    }
    if packet.streamIndex == streamIndex { try decoder.send(packet) }
  }

  /// What the decoded frame becomes; nil while it is run-up.
  private func convert() throws(MediaError) -> SoundBlock? {
    let stated = frame.pts.map {
      MediaTime(ticks: $0, timebase: timebase).rescaled(to: sampleBase).ticks
    }
    if let next = nextSample, resampler.isSameKind(frame) {
      if let stated, abs(stated - next) > Int64(Self.jitterSeconds * Double(sampleRate)) {
        resampler.reset()
        nextSample = stated
      }
    } else {
      resampler.reset()
      nextSample = stated ?? nextSample ?? wanted
    }
    var samples: [Float] = []
    try resampler.convert(frame, appendingTo: &samples)
    guard let first = nextSample, !samples.isEmpty else { return nil }
    let end = first + Int64(samples.count / AudioResampler.channels)
    nextSample = end
    if end <= wanted { return nil }
    if first < wanted {
      samples.removeFirst(Int(wanted - first) * AudioResampler.channels)
      return SoundBlock(firstSample: wanted, samples: samples)
    }
    return SoundBlock(firstSample: first, samples: samples)
  }

  /// Goes to a packet at or before `time`, or to the start of the file where that fails.
  private func seek(before time: MediaTime) throws(MediaError) {
    // Matroska knows places in the film's track only; elsewhere the sound's own are nearer.
    let isMatroska = demuxer.formatName.hasPrefix("matroska")
    if isMatroska, time <= clip.video.startTime ?? .zero {
      // Its seek would leave out sound that is before the first picture, which is most of it with
      // a codec that begins with padding.
      return try rewind()
    }
    let index = isMatroska ? demuxer.videoStreamIndex : streamIndex
    let ticks = time.rescaled(to: demuxer.timebase(ofStream: index), rounding: .down).ticks
    if demuxer.seek(inStream: index, to: ticks, atMost: ticks) { return }
    // Before the first packet there is nothing to find in some containers.
    if demuxer.seek(inStream: index, to: ticks, atMost: Int64.max) { return }
    try rewind()
  }

  private func rewind() throws(MediaError) {
    if isFresh { return }
    demuxer = try Demuxer(sharing: clip.path, analysis: .headerOnly, cancellation: cancellation)
    demuxer.keepOnly([streamIndex])
    isFresh = true
  }
}
