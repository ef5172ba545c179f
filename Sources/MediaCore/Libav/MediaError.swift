// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import Glibc

/// A failed media operation: what was being done, why it failed, and libav's own last word.
public struct MediaError: Error, Equatable, Sendable {
  /// The causes that callers tell apart; the interface turns each into one clear sentence.
  public enum Reason: Equatable, Sendable {
    /// The file does not exist, or a link points nowhere.
    case notFound
    /// The system does not let us read it.
    case notReadable
    /// A folder was given.
    case isFolder
    /// A pipe, device or socket was given.
    case notRegularFile
    /// It is on another computer or device that does not answer, or in a place that is not known.
    case notReachable
    /// Its place gives it out from the start to the end only.
    case notSeekable
    /// The file holds no byte.
    case isEmpty
    /// The bytes are no container that Kerf opens.
    case notMedia
    /// Sound or data only.
    case noVideo
    /// A still picture.
    case isStillPicture
    /// A container that looks right and is damaged or ends too early.
    case invalidData
    /// No decoder, encoder or muxer of the needed kind is installed.
    case unsupported
    /// No space is left where the clip was to be written.
    case diskFull
    /// The folder for the clip cannot be written to, or does not exist.
    case notWritable
    /// The name is taken and replacing was not asked for.
    case alreadyExists
    /// The source changed or vanished while it was read, or the disk failed.
    case readFailed
    /// The finished clip is not what was asked for.
    case verificationFailed
    case outOfMemory
    case cancelled
    /// Any other libav return value, always negative.
    case other(code: Int32)
  }

  public let reason: Reason

  /// A short phrase for logs, such as "open input"; not translated.
  public let operation: String

  /// libav's last log line of this thread, or another detail worth showing; nil for none.
  public let detail: String?

  public init(_ reason: Reason, _ operation: String, detail: String? = nil) {
    self.reason = reason
    self.operation = operation
    self.detail = detail
  }
}

extension MediaError {
  /// Translates libav's `code`, always negative here.
  init(code: Int32, operation: String) {
    self.init(
      Self.reason(ofCode: code), operation, detail: LibavLog.takeLastLine() ?? Self.text(of: code))
  }

  /// Translates `errno` of a system call.
  init(errno value: Int32, operation: String) {
    self.init(code: kerf_averror(value), operation: operation)
  }

  /// A return value that has libav give up, and that means the same to ``init(code:operation:)``
  /// where libav has a value for it.
  var code: Int32 {
    switch reason {
    case .cancelled: kerf_AVERROR_EXIT
    case .other(let code): code
    default: kerf_AVERROR_EIO
    }
  }

  private static func reason(ofCode code: Int32) -> Reason {
    switch code {
    case kerf_AVERROR_ENOENT: .notFound
    case kerf_AVERROR_EACCES, kerf_AVERROR_EPERM: .notReadable
    case kerf_AVERROR_EIO: .readFailed
    case kerf_AVERROR_ENOSPC: .diskFull
    case kerf_AVERROR_EROFS: .notWritable
    case kerf_AVERROR_DECODER_NOT_FOUND, kerf_AVERROR_PATCHWELCOME: .unsupported
    case kerf_AVERROR_INVALIDDATA: .invalidData
    case kerf_AVERROR_ENOMEM: .outOfMemory
    case kerf_AVERROR_EXIT: .cancelled
    default: .other(code: code)
    }
  }

  private static func text(of code: Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: 128)
    guard av_strerror(code, &buffer, buffer.count) >= 0 else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
