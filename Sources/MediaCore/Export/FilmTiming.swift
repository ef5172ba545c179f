// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// When each packet of a copied piece of film is shown and decoded, from the index.
///
/// Decoding times are made anew: containers leave them out, round them or get them wrong, and after
/// a seek the first ones are guesses. The n-th packet is decoded at the n-th presentation time,
/// earlier by as much as the piece's reordering needs. All times in ticks of the index.
struct FilmTiming {
  struct Times: Equatable {
    let pts: Int64
    let dts: Int64
    let duration: Int64
    let isKeyframe: Bool
    let isShown: Bool

    /// The same of a packet that players may start at.
    var asKeyframe: Times {
      Times(pts: pts, dts: dts, duration: duration, isKeyframe: true, isShown: isShown)
    }
  }

  private let lowerBound: Int
  private let times: [Times?]

  /// Packets that will be written: the piece's without the leading ones.
  let packetCount: Int

  /// Whether each of them has times here; if not, the source's own must do.
  let isComplete: Bool

  /// By how much packets are decoded before the frames of their places are shown.
  let delay: Int64

  /// Sorts out the times of a piece.
  ///
  /// - Parameters:
  ///   - piece: What is copied.
  ///   - index: Of the source.
  ///   - storesOnlyOrder: Whether the clip's container keeps no presentation times; then packets are
  ///     decoded at the times at which frames are shown.
  ///   - minimumDelay: What other pieces of the same film need.
  init(
    piece: ExportPlan.CopiedPiece, index: FrameIndex, storesOnlyOrder: Bool,
    minimumDelay: Int64 = 0
  ) {
    lowerBound = piece.packets.lowerBound
    packetCount = piece.packets.count - piece.leadingPackets.count
    var numbers = [Int](repeating: -1, count: piece.packets.count)
    for number in Self.neighbourhood(of: piece, in: index) {
      let position = Int(index.frames[number].decodePosition)
      if piece.packets.contains(position), !piece.leadingPackets.contains(position) {
        numbers[position - piece.packets.lowerBound] = number
      }
    }
    let known = numbers.filter { $0 >= 0 }
    isComplete = known.count == packetCount
    let sorted = known.sorted().map { index.frames[$0].pts }
    var delay: Int64 = 0
    if !storesOnlyOrder {
      delay = minimumDelay
      for (pts, number) in zip(sorted, known) { delay = max(delay, pts - index.frames[number].pts) }
    }
    self.delay = delay
    var next = 0
    times = numbers.map { number in
      guard number >= 0 else { return nil }
      let frame = index.frames[number]
      let dts = sorted[next] - delay
      next += 1
      let end = number + 1 < index.count ? index.frames[number + 1].pts : index.endPTS
      return Times(
        pts: storesOnlyOrder ? dts : frame.pts, dts: dts, duration: max(1, end - frame.pts),
        isKeyframe: frame.isKeyframe, isShown: piece.shownFrames.contains(number))
    }
  }

  /// The times of the packet at a position in decode order; nil for packets that the index does not
  /// have.
  subscript(position: Int) -> Times? { times[position - lowerBound] }

  /// Frames whose packets may be in the piece: the shown ones, and around them as many as the piece
  /// has beyond those.
  private static func neighbourhood(
    of piece: ExportPlan.CopiedPiece, in index: FrameIndex
  ) -> Range<Int> {
    let extra = piece.packets.count - piece.shownFrames.count
    // A frame is never shown further from its place in decode order than the piece is long.
    let reach = max(0, extra) + 64
    return max(
      0, piece.shownFrames.lowerBound - reach)..<min(
        index.count, piece.shownFrames.upperBound + reach)
  }
}
