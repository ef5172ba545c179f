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
  /// The piece that was looked at last, whose frames need not be decoded again.
  private var begun: (frames: Range<Int>, run: FrameRun)?

  /// Decodes the first frames of the first piece and finds out how they are encoded well.
  ///
  /// - Parameters:
  ///   - parts: Plans of which some have pieces that are encoded.
  ///   - path: The source.
  ///   - film: Position of its stream in the source; nil for the one that players take.
  ///   - index: Of that stream.
  ///   - storesHeadersApart: Whether the clip's container wants parameter sets beside packets.
  ///   - cancellation: Stops the work.
  /// - Throws: `.unsupported` where pieces cannot be made or joined, and what decoding throws.
  init(
    parts: [ExportPlan], path: FilePath, film: Int? = nil, index: FrameIndex,
    storesHeadersApart: Bool,
    cancellation: Cancellation
  ) throws(MediaError) {
    self.index = index
    guard let choice = parts.lazy.compactMap(\.encoder).first else {
      throw MediaError(.unsupported, "encode film")
    }
    let pieces = Self.sampledPieces(of: parts)
    source = try FrameSource(
      path: path, purpose: .playback, film: film, cancellation: cancellation)
    source.setIndex(index)
    joint =
      parts.contains(where: { $0.untouchedFrames > 0 })
      ? try source.demuxer.makeJoint(hasGap: Self.hasGap(parts)) : nil
    var settings = FilmEncoder.Settings(
      name: choice.name, quality: 0, parameterSetID: joint?.parameterSetID ?? 0,
      storesHeadersApart: storesHeadersApart)
    // Sets of both sides are told apart by us alone.
    if joint != nil { settings.storesHeadersApart = ["h264", "hevc"].contains(choice.codec) }
    let pixels = source.decoder.pixelCount
    if joint != nil || parts.reduce(0, { $0 + $1.encodedFrames }) <= Self.mostEdgeFrames,
      let first = pieces.first
    {
      settings.aim = EncodingQuality.edgeAim(
        bytes: index.bytes(ofFrames: first), ofFrames: first.count, pixels: pixels)
    }
    let count = EncodingQuality.sampleCount(pixels: pixels, aim: settings.aim)
    var firstSample: VideoFrame?
    var found: FilmEncoder.Settings?
    for frames in pieces {
      let sampled = frames.prefix(count)
      let run = FrameRun(frames, of: source, index: index)
      let samples = try run.peek(count)
      begun = (frames, run)
      firstSample = firstSample ?? samples.first
      let trial = EncodingTrial(samples: samples, source: source)
      let enough = try EncodingQuality.find(
        settings, bytes: index.bytes(ofFrames: sampled),
        isQuick: pixels * samples.count < EncodingQuality.quickPixels
      ) {
        (settings) throws(MediaError) in try trial.run(settings)
      }
      // One description stands for all pieces: what is most difficult decides.
      if found.map({ enough.quality < $0.quality }) ?? true { found = enough }
    }
    guard let firstSample, let found else { throw MediaError(.invalidData, "decode frames") }
    sample = firstSample
    encoder = try Self.makeEncoder(found, sample: firstSample, source: source)
  }

  /// Whether pictures behind the first copied one of a piece are left out.
  static func hasGap(_ parts: [ExportPlan]) -> Bool {
    parts.contains { part in
      part.segments.contains {
        if case .copy(let piece) = $0 { !piece.leadingPackets.isEmpty } else { false }
      }
    }
  }

  /// The first encoded piece of each part; of many parts, a few from all over the clip.
  private static func sampledPieces(of parts: [ExportPlan]) -> [Range<Int>] {
    let pieces = parts.compactMap { $0.segments.first(where: \.isEncoded)?.shownFrames }
    let step = max(1, (pieces.count + mostSamples - 1) / mostSamples)
    return stride(from: 0, to: pieces.count, by: step).map { pieces[$0] }
  }

  private static let mostSamples = 4

  /// Clips of fewer frames are made soon rather than small.
  private static let mostEdgeFrames = 300

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
    var run = FrameRun(frames, of: source, index: index)
    if let begun, begun.frames == frames { run = begun.run }
    // From here on the source stands elsewhere.
    begun = nil
    return try EncodedPiece(frames, run: run, encoder: encoder)
  }

  private static func makeEncoder(
    _ settings: FilmEncoder.Settings, sample: VideoFrame, source: FrameSource
  ) throws(MediaError) -> FilmEncoder {
    try FilmEncoder(
      settings, sample: sample, source: source.decoder,
      stream: source.demuxer.stream(source.demuxer.videoStreamIndex))
  }
}
