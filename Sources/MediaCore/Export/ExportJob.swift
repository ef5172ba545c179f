// SPDX-License-Identifier: GPL-3.0-or-later

/// An export under way on its own thread.
///
/// Any thread may hold it; ``events`` has one listener and ends after one of its three ends.
public final class ExportJob: Sendable {
  /// Progress as it comes (old news is dropped), then the end.
  public let events: AsyncStream<ExportEvent>

  private let cancellation = Cancellation()

  /// Starts at once.
  public static func start(_ request: ExportRequest) -> ExportJob { ExportJob(request) }

  private init(_ request: ExportRequest) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ExportEvent.self, bufferingPolicy: .bufferingNewest(8))
    events = stream
    let cancellation = cancellation
    WorkerThread.start(name: "export") {
      let end = Self.run(request, cancellation: cancellation) {
        continuation.yield(.progress($0))
      }
      continuation.yield(end)
      continuation.finish()
    }
  }

  /// Stops at the next packet and removes what was written; ignored once the clip has its name.
  public func cancel() { cancellation.cancel() }

  /// Runs an export on the calling thread, which it blocks, and returns how it ended.
  public static func run(
    _ request: ExportRequest, cancellation: Cancellation = Cancellation(),
    onProgress: @escaping (ExportProgress) -> Void = { _ in }
  ) -> ExportEvent {
    do throws(MediaError) {
      return .finished(
        try ExportRun(request, cancellation: cancellation, onProgress: onProgress).run())
    } catch {
      return error.reason == .cancelled || cancellation.isCancelled ? .cancelled : .failed(error)
    }
  }
}
