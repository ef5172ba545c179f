// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// Decoder, encoder and joint for the pieces of a film that are encoded.
///
/// Belongs to one thread.
final class EncodedFilm {
  /// What makes one stream of these pieces and copied ones; nil when nothing is copied.
  let joint: (any StreamJoint)?

  /// An encoder as all pieces have it; the first piece's own.
  let encoder: FilmEncoder

  private let source: FrameSource
  private let index: FrameIndex
  private let sample: VideoFrame
  private var isEncoderUsed = false

  /// Decodes the first frames of the first piece and finds out how they are encoded well.
  ///
  /// - Parameters:
  ///   - plan: A plan with pieces that are encoded.
  ///   - path: The source.
  ///   - index: Of the source.
  ///   - storesHeadersApart: Whether the clip's container wants parameter sets beside packets.
  ///   - cancellation: Stops the work.
  /// - Throws: `.unsupported` where pieces cannot be made or joined, and what decoding throws.
  init(
    plan: ExportPlan, path: FilePath, index: FrameIndex, storesHeadersApart: Bool,
    cancellation: Cancellation
  ) throws(MediaError) {
    self.index = index
    guard let choice = plan.encoder,
      let frames = plan.segments.first(where: \.isEncoded)?.shownFrames
    else { throw MediaError(.unsupported, "encode film") }
    source = try FrameSource(path: path, purpose: .playback, cancellation: cancellation)
    source.setIndex(index)
    let hasCopies = plan.segments.contains { !$0.isEncoded }
    var hasGap = false
    for case .copy(let piece) in plan.segments { hasGap = !piece.leadingPackets.isEmpty }
    joint = hasCopies ? try source.demuxer.makeJoint(hasGap: hasGap) : nil
    var settings = FilmEncoder.Settings(
      name: choice.name, quality: 0, parameterSetID: joint?.parameterSetID ?? 0,
      storesHeadersApart: storesHeadersApart)
    // Sets of both sides are told apart by us alone.
    if joint != nil { settings.storesHeadersApart = ["h264", "hevc"].contains(choice.codec) }
    let pixels = source.decoder.pixelCount
    let sampled = frames.prefix(EncodingQuality.sampleCount(pixels: pixels))
    let run = FrameRun(sampled, of: source, index: index)
    var samples: [VideoFrame] = []
    while let frame = try run.nextFrame() { samples.append(frame) }
    guard let first = samples.first else { throw MediaError(.invalidData, "decode frames") }
    sample = first
    let trial = EncodingTrial(samples: samples, source: source)
    settings = try EncodingQuality.find(settings, bytes: index.bytes(ofFrames: sampled)) {
      (settings) throws(MediaError) in try trial.run(settings)
    }
    encoder = try Self.makeEncoder(settings, sample: first, source: source)
  }

  /// Describes the clip's film, which was added to a muxer as a copy of the source's.
  func describe(_ output: Int, of muxer: Muxer) throws(MediaError) {
    guard let joint else { return try muxer.describeFilm(output, encoder: encoder) }
    try muxer.describeFilm(
      output, extradata: joint.describe(encoderHeaders: encoder.extradata))
  }

  /// Decodes and encodes the frames of a piece, packet by packet.
  func piece(of frames: Range<Int>) throws(MediaError) -> EncodedPiece {
    var encoder = encoder
    if isEncoderUsed {
      encoder = try Self.makeEncoder(encoder.settings, sample: sample, source: source)
      // One description stands for all pieces.
      guard encoder.extradata == self.encoder.extradata else {
        throw MediaError(.unsupported, "encode pieces alike")
      }
    }
    isEncoderUsed = true
    return try EncodedPiece(frames, of: source, index: index, encoder: encoder)
  }

  private static func makeEncoder(
    _ settings: FilmEncoder.Settings, sample: VideoFrame, source: FrameSource
  ) throws(MediaError) -> FilmEncoder {
    try FilmEncoder(
      settings, sample: sample, source: source.decoder,
      stream: source.demuxer.stream(source.demuxer.videoStreamIndex))
  }
}
