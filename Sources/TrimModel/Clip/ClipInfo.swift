// SPDX-License-Identifier: GPL-3.0-or-later

/// What a file says of itself, before any packet of it was indexed.
public struct ClipInfo: Equatable, Sendable {
  public let path: FilePath

  /// libav's short names of the container, comma separated, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  public let container: String

  /// Size of the file in bytes.
  public let bytes: Int64

  /// The container's own start and length; the length is nil when it is not written down.
  public let startTime: MediaTime?
  public let duration: MediaTime?

  public let streams: [StreamInfo]
  public let chapters: [Chapter]

  /// Key/value tags of the container, in file order.
  public let tags: [Tag]

  /// Position in ``streams`` of the film: never a cover, never a poster track.
  public let videoStreamIndex: Int

  /// Position in ``streams`` of the sound that a player would choose.
  public let audioStreamIndex: Int?

  /// What can encode pictures like the film's on this machine.
  public let encoders: FilmEncoders

  /// A key and its value, as written in the container.
  public struct Tag: Equatable, Sendable {
    public let key: String
    public let value: String

    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// - Precondition: `videoStreamIndex` names a video stream with a geometry.
  public init(
    path: FilePath, container: String, bytes: Int64, startTime: MediaTime?, duration: MediaTime?,
    streams: [StreamInfo], chapters: [Chapter] = [], tags: [Tag] = [], videoStreamIndex: Int,
    audioStreamIndex: Int?, encoders: FilmEncoders = .none
  ) {
    precondition(streams[videoStreamIndex].geometry != nil, "the film has a picture size")
    self.path = path
    self.container = container
    self.bytes = bytes
    self.startTime = startTime
    self.duration = duration
    self.streams = streams
    self.chapters = chapters
    self.tags = tags
    self.videoStreamIndex = videoStreamIndex
    self.audioStreamIndex = audioStreamIndex
    self.encoders = encoders
  }

  /// The film.
  public var video: StreamInfo { streams[videoStreamIndex] }

  /// How the film's pictures are shown.
  public var geometry: PictureGeometry {
    guard let geometry = video.geometry else { preconditionFailure("checked in init") }
    return geometry
  }

  /// The sound that a player would choose.
  public var audio: StreamInfo? { audioStreamIndex.map { streams[$0] } }

  /// Whether the container can hide frames by an edit list (the MP4 family).
  public var hasEditLists: Bool { container.split(separator: ",").contains("mp4") }
}
