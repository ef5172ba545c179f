// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import Playback

/// Nothing is decoded for a window that nobody can see.
extension VideoView {
  struct Hiding {
    fileprivate var isHidden = false
    fileprivate var goesOn = false
  }

  /// Follows the state of the window that the widget is in.
  func watchSurface(of widget: Widget) {
    guard let surface = kerf_compat_get_surface(widget) else { return }
    connect(surface, "notify::state") { [weak self] in
      self?.setHidden(kerf_compat_is_hidden(surface) != 0)
    }
    setHidden(kerf_compat_is_hidden(surface) != 0)
  }

  private func setHidden(_ isHidden: Bool) {
    guard isHidden != hiding.isHidden else { return }
    hiding.isHidden = isHidden
    if isHidden {
      hiding.goesOn = player.state.isPlaying
      player.pause()
    } else if hiding.goesOn {
      hiding.goesOn = false
      player.play()
    }
  }
}
