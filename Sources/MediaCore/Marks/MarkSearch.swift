// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// The thread of a ``MarkScout``.
///
/// Belongs to that thread.
final class MarkSearch {
  /// Frames of 1080 lines that are decoded at most, some minutes of one core: fewer for larger ones.
  private static let affordableFrames = 12_000
  /// Keyframes at both ends of a GOP that differ by less hold one scene, or come back to it.
  private static let leastDistance = 10.0
  private static let secondsBetweenNews = 0.3

  private let clip: ClipInfo
  private let index: FrameIndex
  private let control: Monitor<MarkScout.Control>
  private let found: (ClipMarks) -> Void
  private let converter = PictureConverter(quality: .small)
  private var detector = SceneDetector()
  private let news = Stopwatch()
  private var lastNews = 0.0

  init(
    clip: ClipInfo, index: FrameIndex, control: Monitor<MarkScout.Control>,
    found: @escaping (ClipMarks) -> Void
  ) {
    self.clip = clip
    self.index = index
    self.control = control
    self.found = found
  }

  func run() {
    guard index.count > 1, !index.keyframes.isEmpty else { return }
    do throws(MediaError) {
      let source = try FrameSource(path: clip.path, purpose: .thumbnails)
      source.setIndex(index)
      source.isInterrupted = { [control] in
        // Rests here, between two packets.
        control.wait { $0.isResting && !$0.isClosed ? nil : $0.isClosed } ?? true
      }
      for run in try runs(source) { try look(at: run, source) }
      tell(isLast: true)
    } catch {
      // Closed, or a film that plays no better: the marks found so far stay.
      tell(isLast: true)
    }
  }

  /// Frames to look at one after the other, in order: all of a short film; of a long one the GOPs
  /// whose ends differ, as many as can be afforded.
  private func runs(_ source: FrameSource) throws(MediaError) -> [Range<Int>] {
    let pixels = max(1, clip.geometry.codedWidth * clip.geometry.codedHeight)
    let affordable = Int(
      min(Double(Self.affordableFrames) * 1920 * 1080 / Double(pixels), 200_000))
    if index.count <= affordable { return [0..<index.count] }
    let starts = index.keyframes
    var gops: [(frames: Range<Int>, distance: Double)] = []
    var previous: PictureSignature?
    for (position, start) in starts.enumerated() {
      guard let frame = try source.keyframeAlone(at: position) else {
        previous = nil
        continue
      }
      let signature = try signature(of: frame)
      if let previous, position > 0 {
        let distance = signature.distance(to: previous)
        if distance >= Self.leastDistance {
          // One frame more on both sides: a change shows between two.
          let frames = starts[position - 1]..<min(start + 2, index.count)
          gops.append((frames, distance))
        }
      }
      previous = signature
    }
    var left = affordable
    let chosen = gops.sorted { $0.distance > $1.distance }.prefix {
      left -= $0.frames.count
      return left >= 0
    }
    return chosen.map(\.frames).sorted { $0.lowerBound < $1.lowerBound }
  }

  private func look(at frames: Range<Int>, _ source: FrameSource) throws(MediaError) {
    guard let first = try source.frame(at: index.time(ofFrame: frames.lowerBound)) else { return }
    var next: DecodedFrame? = first
    let end = index.time(ofFrame: frames.upperBound)
    while let frame = next {
      let time = MediaTime(ticks: frame.pts, timebase: index.timebase)
      guard time < end else { break }
      detector.add(try signature(of: frame), at: time)
      tell()
      next = try source.next()
    }
    detector.interrupt(at: end)
  }

  private func signature(of decoded: DecodedFrame) throws(MediaError) -> PictureSignature {
    let size = PixelSize(width: PictureSignature.width, height: PictureSignature.height)
    return PictureSignature(
      try converter.convert(
        decoded.frame, to: size, geometry: clip.geometry,
        at: MediaTime(ticks: decoded.pts, timebase: index.timebase)))
  }

  private func tell(isLast: Bool = false) {
    let now = news.seconds
    guard isLast || now - lastNews >= Self.secondsBetweenNews else { return }
    lastNews = now
    // Neighbouring runs overlap by a frame or two.
    var scenes: [MediaTime] = []
    for time in detector.sceneChanges where scenes.last.map({ $0 < time }) ?? true {
      scenes.append(time)
    }
    var blacks: [TrimRange] = []
    for range in detector.blacks where blacks.last.map({ $0.outPoint <= range.inPoint }) ?? true {
      blacks.append(range)
    }
    found(ClipMarks(sceneChanges: scenes, blacks: blacks))
  }
}
