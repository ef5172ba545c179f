// SPDX-License-Identifier: GPL-3.0-or-later

/// A stream of the source that the clip does not have.
public struct DroppedStream: Equatable, Sendable {
  public enum Reason: String, Equatable, Sendable {
    /// The clip's container has no way to store it.
    case containerCannotHold
    /// The source's description of it is incomplete, so that nothing could read it again.
    case isDamaged
    /// It must be encoded to be joined, and no encoder that fits is installed.
    case cannotBeEncoded
    /// Nothing of it is in the range, and the container has no place for a stream without content.
    case hasNothingInRange
    /// It only repeats what the clip has in another form.
    case isRedundant
  }

  /// Position in the source.
  public let index: Int
  public let kind: StreamInfo.Kind
  public let codec: String
  public let reason: Reason

  public init(index: Int, kind: StreamInfo.Kind, codec: String, reason: Reason) {
    self.index = index
    self.kind = kind
    self.codec = codec
    self.reason = reason
  }
}
