// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

/// What the window shows before anything is open, and when opening failed.
final class EmptyPage {
  let widget: Widget
  private let page: GObjectRef
  private let details: GObjectRef
  private let recent = RecentPictures()
  private var detailsText: String?

  /// - Parameter showDetails: Gets libav's own words when they are asked for.
  init(showDetails: @escaping (String) -> Void) {
    page = GObjectRef(sinking: made(adw_status_page_new()).raw)
    let open = Make.textButton(_t("Open…"), action: "win.open")
    kerf_accessible_set_label(open, _t("Open…"))
    gtk_widget_add_css_class(open, "pill")
    gtk_widget_add_css_class(open, "suggested-action")
    details = GObjectRef(sinking: Make.textButton(_t("Details")).raw)
    gtk_widget_add_css_class(details.widget, "pill")
    gtk_widget_add_css_class(details.widget, "flat")
    let buttons = Make.box(GTK_ORIENTATION_VERTICAL, spacing: 12, [open, details.widget])
    gtk_widget_set_halign(buttons, GTK_ALIGN_CENTER)
    adw_status_page_set_child(
      page.opaque, Make.box(GTK_ORIENTATION_VERTICAL, spacing: 36, [buttons, recent.widget]))
    widget = page.widget
    gtk_widget_set_vexpand(widget, 1)
    connect(details.raw, "clicked") { [weak self] in
      guard let text = self?.detailsText else { return }
      showDetails(text)
    }
    showInvitation()
  }

  /// Invites to open a video.
  func showInvitation() {
    adw_status_page_set_icon_name(page.opaque, "video-x-generic-symbolic")
    adw_status_page_set_title(page.opaque, _t("Drop a Video Here"))
    adw_status_page_set_description(page.opaque, _t("Trim it without losing a bit of quality."))
    setDetails(nil)
  }

  /// Offers files that were opened before.
  func showRecent(_ files: [RecentFiles.Entry]) {
    recent.show(files)
    // A smaller icon leaves the pictures in sight.
    if !files.isEmpty { gtk_widget_add_css_class(widget, "compact") }
  }

  /// Says why a file is not open.
  func show(_ sentence: ErrorSentence) {
    adw_status_page_set_icon_name(page.opaque, "dialog-warning-symbolic")
    // A status page's texts are markup in some releases and plain in others: escaped is right in
    // the description; the title is taken as it is.
    adw_status_page_set_title(page.opaque, _t("This Did Not Open"))
    adw_status_page_set_description(page.opaque, Markup.escaped(sentence.whole))
    setDetails(sentence.details)
  }

  private func setDetails(_ text: String?) {
    detailsText = text
    gtk_widget_set_visible(details.widget, text == nil ? 0 : 1)
  }
}
