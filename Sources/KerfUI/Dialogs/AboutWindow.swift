// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

/// Says what the program is and who made it.
enum AboutWindow {
  static func show(over window: GObjectRef) {
    let debug =
      "\(AppInfo.name) \(AppInfo.version)\n"
      + "GTK \(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())\n"
      + "libadwaita \(adw_get_major_version()).\(adw_get_minor_version())."
      + "\(adw_get_micro_version())\n"
    // Translators: your name, one translator a line; shown in the About window.
    let credits = _t("translator-credits")
    withCStrings([
      AppInfo.id, AppInfo.name, AppInfo.version, _t("The Kerf developers"),
      _t("Trims videos exactly and without loss."), "© 2026 \(_t("The Kerf developers"))",
      AppInfo.website, credits, debug, AppInfo.issues,
    ]) { text in
      var about = KerfAbout(
        application_id: text[0], name: text[1], version: text[2], developer: text[3],
        comments: text[4], copyright: text[5], website: text[6], issue_url: text[9],
        translator_credits: credits == "translator-credits" ? nil : text[7], debug_info: text[8])
      kerf_dialog_about(window.cast(), &about)
    }
  }

  /// Lends all strings at once as C strings.
  private static func withCStrings(_ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> Void) {
    let copies = strings.map { g_strdup($0) }
    body(copies.map { UnsafePointer($0) })
    for copy in copies { g_free(copy) }
  }
}
