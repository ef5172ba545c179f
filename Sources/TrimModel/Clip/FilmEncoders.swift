// SPDX-License-Identifier: GPL-3.0-or-later

/// What this machine has to encode pictures like those of a film.
public struct FilmEncoders: Equatable, Sendable {
  /// An encoder and what it makes.
  public struct Choice: Equatable, Sendable {
    /// libav's short name of the codec, such as `h264`.
    public let codec: String
    /// libav's name of the encoder, such as `libx264`.
    public let name: String

    public init(codec: String, name: String) {
      self.codec = codec
      self.name = name
    }
  }

  /// Makes the film's own codec in its own pixel format; nil when none is installed.
  public let matching: Choice?

  /// Makes another codec that every player knows, for films whose own cannot be made.
  public let substitute: Choice?

  public init(matching: Choice? = nil, substitute: Choice? = nil) {
    self.matching = matching
    self.substitute = substitute
  }

  public static let none = FilmEncoders()
}
