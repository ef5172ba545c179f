// SPDX-License-Identifier: GPL-3.0-or-later
import CPulse
import MediaCore

/// What libpulse's thread and the sound thread share, and the callbacks of the former.
///
/// The callbacks are formed here, outside every actor: libpulse calls them on a thread of its own,
/// where a closure that belongs to the main actor would end the program.
final class PulseShared: Sendable {
  struct State: Sendable {
    var isContextReady = false
    var isStreamReady = false
    /// The server is gone, or refused.
    var isBroken = false
    /// Whether requests are answered with samples.
    var isFeeding = false
    /// When the server last asked for samples, on the monotonic clock.
    var lastRequest: Int64 = 0
    /// Samples a channel since the last beginning.
    var writtenCount: Int64 = 0
    /// Operations that were done and not waited for yet.
    var successCount = 0

    mutating func takeSuccess() -> Bool {
      guard successCount > 0 else { return false }
      successCount -= 1
      return true
    }
  }

  private let monitor = Monitor(State())
  private let source: AudioOutput.Source

  init(source: @escaping AudioOutput.Source) { self.source = source }

  /// For C; the output keeps this object as long as libpulse may call.
  var opaque: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  var state: State { monitor.withLock { $0 } }

  func wait<Result>(until deadline: Int64, _ body: (inout State) -> Result?) -> Result? {
    monitor.wait(until: deadline, body)
  }

  /// Begins to answer requests; counts from 0.
  func startFeeding(now: Int64) {
    monitor.update {
      $0.isFeeding = true
      $0.lastRequest = now
      $0.writtenCount = 0
    }
  }

  func stopFeeding() { monitor.update { $0.isFeeding = false } }

  func setBroken() { monitor.update { $0.isBroken = true } }

  /// Writes as many of the source's samples as asked for; the loop must be locked.
  func write(to stream: OpaquePointer, byteCount: Int) {
    var missing = byteCount == Int(bitPattern: UInt.max) ? 0 : byteCount
    while missing >= Self.bytesPerSample {
      var memory: UnsafeMutableRawPointer?
      var room = missing
      guard pa_stream_begin_write(stream, &memory, &room) >= 0, let memory else { return }
      let count = min(room, missing) / Self.bytesPerSample
      guard count > 0 else {
        pa_stream_cancel_write(stream)
        return
      }
      let samples = memory.bindMemory(to: Float.self, capacity: count * 2)
      source(UnsafeMutableBufferPointer(start: samples, count: count * 2))
      let bytes = count * Self.bytesPerSample
      guard pa_stream_write(stream, memory, bytes, nil, 0, PA_SEEK_RELATIVE) >= 0 else { return }
      missing -= bytes
      monitor.withLock { $0.writtenCount += Int64(count) }
    }
  }

  static let onContextState: pa_context_notify_cb_t = { context, opaque in
    guard let context, let shared = from(opaque) else { return }
    let state = pa_context_get_state(context)
    shared.monitor.update {
      if state == PA_CONTEXT_READY { $0.isContextReady = true }
      if state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED { $0.isBroken = true }
    }
  }

  static let onStreamState: pa_stream_notify_cb_t = { stream, opaque in
    guard let stream, let shared = from(opaque) else { return }
    let state = pa_stream_get_state(stream)
    shared.monitor.update {
      if state == PA_STREAM_READY { $0.isStreamReady = true }
      if state == PA_STREAM_FAILED || state == PA_STREAM_TERMINATED { $0.isBroken = true }
    }
  }

  static let onRequest: pa_stream_request_cb_t = { stream, byteCount, opaque in
    guard let stream, let shared = from(opaque) else { return }
    let isFeeding = shared.monitor.update { state in
      state.lastRequest = MonotonicClock.nanoseconds
      return state.isFeeding
    }
    if isFeeding { shared.write(to: stream, byteCount: byteCount) }
  }

  static let onSuccess: pa_stream_success_cb_t = { _, _, opaque in
    from(opaque)?.monitor.update { $0.successCount += 1 }
  }

  private static let bytesPerSample = MemoryLayout<Float>.stride * 2

  private static func from(_ opaque: UnsafeMutableRawPointer?) -> PulseShared? {
    opaque.map { Unmanaged<PulseShared>.fromOpaque($0).takeUnretainedValue() }
  }
}
