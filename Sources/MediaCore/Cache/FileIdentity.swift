// SPDX-License-Identifier: GPL-3.0-or-later
import CSystemShim
import Glibc
public import TrimModel

/// What tells one film from another, wherever it lies and whatever it is called.
///
/// Its size, and a hash of its first and last 64 KiB: enough against accidents, at the cost of two
/// reads. A copy or a renamed file is the same film; one that was written to is another.
public struct FileIdentity: Hashable, Sendable {
  /// Fit for a file's name: hexadecimal digits and a dash.
  public let name: String

  private static let sampleBytes = 64 * 1024

  /// Reads the file; blocks.
  ///
  /// - Returns: nil when it cannot be read.
  public init?(of path: FilePath) {
    let descriptor = path.withCString { kerf_file_open($0, O_RDONLY | O_NONBLOCK, 0) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
    else { return nil }
    let size = Int(status.st_size)
    let count = min(size, Self.sampleBytes)
    var sample = [UInt8](repeating: 0, count: 2 * count)
    let isRead = sample.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return pread(descriptor, start, count, 0) == count
        && pread(descriptor, start + count, count, off_t(size - count)) == count
    }
    guard isRead else { return nil }
    let hash = sample.withUnsafeBytes { Fingerprint.of($0) }
    name = "\(Self.hexadecimal(hash))-\(String(size, radix: 16))"
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
