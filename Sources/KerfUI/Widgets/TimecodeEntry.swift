// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// A small entry that shows a time and takes another.
///
/// It accepts what ``Timecode/parse(_:)`` does. Return and leaving it commit, Escape gives back what
/// was shown, what cannot be read stays marked until it is mended. Main thread.
final class TimecodeEntry {
  let widget: Widget

  /// Turns what was typed into a time of the clip; nil when it means nothing here.
  private let resolve: (TimeExpression) -> MediaTime?
  private let commit: (MediaTime) -> Void

  /// The text for the time shown last.
  private var shown = ""
  private var isEdited = false

  /// While the entry's own text is being set, nobody has typed.
  private var isSetting = false
  private var hasFocus = false

  /// Makes an entry.
  ///
  /// - Parameters:
  ///   - name: What assistive technology calls it, such as “Start”.
  ///   - resolve: Turns what was typed into a time of the clip; relative ones count from what the
  ///     entry stands for.
  ///   - commit: Takes the time that was typed.
  init(
    name: String, resolve: @escaping (TimeExpression) -> MediaTime?,
    commit: @escaping (MediaTime) -> Void
  ) {
    self.resolve = resolve
    self.commit = commit
    widget = made(gtk_entry_new())
    gtk_editable_set_width_chars(widget.opaque, 10)
    gtk_editable_set_max_width_chars(widget.opaque, 12)
    gtk_editable_set_alignment(widget.opaque, 0.5)
    gtk_entry_set_input_hints(widget.cast(), kerf_GTK_INPUT_HINT_NO_EMOJI)
    gtk_widget_add_css_class(widget, "numeric")
    // Times read from left to right in every locale.
    gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR)
    kerf_accessible_set_label(widget, name)
    gtk_widget_set_tooltip_text(widget, Self.help)
    listen()
  }

  /// What is accepted, said to people.
  private static var help: String {
    // Translators: the examples themselves are typed as they stand; please keep them.
    _t("A time such as 1:02:03.450 or 62.45, a frame such as f1234, or a step such as +12f or -1s")
  }

  /// Shows a time as the interface counts it, unless somebody is typing.
  func show(_ time: MediaTime) {
    shown = Timecode.string(time)
    if !isEdited { setText(shown) }
  }

  var text: String { String(cString: gtk_editable_get_text(widget.opaque)) }

  var isMarkedWrong: Bool { gtk_widget_has_css_class(widget, Self.errorClass) != 0 }

  /// Takes what was typed, as Return does.
  ///
  /// - Returns: Whether it could be read.
  @discardableResult
  func commitText() -> Bool {
    guard isEdited else { return true }
    guard let time = Timecode.parse(text).flatMap(resolve) else {
      setMarkedWrong(true)
      return false
    }
    isEdited = false
    setMarkedWrong(false)
    setText(shown)
    commit(time)
    return true
  }

  /// Gives back what was shown, as Escape does.
  func revert() {
    isEdited = false
    setMarkedWrong(false)
    setText(shown)
  }

  private static let errorClass = "error"

  private func setText(_ text: String) {
    guard self.text != text else { return }
    isSetting = true
    gtk_editable_set_text(widget.opaque, text)
    isSetting = false
    if hasFocus { selectAll() }
  }

  private func setMarkedWrong(_ isWrong: Bool) {
    if isWrong {
      gtk_widget_add_css_class(widget, Self.errorClass)
      // A screen reader hears why nothing happened.
      kerf_accessible_announce(widget, Self.help)
    } else {
      gtk_widget_remove_css_class(widget, Self.errorClass)
    }
    kerf_accessible_set_invalid(widget, isWrong ? 1 : 0)
  }

  private func selectAll() { gtk_editable_select_region(widget.opaque, 0, -1) }

  private func listen() {
    connect(widget, "changed") { [weak self] in
      guard let self, !self.isSetting else { return }
      self.isEdited = true
      if self.isMarkedWrong { self.setMarkedWrong(false) }
    }
    connect(widget, "activate") { [weak self] () -> Void in
      guard let self, self.commitText() else { return }
      self.selectAll()
    }
    let focus = made(gtk_event_controller_focus_new())
    connect(focus, "enter") { [weak self] () -> Void in
      guard let self else { return }
      self.hasFocus = true
      // The click that gave the focus sets its own cursor after this.
      Task { [weak self] in if self?.isEdited == false { self?.selectAll() } }
    }
    connect(focus, "leave") { [weak self] () -> Void in
      guard let self else { return }
      self.hasFocus = false
      // What cannot be read does not stay behind.
      if !self.commitText() { self.revert() }
      gtk_editable_select_region(self.widget.opaque, 0, 0)
    }
    gtk_widget_add_controller(widget, focus)
    let keys = made(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    connect(keys, "key-pressed") { [weak self] (key: Int, _: Int, _: Int) in
      guard let self, Int32(key) == GDK_KEY_Escape, self.isEdited || self.isMarkedWrong else {
        return false
      }
      self.revert()
      self.selectAll()
      return true
    }
    gtk_widget_add_controller(widget, keys)
  }
}
