// SPDX-License-Identifier: GPL-3.0-or-later

extension ExportContainer {
  /// How a stream of sound is cut at the edges of a range.
  public enum SoundCut: Equatable, Sendable {
    /// At the sample, with the source's packets: by an edit list, by samples that decoders throw
    /// away, or since the sound is raw.
    case sample
    /// At the sample: the first and last packets are encoded, with silence outside the range.
    case edges
    /// At the sample: all packets are encoded, which loses nothing.
    case lossless
    /// Between two packets.
    case packets
  }

  /// How a stream of sound is cut where encoders for it are installed; else between packets.
  public func soundCut(_ stream: StreamInfo) -> SoundCut {
    if hasEditLists || stream.codec.hasPrefix("pcm_") { return .sample }
    if soundEdges == .padding, stream.codec == "opus" { return .sample }
    // AVI and Ogg have no time of their own for each packet of sound.
    guard self != .avi, self != .ogg, self != .asf else { return .packets }
    if ["flac", "alac", "tta"].contains(stream.codec) { return .lossless }
    // Only the plain kind of AAC can be encoded everywhere.
    if stream.codec == "aac" { return [nil, "LC"].contains(stream.profile) ? .edges : .packets }
    return ["ac3", "eac3", "mp2", "mp3"].contains(stream.codec) ? .edges : .packets
  }

  /// Whether a stream of sound that would be cut between two packets is encoded from beginning to end
  /// instead, where an encoder of its codec is installed.
  ///
  /// So beside a film that is encoded throughout, and in AVI, where packets have no times: one that
  /// does not begin with the clip would move all sound against the picture.
  ///
  /// - Parameters:
  ///   - stream: The sound.
  ///   - isFilmEncoded: Whether no frame of the film is copied.
  ///   - isStart: Whether the clip begins where the source does, so that packets begin there too.
  /// - Returns: False for what can be cut to the sample, and for codecs without a usual encoder.
  public func encodesThroughout(
    _ stream: StreamInfo, isFilmEncoded: Bool, isStart: Bool
  ) -> Bool {
    guard soundCut(stream) == .packets, isFilmEncoded || self == .avi && !isStart else {
      return false
    }
    if stream.codec == "aac" { return [nil, "LC"].contains(stream.profile) }
    return ["ac3", "eac3", "mp2", "mp3", "vorbis", "wmav1", "wmav2"].contains(stream.codec)
  }
}

extension ExportPlan {
  /// Whether the sound's first and last packets may be encoded where that makes it exact.
  public var mayEncodeSound: Bool {
    reasons.contains(.encodesSoundEdges) || reasons.contains(.recompressesSound)
  }

  /// Whether sound of this stream is encoded from beginning to end although that loses a little.
  public func encodesThroughout(sound stream: StreamInfo) -> Bool {
    reasons.contains(.encodesWholeSound)
      && container.encodesThroughout(
        stream, isFilmEncoded: isEncodedThroughout, isStart: shownFrames.lowerBound == 0)
  }

  /// What is done to the sound that comes in packets, if anything.
  ///
  /// - Parameters:
  ///   - clip: The source.
  ///   - container: That of the clip.
  ///   - settings: What was asked for.
  ///   - isFilmEncoded: Whether no frame of the film is copied.
  ///   - isStart: Whether the clip begins where the source does.
  ///   - isEnd: Whether it ends where the source does.
  /// - Returns: Each reason once.
  static func soundReasons(
    of clip: ClipInfo, in container: ExportContainer, settings: ExportSettings,
    isFilmEncoded: Bool, isStart: Bool, isEnd: Bool
  ) -> [Reason] {
    let sound = clip.streams.filter { $0.kind == .audio && container.holds($0) }
    let cuts = sound.map(container.soundCut)
    // Where the source's sound begins and ends there is nothing to cut.
    let isWhole = isStart && isEnd
    // Who asks for a copy gets nothing but one.
    guard settings.method != .copy else {
      return !isWhole && cuts.contains { $0 != .sample } ? [.keepsSoundPackets] : []
    }
    let encoded = sound.map {
      container.encodesThroughout($0, isFilmEncoded: isFilmEncoded, isStart: isStart)
    }
    let keepsPackets = zip(cuts, encoded).contains { $0 == .packets && !$1 }
    return (encoded.contains(true) ? [.encodesWholeSound] : [])
      + (cuts.contains(.edges) ? [.encodesSoundEdges] : [])
      + (cuts.contains(.lossless) ? [.recompressesSound] : [])
      + (keepsPackets && !isWhole ? [.keepsSoundPackets] : [])
  }
}
