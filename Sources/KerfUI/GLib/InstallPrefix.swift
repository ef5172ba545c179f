// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Where the program is installed: `PREFIX/bin/kerf` means that its data is in `PREFIX/share`.
///
/// Found at run time, so that one build works in `/usr`, in a home folder and in a bundle.
enum InstallPrefix {
  static let share: String = {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return 0 }
      return readlink("/proc/self/exe", start, bytes.count)
    }
    guard length > 0 else { return "/usr/share" }
    let program = String(decoding: buffer[..<length], as: UTF8.self)
    return "/" + program.split(separator: "/").dropLast(2).joined(separator: "/") + "/share"
  }()
}
