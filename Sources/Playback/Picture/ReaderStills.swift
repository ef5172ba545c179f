// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// Single frames from a ``FrameReader`` on a thread of its own; the newest request wins.
final class ReaderStills: StillSource {
  private struct Pending: Sendable {
    var index: FrameIndex?
    var frame: (time: MediaTime, bounds: PixelSize)?
    var isClosed = false
  }

  let pictures: AsyncStream<Result<Picture, MediaError>>
  private let pending: Monitor<Pending>

  static func open(_ clip: ClipInfo) async throws(MediaError) -> ReaderStills {
    let (pictures, output) = AsyncStream<Result<Picture, MediaError>>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let pending = Monitor(Pending())
    let opened: Result<Void, MediaError> = await withCheckedContinuation { opening in
      WorkerThread.start(name: "play-stills") {
        do throws(MediaError) {
          let reader = try FrameReader(clip: clip, purpose: .scrubbing)
          opening.resume(returning: .success(()))
          run(reader, pending, output)
        } catch {
          opening.resume(returning: .failure(error))
        }
        output.finish()
      }
    }
    try opened.get()
    return ReaderStills(pictures: pictures, pending: pending)
  }

  private init(
    pictures: AsyncStream<Result<Picture, MediaError>>, pending: Monitor<Pending>
  ) {
    self.pictures = pictures
    self.pending = pending
  }

  deinit { pending.update { $0.isClosed = true } }

  func setIndex(_ index: FrameIndex) { pending.update { $0.index = index } }

  func showFrame(at time: MediaTime, fitting bounds: PixelSize) {
    pending.update { $0.frame = (time, bounds) }
  }

  private static func run(
    _ reader: FrameReader, _ pending: Monitor<Pending>,
    _ output: AsyncStream<Result<Picture, MediaError>>.Continuation
  ) {
    reader.isInterrupted = { pending.withLock { $0.isClosed || $0.frame != nil } }
    while true {
      let work: Pending? = pending.wait { pending in
        guard pending.isClosed || pending.frame != nil else { return nil }
        defer { pending = Pending(index: nil, frame: nil, isClosed: pending.isClosed) }
        return pending
      }
      guard let work, !work.isClosed, let (time, bounds) = work.frame else { return }
      if let index = work.index { reader.setIndex(index) }
      do throws(MediaError) {
        try reader.start(at: time)
        if let picture = try reader.nextPicture(fitting: bounds) { output.yield(.success(picture)) }
      } catch {
        if error.reason != .cancelled { output.yield(.failure(error)) }
      }
    }
  }
}
