// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// Asks how the range is saved: name, folder, kind of file and method, with what each choice costs.
///
/// Lives as long as its dialog, which holds it.
final class ExportDialog {
  /// What somebody decided.
  struct Choice {
    let path: FilePath
    let plans: [JoinPlan]
    let settings: ExportSettings
    /// Nil when there is but one range.
    let joins: Bool?
  }

  private weak var owner: EditorWindow?
  private var draft: ExportDraft
  private let take: (Choice) -> Void
  private let name: GObjectRef
  private let folderRow: GObjectRef
  private let methodRow: GObjectRef
  private let outcome: GObjectRef
  private let outcomeRow: GObjectRef
  private let accept: GObjectRef
  private weak var dialog: DialogHandle?

  /// Shows the dialog.
  ///
  /// - Parameters:
  ///   - owner: The window that the clip is open in.
  ///   - draft: What it starts with.
  ///   - take: Gets what was decided; not called when the dialog is closed.
  static func show(
    over owner: EditorWindow, draft: ExportDraft, _ take: @escaping (Choice) -> Void
  ) {
    ExportDialog(owner, draft, take).present()
  }

  private init(_ owner: EditorWindow, _ draft: ExportDraft, _ take: @escaping (Choice) -> Void) {
    self.owner = owner
    self.draft = draft
    self.take = take
    name = GObjectRef(sinking: made(adw_entry_row_new()).raw)
    folderRow = GObjectRef(sinking: made(adw_action_row_new()).raw)
    methodRow = GObjectRef(sinking: made(adw_combo_row_new()).raw)
    outcome = GObjectRef(sinking: Make.label(classes: "numeric").raw)
    outcomeRow = GObjectRef(sinking: made(gtk_image_new()).raw)
    accept = GObjectRef(sinking: Make.textButton(_t("Save")).raw)
  }

  private func present() {
    guard let owner else { return }
    let header = made(adw_header_bar_new())
    adw_header_bar_set_show_start_title_buttons(header.opaque, 0)
    adw_header_bar_set_show_end_title_buttons(header.opaque, 0)
    adw_header_bar_set_title_widget(header.opaque, made(adw_window_title_new(_t("Export"), "")))
    let cancel = Make.textButton(_t("Cancel"))
    gtk_widget_add_css_class(accept.widget, "suggested-action")
    adw_header_bar_pack_start(header.opaque, cancel)
    adw_header_bar_pack_end(header.opaque, accept.widget)

    let page = made(adw_preferences_page_new())
    gtk_widget_set_vexpand(page, 1)
    adw_preferences_page_add(page.cast(), placeGroup().cast())
    adw_preferences_page_add(page.cast(), mannerGroup().cast())
    adw_preferences_page_add(page.cast(), outcomeGroup().cast())
    let content = Make.box(GTK_ORIENTATION_VERTICAL, [header, page])
    gtk_widget_set_size_request(content, 320, draft.joins == nil ? 470 : 550)

    let handle = DialogHandle(
      raw: made(
        kerf_dialog_present_content(
          owner.window.cast(), _t("Export"), 440, content, accept.widget)
      ).raw)
    dialog = handle
    // This handler, which goes with its button, is what keeps the object alive.
    connect(cancel, "clicked") { () -> Void in withExtendedLifetime(self) { handle.close() } }
    connect(accept.raw, "clicked") { [weak self] () -> Void in self?.finish(handle) }
    render()
    gtk_widget_grab_focus(name.widget)
    EventLog.note("export-dialog")
  }

  private func placeGroup() -> Widget {
    let group = made(adw_preferences_group_new())
    adw_preferences_row_set_title(name.cast(), _t("Name"))
    gtk_editable_set_text(name.opaque, draft.name)
    connect(name.raw, "changed") { [weak self] () -> Void in
      guard let self else { return }
      draft.name = String(cString: made(gtk_editable_get_text(name.opaque)))
      render()
    }
    connect(name.raw, "entry-activated") { [weak self] () -> Void in
      guard let self, let dialog else { return }
      finish(dialog)
    }
    adw_preferences_group_add(group.cast(), name.widget)

    adw_preferences_row_set_title(folderRow.cast(), _t("Folder"))
    adw_preferences_row_set_use_markup(folderRow.cast(), 0)
    let choose = Make.textButton(_t("Choose…"))
    kerf_accessible_set_label(choose, _t("Choose a Folder"))
    gtk_widget_set_valign(choose, GTK_ALIGN_CENTER)
    connect(choose, "clicked") { [weak self] () -> Void in self?.chooseFolder() }
    adw_action_row_add_suffix(folderRow.cast(), choose)
    adw_action_row_set_activatable_widget(folderRow.cast(), choose)
    adw_preferences_group_add(group.cast(), folderRow.widget)
    return group
  }

  private func mannerGroup() -> Widget {
    let group = made(adw_preferences_group_new())
    if let joins = draft.joins {
      let row = PreferencesWindow.switchRow(
        _t("Join Ranges"), _t("One clip of all ranges instead of a clip for each"), isOn: joins
      ) { [weak self] in
        guard let self else { return }
        draft.choose(joins: $0)
        render()
      }
      adw_preferences_group_add(group.cast(), row)
    }
    let format = made(adw_combo_row_new())
    adw_preferences_row_set_title(format.cast(), _t("Kind of File"))
    PreferencesWindow.fill(format, draft.formats.map(\.label), selected: draft.formatPosition)
    let (rawFormat, method) = (format.raw, methodRow)
    connect(format, "notify::selected") { [weak self] (_: OpaquePointer?) -> Void in
      guard let self else { return }
      draft.choose(
        format: Int(adw_combo_row_get_selected(rawFormat.assumingMemoryBound(to: AdwComboRow.self)))
      )
      gtk_editable_set_text(name.opaque, draft.name)
      render()
    }
    adw_preferences_row_set_title(methodRow.cast(), _t("Method"))
    PreferencesWindow.fill(
      methodRow.widget, ExportDraft.methods.map(ExportDraft.label), selected: draft.methodPosition)
    connect(methodRow.raw, "notify::selected") { [weak self] (_: OpaquePointer?) -> Void in
      guard let self else { return }
      draft.choose(method: Int(adw_combo_row_get_selected(method.cast())))
      render()
    }
    adw_preferences_group_add(group.cast(), format)
    adw_preferences_group_add(group.cast(), methodRow.widget)
    return group
  }

  private func outcomeGroup() -> Widget {
    gtk_label_set_wrap(outcome.opaque, 1)
    gtk_label_set_xalign(outcome.opaque, 0)
    gtk_widget_set_hexpand(outcome.widget, 1)
    let box = Make.box(GTK_ORIENTATION_HORIZONTAL, spacing: 9, [outcomeRow.widget, outcome.widget])
    gtk_widget_set_valign(outcomeRow.widget, GTK_ALIGN_START)
    let group = made(adw_preferences_group_new())
    adw_preferences_group_add(group.cast(), box)
    return group
  }

  /// Sets what follows from the choices.
  private func render() {
    adw_action_row_set_subtitle(folderRow.cast(), Markup.escaped(Self.shortened(draft.folder)))
    adw_action_row_set_subtitle(
      methodRow.cast(), Markup.escaped(ExportDraft.explanation(draft.settings.method)))
    let text: String
    var icon = "dialog-warning-symbolic"
    switch draft.plans {
    case .success(let plans):
      text = ([ClipSentence.cost(of: plans)] + draft.remarks(on: plans)).joined(separator: "\n")
      if plans.allSatisfy(\.isExact) { icon = "emblem-ok-symbolic" }
    case .failure(let refusal): text = ClipSentence.refusal(refusal)
    }
    gtk_label_set_text(outcome.opaque, text)
    gtk_image_set_from_icon_name(outcomeRow.opaque, icon)
    gtk_widget_set_sensitive(accept.widget, draft.canBeSaved ? 1 : 0)
    EventLog.note("export-draft \(draft.settings.method.rawValue) \(draft.canBeSaved) \(text)")
  }

  /// A folder for people: `~/Videos`.
  private static func shortened(_ folder: FilePath) -> String {
    let home = FilePath(cString: g_get_home_dir()).bytes + [UInt8(ascii: "/")]
    guard folder.bytes.starts(with: home) else { return folder.displayString }
    return "~/" + String(decoding: folder.bytes.dropFirst(home.count), as: UTF8.self)
  }

  private func chooseFolder() {
    guard let owner else { return }
    let answer = Retained.pointer(
      to: FileAnswer { [weak self] file in
        guard let self, case .file(let path) = OpenTarget(file: file) else { return }
        draft.folder = path
        render()
      })
    let folder = draft.folder.withCString { g_file_new_for_path($0) }
    defer { if let folder { g_object_unref(folder.raw) } }
    kerf_dialog_choose_folder(
      owner.window.cast(), _t("Save the Clip In"), _t("_Choose"), folder, FileAnswer.call, answer,
      Retained.release)
  }

  /// Saves, after a question when a file of this name is there.
  private func finish(_ handle: DialogHandle) {
    guard draft.canBeSaved, case .success(let plans) = draft.plans, let owner else { return }
    let choice = Choice(
      path: draft.path, plans: plans, settings: draft.settings, joins: draft.joins)
    let take = take
    guard draft.isTaken else {
      handle.close()
      return take(choice)
    }
    let answer = Retained.pointer(
      to: YesAnswer {
        handle.close()
        take(choice)
      })
    kerf_dialog_confirm(
      owner.window.cast(), _t("Replace the File?"),
      fill(
        _t("There already is a file called “{name}” in this folder."), ["name": draft.name]),
      _t("_Cancel"), _t("_Replace"), YesAnswer.call, answer, Retained.release)
  }
}

/// A dialog on the screen; it may be closed more than once.
private final class DialogHandle {
  private let raw: UnsafeMutableRawPointer
  private var isClosed = false

  init(raw: UnsafeMutableRawPointer) { self.raw = raw }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    kerf_dialog_close(raw.assumingMemoryBound(to: GObject.self))
  }
}
