// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import Glibc

/// Translates one plain literal; keep it free of `\(…)`, which the type forbids, and of `"""`.
///
/// Values go in through ``fill(_:_:)``.
func _t(_ text: StaticString) -> String {
  String(cString: g_dgettext(Localization.domain, cString(text)))
}

/// Translates a literal whose meaning depends on where it stands.
func _c(_ context: StaticString, _ text: StaticString) -> String {
  String(cString: g_dpgettext2(Localization.domain, cString(context), cString(text)))
}

/// Translates the form for a count; `{count}` in it is for ``fill(_:_:)``.
func _n(_ one: StaticString, _ many: StaticString, _ count: Int) -> String {
  String(
    cString: g_dngettext(
      Localization.domain, cString(one), cString(many), gulong(max(0, count))))
}

/// Puts values in the place of their `{name}`, which translators may move.
///
/// In texts that run from right to left each value keeps the direction of its own: a size is not
/// torn apart. Not for names of files, which get no invisible characters: ``fillName(_:_:)``.
func fill(_ template: String, _ values: [String: String]) -> String {
  guard gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL else {
    return fillName(template, values)
  }
  return fillName(template, values.mapValues { "\u{2068}\($0)\u{2069}" })
}

/// Puts values in the place of their `{name}`, and nothing else.
func fillName(_ template: String, _ values: [String: String]) -> String {
  var result = ""
  var rest = template[...]
  while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
    result += rest[..<open]
    let name = String(rest[rest.index(after: open)..<close])
    result += values[name] ?? "{\(name)}"
    rest = rest[rest.index(after: close)...]
  }
  return result + rest
}

/// A number as the program writes it, with the user's decimal separator; for sizes, not for times,
/// which have the industry's form everywhere.
func localized(_ number: String) -> String {
  let separator = String(cString: kerf_locale_decimal_separator())
  guard separator != "." else { return number }
  return number.split(separator: ".", omittingEmptySubsequences: false)
    .joined(separator: separator)
}

/// The literal's own bytes, which live as long as the program and end in a zero.
private func cString(_ text: StaticString) -> UnsafePointer<CChar> {
  precondition(text.hasPointerRepresentation, "a literal of more than one character")
  return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Where translations come from.
enum Localization {
  nonisolated static let domain = "kerf"

  /// Takes the user's locale and binds the translations; before any other GTK call.
  static func start() {
    kerf_locale_start()
    kerf_text_bind(domain, localeFolder)
  }

  /// `KERF_LOCALEDIR` for runs from the source tree, else beside the program's own prefix.
  private static var localeFolder: String {
    if let folder = getenv("KERF_LOCALEDIR") { return String(cString: folder) }
    return InstallPrefix.share + "/locale"
  }
}
