// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// The independent judge of media files: the ffmpeg and ffprobe commands, never Kerf's own reader.
public enum Judge {
  /// A frame as ffmpeg shows it.
  public struct ShownFrame: Equatable, Sendable {
    /// Seconds as the file has them, not moved to 0; nil when ffmpeg knows none.
    public let ptsSeconds: Double?

    /// The number in the pixels of a made clip; nil when it cannot be read.
    public let number: Int?
  }

  /// Runs one of the judge's tools to its end and returns its standard output.
  ///
  /// - Throws: `ChildProcessFailure` with what the tool said when it fails.
  @discardableResult
  public static func run(_ tool: String, _ arguments: [any CommandArgument]) throws -> String {
    let done = try ChildProcess.run(tool, arguments, timeoutSeconds: 300)
    guard done.status == 0 else {
      throw ChildProcessFailure("\(tool) ended with \(done.status): \(done.messages)")
    }
    return done.text
  }

  /// The frames that ffmpeg shows of a made clip, in order.
  ///
  /// - Parameters:
  ///   - path: The clip.
  ///   - stream: ffmpeg's stream specifier.
  ///   - honoursEditList: False shows also what an edit list hides.
  ///   - autorotates: False takes the pictures as they are stored, in any orientation.
  /// - Returns: Every frame, also those that do not read.
  /// - Throws: `ChildProcessFailure` when ffmpeg shows nothing.
  public static func frames(
    of path: FilePath, stream: String = "v:0", honoursEditList: Bool = true,
    autorotates: Bool = true
  ) throws -> [ShownFrame] {
    var arguments: [any CommandArgument] = ["--stream", stream]
    if !honoursEditList { arguments.append("--no-editlist") }
    if !autorotates { arguments.append("--no-autorotate") }
    arguments += ["--", path]
    let output = try run(Fixture.folder.appending("read-frames").displayString, arguments)
    return output.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return ShownFrame(ptsSeconds: Double(words[0]), number: Int(words[1]))
    }
  }

  /// The frame numbers that ffmpeg shows of a made clip, in order; nil where none can be read.
  ///
  /// - Throws: `ChildProcessFailure` when ffmpeg shows nothing.
  public static func frameNumbers(of path: FilePath, stream: String = "v:0") throws -> [Int?] {
    try frames(of: path, stream: stream).map(\.number)
  }

  /// The hash of each frame that ffmpeg shows of a film, in order.
  ///
  /// - Throws: `ChildProcessFailure` when ffmpeg fails.
  public static func frameHashes(
    of path: FilePath, stream: String = "V:0"
  ) throws -> [Substring] {
    let text = try run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", path, "-map", "0:\(stream)", "-fps_mode", "passthrough",
        "-f", "framemd5", "-",
      ])
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last }
  }
}
