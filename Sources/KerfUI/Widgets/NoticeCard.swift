// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

/// A card over the lower part of the picture: what is going on, how it ended, what can be done now.
///
/// Toasts of the oldest libadwaita have one button and say nothing to screen readers; this one has
/// several, stays until it is closed, and its text is an ordinary label.
final class NoticeCard {
  /// A button of the card.
  struct Choice {
    let label: String
    var isSuggested = false
    let action: () -> Void
  }

  /// What the card says.
  struct Notice {
    var text: String
    /// Below the text, smaller; empty for none.
    var secondary = ""
    var choices: [Choice] = []
    /// 0 to 1 for a bar, nil for none.
    var progress: Double?
    /// Something is going on whose length is not known.
    var isBusy = false
    var isError = false
    var canBeClosed = true
  }

  let widget: Widget
  private let revealer: GObjectRef
  private let text: GObjectRef
  private let secondary: GObjectRef
  private let spinner: GObjectRef
  private let icon: GObjectRef
  private let bar: GObjectRef
  private let buttons: GObjectRef
  private let close: GObjectRef
  private var shown = 0

  init() {
    text = GObjectRef(sinking: Make.label(classes: "heading").raw)
    secondary = GObjectRef(sinking: Make.label(classes: "numeric").raw)
    spinner = GObjectRef(sinking: made(gtk_spinner_new()).raw)
    icon = GObjectRef(sinking: made(gtk_image_new_from_icon_name("dialog-warning-symbolic")).raw)
    bar = GObjectRef(sinking: made(gtk_progress_bar_new()).raw)
    buttons = GObjectRef(sinking: Make.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6).raw)
    close = GObjectRef(
      sinking: Make.iconButton("window-close-symbolic", name: _t("Close This Message")).raw)
    for label in [text, secondary] {
      gtk_label_set_xalign(label.opaque, 0)
      gtk_label_set_wrap(label.opaque, 1)
      gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
      gtk_label_set_lines(label.opaque, 4)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    }
    gtk_widget_set_valign(close.widget, GTK_ALIGN_START)
    gtk_widget_add_css_class(close.widget, "flat")
    gtk_widget_add_css_class(close.widget, "circular")
    gtk_widget_set_halign(buttons.widget, GTK_ALIGN_END)
    let texts = Make.box(
      GTK_ORIENTATION_VERTICAL, spacing: 3, [text.widget, secondary.widget, bar.widget])
    gtk_widget_set_hexpand(texts, 1)
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
    let top = Make.box(
      GTK_ORIENTATION_HORIZONTAL, spacing: 12,
      [spinner.widget, icon.widget, texts, close.widget])
    let card = Make.box(GTK_ORIENTATION_VERTICAL, spacing: 9, [top, buttons.widget])
    gtk_widget_add_css_class(card, "notice-card")
    let clamp = made(adw_clamp_new())
    adw_clamp_set_maximum_size(clamp.opaque, 480)
    adw_clamp_set_tightening_threshold(clamp.opaque, 480)
    adw_clamp_set_child(clamp.opaque, card)
    revealer = GObjectRef(sinking: made(gtk_revealer_new()).raw)
    gtk_revealer_set_child(revealer.opaque, clamp)
    gtk_revealer_set_transition_type(revealer.opaque, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
    widget = revealer.widget
    gtk_widget_set_visible(widget, 0)
    connect(close.raw, "clicked") { [weak self] in self?.hide() }
  }

  /// Shows a notice in the place of any other.
  ///
  /// - Returns: What ``hide(_:)`` takes to hide this notice and no later one.
  @discardableResult
  func show(_ notice: Notice) -> Int {
    shown += 1
    update(notice)
    for child in buttons.widget.children { gtk_box_remove(buttons.cast(), child) }
    for choice in notice.choices {
      let button = Make.textButton(choice.label)
      if choice.isSuggested { gtk_widget_add_css_class(button, "suggested-action") }
      connect(button, "clicked") { choice.action() }
      gtk_box_append(buttons.cast(), button)
    }
    gtk_widget_set_visible(buttons.widget, notice.choices.isEmpty ? 0 : 1)
    gtk_widget_set_visible(close.widget, notice.canBeClosed ? 1 : 0)
    gtk_widget_set_visible(widget, 1)
    gtk_revealer_set_reveal_child(revealer.opaque, 1)
    kerf_accessible_announce(widget, notice.text)
    return shown
  }

  /// Changes text and progress of the notice that is shown, and leaves its buttons alone.
  func update(_ notice: Notice) {
    gtk_label_set_text(text.opaque, notice.text)
    gtk_label_set_text(secondary.opaque, notice.secondary)
    gtk_widget_set_visible(secondary.widget, notice.secondary.isEmpty ? 0 : 1)
    gtk_widget_set_visible(bar.widget, notice.progress == nil ? 0 : 1)
    gtk_progress_bar_set_fraction(bar.opaque, min(max(notice.progress ?? 0, 0), 1))
    gtk_spinner_set_spinning(spinner.opaque, notice.isBusy ? 1 : 0)
    gtk_widget_set_visible(spinner.widget, notice.isBusy ? 1 : 0)
    gtk_widget_set_visible(icon.widget, notice.isError ? 1 : 0)
  }

  /// Hides one notice, if it is still the one that is shown.
  func hide(_ notice: Int) { if notice == shown { hide() } }

  func hide() {
    gtk_revealer_set_reveal_child(revealer.opaque, 0)
    // A revealer that is closed still takes clicks in the place of what is below it.
    gtk_widget_set_visible(widget, 0)
  }
}
