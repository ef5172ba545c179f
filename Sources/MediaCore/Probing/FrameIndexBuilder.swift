// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// Lists every shown frame of a film from its packets.
///
/// Nothing is decoded, save one frame of files that begin in the middle of a GOP, to learn where
/// decoders begin to show.
public enum FrameIndexBuilder {
  /// Reads the whole file; blocks.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - cancellation: Stops the reading.
  ///   - onGrowth: Gets growing prefixes now and then, on the caller's thread; not the last index.
  /// - Returns: The complete index; of a damaged or cut-short file, what can be read of it.
  /// - Throws: ``MediaError``: what opening throws, `.cancelled`, `.readFailed`.
  public static func build(
    _ path: FilePath, cancellation: Cancellation = Cancellation(),
    onGrowth: (FrameIndex) -> Void = { _ in }
  ) throws(MediaError) -> FrameIndex {
    for ordering in [FrameIndexAssembler.Ordering.timestamps, .bitstream] {
      let scan = try PacketScan(path: path, ordering: ordering, cancellation: cancellation)
      if let index = try scan.run(onGrowth: onGrowth) { return index }
    }
    preconditionFailure("the bitstream's order is never refused")
  }

  /// Reads the file on a background thread.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - cancellation: Ends the stream with a failure of reason `.cancelled`.
  /// - Returns: Growing prefixes, the newest only when the reader is slow; the last element is a
  ///   complete index or a failure.
  public static func stream(
    _ path: FilePath, cancellation: Cancellation
  ) -> AsyncStream<Result<FrameIndex, MediaError>> {
    let (stream, output) = AsyncStream.makeStream(
      of: Result<FrameIndex, MediaError>.self, bufferingPolicy: .bufferingNewest(1))
    output.onTermination = { termination in
      if case .cancelled = termination { cancellation.cancel() }
    }
    WorkerThread.start(name: "frame-index", priority: .background) {
      output.yield(
        Result { () throws(MediaError) in
          try build(path, cancellation: cancellation) { output.yield(.success($0)) }
        })
      output.finish()
    }
    return stream
  }
}
