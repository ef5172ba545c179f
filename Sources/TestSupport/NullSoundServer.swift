// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TrimModel

/// A PulseAudio server of the test's own whose sound goes nowhere, and can be recorded.
///
/// It ends with this object.
public final class NullSoundServer {
  /// Why there is none on this machine; nil when there can be one.
  public static var missingReason: String? {
    for tool in ["pulseaudio", "pactl", "parec"] {
      let found = try? ChildProcess.run("sh", ["-c", "command -v \(tool)"])
      if found?.status != 0 { return "\(tool) is not installed" }
    }
    return nil
  }

  /// For clients: libpulse's notation of the server.
  public let address: String

  private let folder: String
  private let server: BackgroundProcess

  /// Starts a server and waits until it answers.
  ///
  /// - Throws: `ChildProcessFailure` when it does not.
  public init() throws {
    folder = try Fixture.temporaryFolder("sound").displayString
    let socket = folder + "/native"
    address = "unix:" + socket
    server = try BackgroundProcess(
      [
        "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--system=false",
        // Goes by itself if the test cannot end it.
        "--exit-idle-time=30", "--log-target=file:\(folder)/log",
        // norewinds: otherwise an idle null sink is two seconds ahead of what it is given.
        "--load=module-null-sink sink_name=test rate=48000 norewinds=1",
        "--load=module-native-protocol-unix socket=\(socket) auth-anonymous=1",
      ], environment: ["XDG_RUNTIME_DIR": folder, "HOME": folder])
    let deadline = Date(timeIntervalSinceNow: 20)
    while Date() < deadline {
      let answer = try ChildProcess.run("pactl", ["-s", address, "info"], timeoutSeconds: 20)
      if answer.status == 0 { return }
    }
    throw ChildProcessFailure("pulseaudio does not answer")
  }

  deinit {
    server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Ends the server, as if it had crashed.
  public func stop() { server.stop() }

  /// Makes the server hang, or go on.
  public func setHanging(_ isHanging: Bool) { server.send(isHanging ? SIGSTOP : SIGCONT) }

  /// Everything that sounds on a server from the call on, until `seconds` of it were recorded; left channel at
  /// 48 kHz.
  ///
  /// Blocks the calling thread.
  /// - Parameters:
  ///   - address: The server's ``address``.
  ///   - seconds: Length of the recording.
  ///   - onStart: Called when the recording runs.
  /// - Returns: The samples, and when the first was recorded, on the monotonic clock in seconds.
  /// - Throws: `ChildProcessFailure` when less could be recorded.
  public static func record(
    from address: String, seconds: Double, onStart: @escaping @Sendable () -> Void
  ) throws -> (samples: [Float], startSeconds: Double) {
    let recorder = try BackgroundProcess([
      "parec", "-s", address, "--device=test.monitor", "--format=float32le", "--rate=48000",
      "--channels=1", "--latency-msec=10", "--raw",
    ])
    defer { recorder.stop() }
    let wanted = Int(seconds * 48_000) * 4
    var bytes = Data()
    var start = Double.infinity
    while bytes.count < wanted {
      let more = recorder.output.availableData
      guard !more.isEmpty else { throw ChildProcessFailure("parec ended") }
      if bytes.isEmpty { onStart() }
      bytes += more
      // The earliest that fits: a piece may come late, never early.
      start = min(start, monotonicSeconds - Double(bytes.count / 4) / 48_000)
    }
    let samples = bytes.withUnsafeBytes { raw in
      (0..<(wanted / 4)).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
    }
    return (samples, start)
  }

  /// The clock that recordings are on.
  public static var monotonicSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
