// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// Looks for places in a film's pictures where somebody may want to cut, in the background.
///
/// A thread of low priority owns the file and the decoder; it ends when the scout is let go. Short
/// films are looked through as a whole, of long ones what lies between keyframes that differ.
public final class MarkScout: Sendable {
  /// What has been found so far, a few times a second at most; ends when all was looked at.
  public let marks: AsyncStream<ClipMarks>

  /// What the thread asks between packets.
  struct Control: Sendable {
    var isResting = false
    var isClosed = false
  }

  private let control = Monitor(Control())

  /// Starts at once.
  ///
  /// - Parameters:
  ///   - clip: The film.
  ///   - index: Complete.
  public init(clip: ClipInfo, index: FrameIndex) {
    let (marks, output) = AsyncStream<ClipMarks>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.marks = marks
    WorkerThread.start(name: "clip-marks", priority: .background) { [control] in
      MarkSearch(clip: clip, index: index, control: control, found: { output.yield($0) }).run()
      output.finish()
    }
  }

  deinit { control.update { $0.isClosed = true } }

  /// Whether others need the processor more just now.
  public func setResting(_ isResting: Bool) { control.update { $0.isResting = isResting } }
}
