// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

/// The window's header bar: Open with recent files, the clip's name, Save, the main menu.
final class HeaderBar {
  let widget: Widget
  private let title: GObjectRef
  private let subtitle: GObjectRef
  private let openButton: GObjectRef
  /// Stands for it in a narrow window, without the recent files.
  private let narrowOpenButton: GObjectRef
  private let saveButton: GObjectRef

  init() {
    widget = made(adw_header_bar_new())
    title = GObjectRef(sinking: Make.label(AppInfo.name, classes: "title").raw)
    subtitle = GObjectRef(sinking: Make.label(classes: "subtitle", "numeric").raw)
    openButton = GObjectRef(sinking: made(adw_split_button_new()).raw)
    narrowOpenButton = GObjectRef(
      sinking: made(gtk_button_new_from_icon_name("document-open-symbolic")).raw)
    saveButton = GObjectRef(sinking: made(adw_split_button_new()).raw)
    setUpOpen()
    setUpTitle()
    setUpSave()
    setUpMenu()
    setNarrow(false)
    setClip(name: nil, subtitle: "")
  }

  /// Shows a clip's name and description; nil for none.
  func setClip(name: String?, subtitle description: String) {
    gtk_label_set_text(title.opaque, name ?? AppInfo.name)
    gtk_widget_set_tooltip_text(title.widget, name)
    gtk_label_set_text(subtitle.opaque, description)
    gtk_widget_set_visible(subtitle.widget, description.isEmpty ? 0 : 1)
    gtk_widget_set_visible(saveButton.widget, name == nil ? 0 : 1)
  }

  /// Leaves the width of a narrow window to the clip's name.
  func setNarrow(_ isNarrow: Bool) {
    gtk_widget_set_visible(openButton.widget, isNarrow ? 0 : 1)
    gtk_widget_set_visible(narrowOpenButton.widget, isNarrow ? 1 : 0)
    if isNarrow {
      adw_split_button_set_icon_name(saveButton.opaque, "document-save-symbolic")
    } else {
      adw_split_button_set_label(saveButton.opaque, _t("Save"))
    }
  }

  /// Shows the files that were opened last.
  func setRecent(_ files: [RecentFiles.Entry]) {
    let menu = GObjectRef(sinking: made(g_menu_new()).raw)
    for file in files {
      let item = GObjectRef(
        sinking: made(g_menu_item_new(Self.withoutMnemonic(file.name), nil)).raw)
      g_menu_item_set_action_and_target_value(
        item.opaque, "win.open-uri", g_variant_new_string(file.uri))
      g_menu_append_item(menu.opaque, item.opaque)
    }
    let all = GObjectRef(sinking: made(g_menu_new()).raw)
    if files.isEmpty {
      g_menu_append(menu.opaque, _t("No Recent Videos"), "win.nothing")
    }
    g_menu_append_section(all.opaque, files.isEmpty ? nil : _t("Recent"), menu.cast())
    adw_split_button_set_menu_model(openButton.opaque, all.cast())
  }

  private func setUpOpen() {
    adw_split_button_set_label(openButton.opaque, _t("Open"))
    Self.describeDropdown(of: openButton, _t("Recent Videos"))
    for button in [openButton, narrowOpenButton] {
      gtk_widget_set_tooltip_text(button.widget, _t("Open a Video"))
      kerf_accessible_set_label(button.widget, _t("Open"))
      gtk_actionable_set_action_name(button.opaque, "win.open")
      adw_header_bar_pack_start(widget.opaque, button.widget)
    }
  }

  private func setUpTitle() {
    for label in [title, subtitle] {
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
      gtk_label_set_single_line_mode(label.opaque, 1)
    }
    gtk_label_set_ellipsize(subtitle.opaque, PANGO_ELLIPSIZE_END)
    let box = Make.box(GTK_ORIENTATION_VERTICAL, [title.widget, subtitle.widget])
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
    adw_header_bar_set_title_widget(widget.opaque, box)
  }

  private func setUpSave() {
    gtk_widget_add_css_class(saveButton.widget, "suggested-action")
    gtk_widget_set_tooltip_text(saveButton.widget, _t("Save to the Videos Folder"))
    kerf_accessible_set_label(saveButton.widget, _t("Save"))
    gtk_actionable_set_action_name(saveButton.opaque, "win.save")
    Self.describeDropdown(of: saveButton, _t("More Ways to Save"))
    let menu = Make.menu([
      [(_t("Save _As…"), "win.save-as"), (_t("_Export…"), "win.export")],
      [(_t("Save _Frame as Picture…"), "win.save-frame")],
    ])
    adw_split_button_set_menu_model(saveButton.opaque, menu.cast())
  }

  private func setUpMenu() {
    let button = made(gtk_menu_button_new())
    gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
    button.describe(_t("Main Menu"))
    gtk_menu_button_set_primary(button.opaque, 1)
    let menu = Make.menu([
      [(_t("_New Window"), "app.new-window")],
      [
        (_t("_Preferences"), "win.preferences"),
        (_t("_Keyboard Shortcuts"), "win.show-help-overlay"),
        (_t("_Help"), "win.help"),
        (_t("_About Kerf"), "win.about"),
      ],
    ])
    gtk_menu_button_set_menu_model(button.opaque, menu.cast())
    adw_header_bar_pack_end(widget.opaque, button)
    adw_header_bar_pack_end(widget.opaque, saveButton.widget)
  }

  /// Names the arrow of a split button, which is its last child and has no name of its own.
  private static func describeDropdown(of button: GObjectRef, _ name: String) {
    adw_split_button_set_dropdown_tooltip(button.opaque, name)
    if let arrow = button.widget.children.last { kerf_accessible_set_label(arrow, name) }
  }

  /// A menu shows an underscore only when it is doubled.
  private static func withoutMnemonic(_ name: String) -> String {
    name.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
  }
}
