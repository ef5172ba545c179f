// SPDX-License-Identifier: GPL-3.0-or-later
import CPulse
import MediaCore

/// Sound through a PulseAudio server, or PipeWire's that speaks its language.
///
/// One stream on a threaded main loop of libpulse. The loop's thread calls the source. Belongs to
/// the sound thread; nothing here waits longer than ``timeout``, also when the server hangs.
final class PulseAudioOutput: AudioOutput {
  /// Nanoseconds until a server that does not answer counts as none.
  private static let timeout: Int64 = 1_500_000_000

  /// The server's buffer: short enough for the mixer's sliders, long enough for PipeWire's clock,
  /// which wanders less with 50 to 100 ms.
  private static let bufferMicroseconds: pa_usec_t = 100_000

  private static let bytesPerSample = MemoryLayout<Float>.stride * 2

  let sampleRate = 48_000

  private let shared: PulseShared
  private let loop: OpaquePointer
  private var context: OpaquePointer?
  private var stream: OpaquePointer?

  /// Connects to the server; nil when there is none or it does not answer.
  ///
  /// - Parameters:
  ///   - source: Called on libpulse's thread.
  ///   - isStale: Whether nobody wants the connection any more; asked while waiting.
  ///   - server: In libpulse's notation; nil for the session's own.
  init?(
    source: @escaping Source, isStale: @escaping @Sendable () -> Bool, server: String? = nil
  ) {
    guard let loop = pa_threaded_mainloop_new() else { return nil }
    self.loop = loop
    shared = PulseShared(source: source)
    guard pa_threaded_mainloop_start(loop) >= 0, connect(to: server, isStale: isStale),
      openStream(isStale: isStale)
    else { return nil }
  }

  deinit { close() }

  var isAlive: Bool {
    let state = shared.state
    // A server that was stopped asks for nothing, though its sound should be used up.
    return !state.isBroken && !(state.isFeeding && state.lastRequest + Self.timeout < now)
  }

  func begin() {
    guard isAlive, let stream else { return }
    withLoopLocked {
      let start = now
      wait(for: pa_stream_flush(stream, PulseShared.onSuccess, shared.opaque))
      wait(for: pa_stream_update_timing_info(stream, PulseShared.onSuccess, shared.opaque))
      if pa_stream_writable_size(stream) == 0 { waitForRequest(after: start) }
      shared.startFeeding(now: now)
      shared.write(to: stream, byteCount: pa_stream_writable_size(stream))
      cork(false)
    }
  }

  func stop() {
    guard let stream else { return }
    withLoopLocked {
      shared.stopFeeding()
      cork(true)
      // Otherwise the rest of the buffer would be heard before the next beginning.
      wait(for: pa_stream_flush(stream, PulseShared.onSuccess, shared.opaque))
    }
  }

  var heardCount: Int64? {
    guard isAlive, let stream else { return nil }
    return withLoopLocked {
      var latency: pa_usec_t = 0
      var isNegative: Int32 = 0
      guard pa_stream_get_latency(stream, &latency, &isNegative) >= 0 else { return nil }
      let ahead = Int64(latency) * Int64(sampleRate) / 1_000_000
      return max(0, shared.state.writtenCount - (isNegative != 0 ? -ahead : ahead))
    }
  }

  private var now: Int64 { MonotonicClock.nanoseconds }

  private func connect(to server: String?, isStale: @escaping @Sendable () -> Bool) -> Bool {
    withLoopLocked {
      guard let properties = pa_proplist_new() else { return false }
      defer { pa_proplist_free(properties) }
      pa_proplist_sets(properties, kerf_PA_PROP_APPLICATION_NAME, Self.applicationName)
      pa_proplist_sets(properties, kerf_PA_PROP_APPLICATION_ID, Self.applicationID)
      pa_proplist_sets(properties, kerf_PA_PROP_APPLICATION_ICON_NAME, Self.applicationID)
      context = pa_context_new_with_proplist(
        pa_threaded_mainloop_get_api(loop), Self.applicationName, properties)
      guard let context else { return false }
      pa_context_set_state_callback(context, PulseShared.onContextState, shared.opaque)
      return pa_context_connect(context, server, kerf_PA_CONTEXT_FLAGS, nil) >= 0
    } && wait(isStale: isStale) { $0.isContextReady }
  }

  private func openStream(isStale: @escaping @Sendable () -> Bool) -> Bool {
    withLoopLocked {
      guard let properties = pa_proplist_new() else { return false }
      defer { pa_proplist_free(properties) }
      pa_proplist_sets(properties, kerf_PA_PROP_MEDIA_ROLE, "video")
      var format = pa_sample_spec(
        format: PA_SAMPLE_FLOAT32LE, rate: UInt32(sampleRate), channels: 2)
      stream = pa_stream_new_with_proplist(
        context, Self.applicationName, &format, nil, properties)
      guard let stream else { return false }
      pa_stream_set_state_callback(stream, PulseShared.onStreamState, shared.opaque)
      pa_stream_set_write_callback(stream, PulseShared.onRequest, shared.opaque)
      var buffer = pa_buffer_attr(
        maxlength: .max,
        tlength: UInt32(pa_usec_to_bytes(Self.bufferMicroseconds, &format)),
        prebuf: 0, minreq: .max, fragsize: .max)
      return pa_stream_connect_playback(stream, nil, &buffer, kerf_PA_STREAM_FLAGS, nil, nil) >= 0
    } && wait(isStale: isStale) { $0.isStreamReady }
  }

  /// Ends the loop's thread and frees everything; again does nothing.
  private func close() {
    pa_threaded_mainloop_lock(loop)
    if let stream {
      pa_stream_set_state_callback(stream, nil, nil)
      pa_stream_set_write_callback(stream, nil, nil)
      pa_stream_disconnect(stream)
      pa_stream_unref(stream)
    }
    if let context {
      pa_context_set_state_callback(context, nil, nil)
      pa_context_disconnect(context)
      pa_context_unref(context)
    }
    stream = nil
    context = nil
    pa_threaded_mainloop_unlock(loop)
    pa_threaded_mainloop_stop(loop)
    pa_threaded_mainloop_free(loop)
  }

  private func withLoopLocked<Result>(_ body: () -> Result) -> Result {
    pa_threaded_mainloop_lock(loop)
    defer { pa_threaded_mainloop_unlock(loop) }
    return body()
  }

  private func cork(_ isCorked: Bool) {
    let operation = pa_stream_cork(stream, isCorked ? 1 : 0, nil, nil)
    if let operation { pa_operation_unref(operation) }
  }

  /// Waits a little, with the loop unlocked, for the server to want samples.
  private func waitForRequest(after time: Int64) {
    pa_threaded_mainloop_unlock(loop)
    _ = shared.wait(until: time + 50_000_000) { $0.lastRequest > time ? true : nil }
    pa_threaded_mainloop_lock(loop)
  }

  /// Waits with the loop unlocked until the server has done it.
  private func wait(for operation: OpaquePointer?) {
    guard let operation else { return }
    pa_threaded_mainloop_unlock(loop)
    _ = shared.wait(until: now + Self.timeout) { $0.isBroken || $0.takeSuccess() ? true : nil }
    pa_threaded_mainloop_lock(loop)
    if pa_operation_get_state(operation) == PA_OPERATION_RUNNING {
      shared.setBroken()
      pa_operation_cancel(operation)
    }
    pa_operation_unref(operation)
  }

  /// Waits until the server says that something is ready; false when it fails or does not answer.
  private func wait(
    isStale: @escaping @Sendable () -> Bool, until isReady: @escaping (PulseShared.State) -> Bool
  ) -> Bool {
    let deadline = now + Self.timeout
    while now < deadline, !isStale() {
      // Short, since nobody tells when it becomes stale.
      let step = min(deadline, now + 100_000_000)
      let answer = shared.wait(until: step) { state -> Bool? in
        state.isBroken ? false : isReady(state) ? true : nil
      }
      if let answer { return answer }
    }
    return false
  }

  private static let applicationName = "Kerf"
  private static let applicationID = "io.github.kerf_video.Kerf"
}
