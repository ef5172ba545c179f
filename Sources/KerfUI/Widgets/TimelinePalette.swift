// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

/// The timeline's colours, from the theme as it is now.
struct TimelinePalette {
  let foreground: GdkRGBA
  let background: GdkRGBA
  let accent: GdkRGBA
  let onAccent: GdkRGBA

  /// Of the marked ranges: the accent, or a warning where they are removed.
  let range: GdkRGBA
  let onRange: GdkRGBA

  /// Of cards that float over the window.
  let card: GdkRGBA

  /// High contrast: no translucency, stronger lines.
  let isHighContrast: Bool

  init(widget: Widget, removes: Bool = false) {
    var text = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)
    kerf_compat_get_color(widget, &text)
    text.alpha = 1
    foreground = text
    func color(_ name: String, else fallback: GdkRGBA) -> GdkRGBA {
      var color = fallback
      return kerf_compat_lookup_color(widget, name, &color) != 0 ? color : fallback
    }
    let isTextDark = text.red + text.green + text.blue < 1.5
    let page: Float = isTextDark ? 0.98 : 0.14
    background = color(
      "window_bg_color", else: GdkRGBA(red: page, green: page, blue: page, alpha: 1))
    accent = color(
      "accent_bg_color", else: GdkRGBA(red: 0.21, green: 0.52, blue: 0.89, alpha: 1))
    onAccent = color("accent_fg_color", else: GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1))
    range =
      removes
      ? color(
        "destructive_bg_color", else: GdkRGBA(red: 0.88, green: 0.11, blue: 0.14, alpha: 1))
      : accent
    onRange = removes ? color("destructive_fg_color", else: onAccent) : onAccent
    card = color("popover_bg_color", else: background)
    isHighContrast = adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0
  }

  /// The foreground, weaker; never weaker than half in high contrast.
  func foreground(_ strength: Float) -> GdkRGBA {
    foreground.with(alpha: isHighContrast ? max(0.5, strength) : strength)
  }

  /// Of the waveform.
  var sound: GdkRGBA { isHighContrast ? foreground : accent.mixed(with: foreground, 0.15) }

  /// Lies over what is cut away.
  var dim: GdkRGBA { background.with(alpha: isHighContrast ? 0.85 : 0.68) }
}

extension GdkRGBA {
  func with(alpha: Float) -> GdkRGBA {
    GdkRGBA(red: red, green: green, blue: blue, alpha: self.alpha * alpha)
  }

  /// A part of the way to another colour.
  func mixed(with other: GdkRGBA, _ part: Float) -> GdkRGBA {
    GdkRGBA(
      red: red + (other.red - red) * part, green: green + (other.green - green) * part,
      blue: blue + (other.blue - blue) * part, alpha: alpha + (other.alpha - alpha) * part)
  }
}
