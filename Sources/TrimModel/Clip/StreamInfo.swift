// SPDX-License-Identifier: GPL-3.0-or-later

/// One stream of a container, as the file describes it.
public struct StreamInfo: Equatable, Sendable {
  public enum Kind: String, Sendable { case video, audio, subtitle, data, attachment }

  /// Position in the container, from 0.
  public let index: Int
  public let kind: Kind

  /// libav's short name, such as `h264`; `unknown` for none.
  public let codec: String

  /// Codec tag of the container (`hvc1`, `gpmd`, …) where it is printable.
  public let tag: String
  public let profile: String?
  public let timebase: Timebase

  /// First timestamp and length where the container tells them.
  public let startTime: MediaTime?
  public let duration: MediaTime?

  /// ISO 639 code as written in the file.
  public let language: String?
  public let title: String?
  public let isDefault: Bool

  /// A cover or poster, which is not the film.
  public let isAttachedPicture: Bool

  /// Bits a second where the container or codec tells them.
  public let bitRate: Int64?

  // Pictures only.
  public let geometry: PictureGeometry?
  public let pixelFormat: String?
  /// Frames a second as an exact fraction: the average of the stream.
  public let frameRate: FrameRate?
  /// Frames that are stored out of display order.
  public let hasReordering: Bool

  // Sound only.
  public let sampleRate: Int?
  public let channels: Int?

  public init(
    index: Int, kind: Kind, codec: String, tag: String = "", profile: String? = nil,
    timebase: Timebase, startTime: MediaTime? = nil, duration: MediaTime? = nil,
    language: String? = nil, title: String? = nil, isDefault: Bool = false,
    isAttachedPicture: Bool = false, bitRate: Int64? = nil, geometry: PictureGeometry? = nil,
    pixelFormat: String? = nil, frameRate: FrameRate? = nil,
    hasReordering: Bool = false, sampleRate: Int? = nil, channels: Int? = nil
  ) {
    self.index = index
    self.kind = kind
    self.codec = codec
    self.tag = tag
    self.profile = profile
    self.timebase = timebase
    self.startTime = startTime
    self.duration = duration
    self.language = language
    self.title = title
    self.isDefault = isDefault
    self.isAttachedPicture = isAttachedPicture
    self.bitRate = bitRate
    self.geometry = geometry
    self.pixelFormat = pixelFormat
    self.frameRate = frameRate
    self.hasReordering = hasReordering
    self.sampleRate = sampleRate
    self.channels = channels
  }
}
