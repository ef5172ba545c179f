// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// Text for widgets that read Pango's markup.
enum Markup {
  /// The text so that it is shown as it is.
  static func escaped(_ text: String) -> String {
    guard let escaped = g_markup_escape_text(text, -1) else { return text }
    defer { g_free(escaped) }
    return String(cString: escaped)
  }
}
