// SPDX-License-Identifier: GPL-3.0-or-later

/// Where each instant of a clip lies in a view that shows a part of it.
///
/// All x are in widget pixels from the view's left border. The whole clip is as wide as the zoom
/// makes it, with a margin on both sides that handles at the clip's ends need; the view shows
/// the part that it is scrolled to. Zoom and scroll always stay inside their limits.
public struct TimelineGeometry: Equatable, Sendable {
  /// The whole clip.
  public private(set) var extent: TrimRange

  /// Width of the view; at least 1.
  public private(set) var viewWidth: Double

  /// Pixels left free before the clip's start and behind its end.
  public let margin: Double

  /// Width of a picture in the strip.
  public private(set) var tileWidth: Double

  /// Length of a frame, which limits the zoom to one picture a frame.
  public private(set) var frameSeconds: Double

  /// The zoom.
  public private(set) var pixelsPerSecond: Double

  /// How far the strip is scrolled; 0 shows the clip's start behind the margin.
  public private(set) var scrollX: Double

  /// Where the handles stay while the strip slides below them; nil outside follow mode.
  public private(set) var follow: FollowMode?

  /// Whether the whole clip fits and goes on to fit when the view or the clip changes.
  public private(set) var isFitted: Bool

  /// Shows the clip at the default zoom.
  ///
  /// - Precondition: Lengths are positive numbers.
  public init(
    extent: TrimRange, viewWidth: Double, margin: Double, tileWidth: Double, frameSeconds: Double
  ) {
    precondition(tileWidth > 0 && frameSeconds > 0 && margin >= 0, "lengths are positive")
    self.extent = extent
    self.viewWidth = max(1, viewWidth)
    self.margin = margin
    self.tileWidth = tileWidth
    self.frameSeconds = frameSeconds
    pixelsPerSecond = 1
    scrollX = 0
    isFitted = true
    applyDefaultZoom()
  }

  // MARK: Time and place

  /// Where `time` lies; outside `0...viewWidth` when it is not in view.
  public func x(of time: MediaTime) -> Double { x(atSeconds: (time - extent.inPoint).seconds) }

  /// The tick of the clip's timebase nearest to `x`; not limited to the clip.
  public func time(at x: Double) -> MediaTime {
    let start = extent.inPoint
    return start + MediaTime(seconds: seconds(at: x), timebase: start.timebase)
  }

  /// The instant at `x` to the nanosecond, which tells the frame on screen there even where a tick
  /// is as long as a frame.
  public func instant(at x: Double) -> MediaTime {
    let nanoseconds = Timebase(numerator: 1, denominator: 1_000_000_000)
    return MediaTime(seconds: seconds(at: x), timebase: nanoseconds) + extent.inPoint
  }

  /// Seconds since the clip's start at `x`.
  public func seconds(at x: Double) -> Double { (x + scrollX - margin) / pixelsPerSecond }

  /// Where an instant lies that many seconds behind the clip's start.
  public func x(atSeconds seconds: Double) -> Double {
    seconds * pixelsPerSecond + margin - scrollX
  }

  public var durationSeconds: Double { extent.duration.seconds }

  /// The strip from the clip's start to its end, also where it is out of view.
  public var stripX: ClosedRange<Double> {
    x(atSeconds: 0)...max(x(atSeconds: 0), x(atSeconds: durationSeconds))
  }

  // MARK: Limits

  /// Zoom at which the whole clip just fits.
  public var fittingPixelsPerSecond: Double {
    max(1, viewWidth - 2 * margin) / max(durationSeconds, 1e-9)
  }

  /// Zoom at which a frame is as wide as a picture; never below the fitting one.
  public var largestPixelsPerSecond: Double {
    max(fittingPixelsPerSecond, tileWidth / frameSeconds)
  }

  /// Whether the strip is wider than the view.
  public var isScrollable: Bool { scrollLimits.upperBound - scrollLimits.lowerBound > 0.5 }

  /// The scroll positions that there are.
  public var scrollLimits: ClosedRange<Double> {
    let stripWidth = durationSeconds * pixelsPerSecond
    if let follow {
      // The clip's start may come to the in handle and its end to the out handle, no further.
      let lowest = margin - follow.inX
      return lowest...max(lowest, margin + stripWidth - follow.outX)
    }
    return 0...max(0, stripWidth + 2 * margin - viewWidth)
  }

  // MARK: Scrolling and zooming

  public mutating func scroll(by distance: Double) { scroll(to: scrollX + distance) }

  public mutating func scroll(to position: Double) {
    let limits = scrollLimits
    scrollX = min(max(position, limits.lowerBound), limits.upperBound)
  }

  /// Zooms by a factor; what is at `x` stays there as far as the limits allow.
  public mutating func zoom(by factor: Double, about x: Double) {
    zoom(to: pixelsPerSecond * factor, about: x)
  }

  /// Zooms to a scale; what is at `x` stays there as far as the limits allow.
  public mutating func zoom(to scale: Double, about x: Double) {
    zoom(to: scale, bringing: seconds(at: x), to: x)
  }

  /// Zooms to a scale and scrolls, as two fingers do in one.
  ///
  /// - Parameters:
  ///   - scale: In pixels a second; limited to what is allowed.
  ///   - seconds: An instant behind the clip's start.
  ///   - x: Where that instant is to be, as far as the limits allow.
  public mutating func zoom(to scale: Double, bringing seconds: Double, to x: Double) {
    if follow != nil { return zoomFollowing(to: scale) }
    setScale(scale)
    scroll(to: seconds * pixelsPerSecond + margin - x)
  }

  /// Shows the whole clip.
  public mutating func zoomToFit() { zoom(to: fittingPixelsPerSecond, about: 0) }

  /// Shows the whole clip if that leaves half a picture's width a second, so that both handles of a
  /// short clip are in view; else one picture a second.
  public mutating func applyDefaultZoom() { zoom(to: defaultPixelsPerSecond, about: 0) }

  private var defaultPixelsPerSecond: Double {
    isFittedByDefault ? fittingPixelsPerSecond : tileWidth
  }

  /// Whether the clip is so short that all of it is shown unless somebody zooms.
  private var isFittedByDefault: Bool { fittingPixelsPerSecond >= tileWidth / 2 }

  /// Shows a part of the clip with some room on both sides.
  public mutating func zoom(to range: TrimRange) {
    let wanted = max(range.duration.seconds, frameSeconds)
    let room = max(1, viewWidth - 2 * margin) * 0.8
    setScale(room / wanted)
    let middle = (range.inPoint - extent.inPoint).seconds + range.duration.seconds / 2
    scroll(to: middle * pixelsPerSecond + margin - viewWidth / 2)
    if follow != nil { place(range) }
  }

  /// Scrolls as little as it takes to bring `time` into view, `inset` pixels from the border.
  public mutating func reveal(_ time: MediaTime, inset: Double) {
    let x = x(of: time)
    let inset = min(inset, viewWidth / 2)
    if x < inset { scroll(by: x - inset) }
    if x > viewWidth - inset { scroll(by: x - viewWidth + inset) }
  }

  // MARK: A changing view

  /// Takes another width; the clip goes on to fit, else what is in the middle stays there.
  public mutating func resize(to width: Double) {
    let width = max(1, width)
    guard width != viewWidth else { return }
    let middle = seconds(at: viewWidth / 2)
    viewWidth = width
    refit(keeping: middle)
  }

  /// Takes the clip as it is known now.
  public mutating func update(extent: TrimRange, tileWidth: Double, frameSeconds: Double) {
    guard
      extent != self.extent || tileWidth != self.tileWidth || frameSeconds != self.frameSeconds
    else { return }
    let wasDefault = pixelsPerSecond == self.tileWidth || (isFitted && isFittedByDefault)
    let middle = seconds(at: viewWidth / 2)
    self.extent = extent
    self.tileWidth = tileWidth
    self.frameSeconds = frameSeconds
    // A clip that turns out longer gets the zoom that it would have had from the start.
    let kept = isFitted ? fittingPixelsPerSecond : pixelsPerSecond
    setScale(wasDefault ? defaultPixelsPerSecond : kept)
    scroll(to: middle * pixelsPerSecond + margin - viewWidth / 2)
  }

  private mutating func refit(keeping middle: Double) {
    setScale(isFitted ? fittingPixelsPerSecond : pixelsPerSecond)
    scroll(to: middle * pixelsPerSecond + margin - viewWidth / 2)
  }

  private mutating func setScale(_ scale: Double) {
    let smallest = fittingPixelsPerSecond
    let wanted = scale.isFinite ? scale : smallest
    pixelsPerSecond = min(max(wanted, smallest), largestPixelsPerSecond)
    isFitted = pixelsPerSecond <= smallest * (1 + 1e-9)
  }
}

/// Follow mode: the handles keep their places in the view and the strip slides below them.
extension TimelineGeometry {
  /// Starts follow mode with the handles where they are, or in the middle if they are not in view.
  public mutating func startFollowing(_ range: TrimRange) {
    follow = nil
    let seconds = range.duration.seconds
    let room = max(1, viewWidth - 2 * margin)
    if seconds * pixelsPerSecond > room { setScale(room / max(seconds, 1e-9)) }
    place(range)
  }

  /// Ends follow mode; the view stays where it is as far as the limits allow.
  public mutating func stopFollowing() {
    follow = nil
    scroll(to: scrollX)
  }

  /// Puts the handles of follow mode on a range: where it lies in view, else in the middle.
  public mutating func place(_ range: TrimRange) {
    let width = range.duration.seconds * pixelsPerSecond
    let room = margin...max(margin, viewWidth - margin)
    guard width <= room.upperBound - room.lowerBound + 1e-6 else { return startFollowing(range) }
    let x = x(of: range.inPoint)
    let isInView = x >= room.lowerBound - 1e-6 && x + width <= room.upperBound + 1e-6
    let inX = isInView ? x : (viewWidth - width) / 2
    follow = FollowMode(inX: inX, outX: inX + width)
    align(range)
  }

  /// Has the handles stay where they are and slides the strip until a changed range is below them.
  ///
  /// The out handle gives way to another length, and both do where the view would end.
  public mutating func keepHandles(on range: TrimRange) {
    guard let follow else { return startFollowing(range) }
    let width = range.duration.seconds * pixelsPerSecond
    let room = max(1, viewWidth - 2 * margin)
    guard width <= room + 1e-6 else { return startFollowing(range) }
    let inX = max(margin, min(follow.inX, viewWidth - margin - width))
    self.follow = FollowMode(inX: inX, outX: inX + width)
    align(range)
  }

  /// Scrolls so that the range's start is exactly below the in handle.
  public mutating func align(_ range: TrimRange) {
    guard let follow else { return }
    let start = (range.inPoint - extent.inPoint).seconds
    scrollX = start * pixelsPerSecond + margin - follow.inX
  }

  /// The times below the handles; nil outside follow mode.
  public var followedRange: TrimRange? {
    follow.flatMap { TrimRange(inPoint: time(at: $0.inX), outPoint: time(at: $0.outX)) }
  }

  private mutating func zoomFollowing(to scale: Double) {
    guard let follow else { return }
    let (start, end) = (seconds(at: follow.inX), seconds(at: follow.outX))
    let room = max(1, viewWidth - 2 * margin)
    setScale(min(scale, room / max(end - start, 1e-9)))
    let width = (end - start) * pixelsPerSecond
    let middle = (follow.inX + follow.outX) / 2
    let inX = min(max(middle - width / 2, margin), max(margin, viewWidth - margin - width))
    self.follow = FollowMode(inX: inX, outX: inX + width)
    scrollX = start * pixelsPerSecond + margin - inX
  }
}
