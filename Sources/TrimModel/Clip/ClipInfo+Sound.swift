// SPDX-License-Identifier: GPL-3.0-or-later

extension ClipInfo {
  /// Positions of the sound streams that can be chosen from.
  public var soundStreams: [Int] {
    streams.filter { $0.kind == .audio && $0.sampleRate != nil }.map(\.index)
  }

  /// Chooses another of the file's sound streams in place of the one that players take.
  ///
  /// - Parameter stream: One of ``soundStreams``; another leaves everything as it is.
  /// - Returns: The same file with that choice.
  public func choosingSound(_ stream: Int) -> ClipInfo {
    guard soundStreams.contains(stream) else { return self }
    return ClipInfo(
      path: path, container: container, bytes: bytes, startTime: startTime, duration: duration,
      streams: streams, chapters: chapters, tags: tags, videoStreamIndex: videoStreamIndex,
      audioStreamIndex: stream, encoders: encoders)
  }
}
