// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import MediaCore
import TrimModel

/// Pictures above the strip: of the frame below the pointer, and of the two frames at an edge.
extension TimelineView {
  /// Decides what floats above the strip now, and asks for what it shows.
  func updateFloat() {
    guard let state, let geometry else { return showCard(nil, []) }
    switch interaction {
    case .edge(let edge, _): showEdge(edge, state, geometry)
    case .none: showHover(state, geometry)
    case .pressed, .scrub, .range, .scroll, .overview: showCard(nil, [])
    }
  }

  /// Takes a picture that a card asked for.
  func showStill(_ still: Thumbnail) {
    guard wantedStills.contains(still.time) else { return }
    stills[still.time] = (
      texture: PictureTexture.make(still.picture), frame: still.picture.presentationTime
    )
    updateFloat()
  }

  // MARK: Hovering

  private func showHover(_ state: EditorState, _ geometry: TimelineGeometry) {
    guard let hoverX, geometry.stripX.contains(hoverX) else { return showCard(nil, []) }
    switch hovered {
    case .range, .rangeBar, .strip, .ruler, .playhead: break
    case .handle, .overview, .nothing: return showCard(nil, [])
    }
    let time = frame(at: geometry.instant(at: hoverX), state)
    let size = cardSize(height: isLow ? 56 : 90, state)
    let seconds = geometry.tileWidth / geometry.pixelsPerSecond
    // At once what the strip has, then the frame itself.
    let texture =
      stills[time]?.texture ?? thumbnails.nearest(to: time, within: seconds)?.texture
    let picture = TimelineFloat.Picture(
      texture: texture, width: size.width, height: size.height,
      caption: Timecode.string(state.interfaceTime(of: time)))
    showCard(TimelineFloat.Card(pictures: [picture], x: hoverX), [time])
  }

  // MARK: Two-up

  /// The last frame on one side of the cut beside the first on the other.
  private func showEdge(_ edge: RangeEdge, _ state: EditorState, _ geometry: TimelineGeometry) {
    let grid = (state.range.inPoint, state.range.outPoint)
    let cut = edge == .inPoint ? grid.0 : grid.1
    let isAtEnd = edge == .inPoint ? cut <= state.extent.inPoint : cut >= state.extent.outPoint
    // Before the index reaches it, the frame beside is not known.
    guard !isAtEnd, let after = state.frameNumber(at: cut), after > 0, after < state.index.count
    else { return showCard(nil, []) }
    let times = [state.index.time(ofFrame: after - 1), state.index.time(ofFrame: after)]
    // Where what is marked goes, the frames beside the range stay.
    let isFirstCut = (edge == .inPoint) == (state.ranges.purpose == .keep)
    let captions =
      isFirstCut ? [_t("Cut away"), _t("First frame")] : [_t("Last frame"), _t("Cut away")]
    let size = cardSize(height: isLow ? 56 : (geometry.viewWidth < 500 ? 74 : 96), state)
    let pictures = zip(times, captions).enumerated().map { position, pair in
      // Another frame than the one meant would be a lie here.
      let still = stills[pair.0].flatMap { $0.frame == pair.0 ? $0.texture : nil }
      return TimelineFloat.Picture(
        texture: still, width: size.width, height: size.height, caption: pair.1,
        isDimmed: (position == 0) == isFirstCut)
    }
    let x = geometry.x(of: cut)
    showCard(
      TimelineFloat.Card(pictures: pictures, x: min(max(0, x), geometry.viewWidth)), times)
  }

  // MARK: Parts of both

  private func frame(at time: MediaTime, _ state: EditorState) -> MediaTime {
    state.frameNumber(at: time).map { state.index.time(ofFrame: $0) } ?? time
  }

  /// Whether the window is so low that a card would hide all of the film.
  private var isLow: Bool { (1..<480).contains(gtk_widget_get_height(float.widget)) }

  private func cardSize(height: Double, _ state: EditorState) -> (width: Double, height: Double) {
    let aspect = min(max(state.clip.geometry.displayAspect, 0.3), 3)
    let width = (height * aspect).rounded()
    return width <= 170 ? (width, height) : (170, (170 / aspect).rounded())
  }

  private func showCard(_ card: TimelineFloat.Card?, _ times: [MediaTime]) {
    float.show(card)
    guard times != wantedStills else { return }
    let isResting = times.isEmpty && wantedStills.isEmpty
    wantedStills = times
    // A few of the past ones serve who goes back and forth.
    if stills.count > 64 { stills = stills.filter { times.contains($0.key) } }
    guard !isResting, let picture = card?.pictures.first else {
      if !isResting { wantsStills?([], lastBounds) }
      return
    }
    let scale = kerf_compat_get_scale(widget)
    let bounds = PixelSize(
      width: Int((picture.width * scale).rounded(.up)),
      height: Int((picture.height * scale).rounded(.up)))
    let missing = times.filter { stills[$0]?.frame != $0 }
    wantsStills?(missing, bounds)
  }
}
