// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// A source that was read, and what is planned with it.
struct ExportSource {
  let clip: ClipInfo
  let index: FrameIndex

  /// Reads the file as a whole.
  init(_ path: FilePath) throws(CommandFailure) {
    do throws(MediaError) {
      clip = try ClipProbe.probe(path)
      index = try FrameIndexBuilder.build(path)
    } catch {
      throw .reading(path, error)
    }
  }

  /// Plans ranges of it as one clip.
  func plan(
    _ ranges: [RangeArgument], settings: ExportSettings
  ) throws(CommandFailure) -> JoinPlan {
    var resolved: [TrimRange] = []
    for range in ranges {
      guard let inPoint = boundary(range.from), let outPoint = boundary(range.to),
        let range = TrimRange(inPoint: inPoint, outPoint: outPoint)
      else {
        throw .failed(
          "no frame in this range", clip.path,
          "the film has \(index.count) frames, \(Terminal.seconds(index.duration.seconds))")
      }
      resolved.append(range)
    }
    do throws(ExportPlan.Refusal) {
      return try JoinPlan.make(ranges: resolved, clip: clip, index: index, settings: settings)
    } catch {
      let (reason, advice) = ExportSentences.describe(error)
      throw .failed(reason, clip.path, advice)
    }
  }

  /// The frame boundary that is meant: the nearest, since decimal times of frames are rounded.
  private func boundary(_ time: TimeArgument) -> MediaTime? {
    // The number after the last frame's is the end: the first frame not kept.
    if case .frame(index.count) = time { return index.endTime }
    guard let time = time.resolved(in: index), !index.isEmpty else { return nil }
    return index.time(ofFrame: index.nearestBoundary(to: time))
  }
}
