// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import MediaCore
import TrimModel

extension TimelineView {
  /// Takes a picture that was asked for; draws it where it belongs, if that is in view.
  func show(_ thumbnail: Thumbnail) {
    guard let state, let geometry, state.extent.contains(thumbnail.time) else { return }
    let middle = geometry.time(at: geometry.viewWidth / 2)
    thumbnails.insert(thumbnail, near: middle)
    canvas.queueDraw()
    if hoverX != nil { updateFloat() }
  }

  /// Largest size of a picture, in device pixels.
  var thumbnailBounds: PixelSize {
    let scale = kerf_compat_get_scale(widget)
    let tile = tileSize
    return PixelSize(
      width: Int((tile.width * scale).rounded(.up)),
      height: Int((tile.height * scale).rounded(.up)))
  }

  /// Asks for the pictures that are missing, if others are wanted than at the last time.
  func updateThumbnails(isForced: Bool = false) {
    guard let wantsThumbnails, let state, let geometry else { return }
    let bounds = thumbnailBounds
    if bounds != lastBounds { thumbnails.removeAll() }
    let wanted = ThumbnailLayout(geometry: geometry, index: state.index).wantedTimes
    guard isForced || wanted != lastWanted || bounds != lastBounds else { return }
    lastWanted = wanted
    lastBounds = bounds
    let missing = wanted.filter { !thumbnails.contains($0) }
    // A keyframe may have come in the place of a frame near it, and the frame not any more.
    let inexact = wanted.filter { time in
      guard let entry = thumbnails[time] else { return false }
      return state.index.frame(at: time).map { state.index.time(ofFrame: $0) } != entry.frameTime
    }
    wantsThumbnails(missing + inexact, bounds)
  }
}
