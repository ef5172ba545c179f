// SPDX-License-Identifier: GPL-3.0-or-later

/// The name of a file as the system has it: bytes, which need not be valid UTF-8.
public struct FilePath: Hashable, Sendable {
  /// Without the terminating zero.
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }

  public init(_ string: String) { bytes = Array(string.utf8) }

  /// Copies a C string.
  public init(cString: UnsafePointer<CChar>) {
    var bytes: [UInt8] = []
    var next = cString
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    self.bytes = bytes
  }

  /// The whole path for people: bytes that are not UTF-8 become U+FFFD.
  public var displayString: String { String(decoding: bytes, as: UTF8.self) }

  /// The last component for people.
  public var displayName: String { String(decoding: lastComponent, as: UTF8.self) }

  /// Whether it begins at the root, and so means the same from any folder.
  public var isAbsolute: Bool { bytes.first == Self.slash }

  /// The bytes after the last slash; the whole path when there is none.
  public var lastComponent: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// The folder that holds the file; `.` for a bare name.
  public var parent: FilePath {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return FilePath(".") }
    return slash == 0 ? FilePath("/") : FilePath(bytes: Array(bytes[..<slash]))
  }

  /// The extension in lower case, without its dot; empty for none and for hidden files without one.
  public var lowercaseExtension: String {
    let name = lastComponent
    guard let dot = name.lastIndex(of: Self.dot), dot > name.startIndex else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The last component without its extension.
  public var stem: ArraySlice<UInt8> {
    let name = lastComponent
    guard let dot = name.lastIndex(of: Self.dot), dot > name.startIndex else { return name }
    return name[..<dot]
  }

  /// A file of this name inside the folder that this path names.
  public func appending(_ component: some Sequence<UInt8>) -> FilePath {
    var result = bytes
    if result.last != Self.slash { result.append(Self.slash) }
    result.append(contentsOf: component)
    return FilePath(bytes: result)
  }

  public func appending(_ component: String) -> FilePath { appending(component.utf8) }

  /// Lends the path as a C string.
  public func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return try terminated.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
      guard let start = buffer.baseAddress else { preconditionFailure("never empty") }
      return try body(start)
    }
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")
}
