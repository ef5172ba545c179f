// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// The line below the strip: what saving costs, and the buttons for more than one range.
///
/// With one range there is a plus and nothing else. Main thread.
final class RangeBar {
  let widget: Widget
  private let count: GObjectRef
  private let purpose: GObjectRef
  private let joining: GObjectRef
  private let removal: Widget
  private let spacer: Widget
  private let buttons: Widget
  private var isNarrow = false
  private var drawn: (count: Int, selection: Int, purpose: RangeList.Purpose)?
  private var isRendering = false

  /// - Parameters:
  ///   - cost: The label in the middle.
  ///   - setPurpose: Takes what is to become of the marked ranges.
  ///   - setJoining: Takes whether all ranges become one clip.
  init(
    cost: Widget, setPurpose: @escaping (RangeList.Purpose) -> Void,
    setJoining: @escaping (Bool) -> Void
  ) {
    joining = GObjectRef(sinking: made(gtk_toggle_button_new()).raw)
    count = GObjectRef(sinking: Make.label(classes: "caption", "numeric", "dim-label").raw)
    purpose = GObjectRef(sinking: made(gtk_toggle_button_new()).raw)
    removal = Make.iconButton(
      "list-remove-symbolic", name: _t("Remove This Range"), action: "win.remove-range")
    let addition = Make.iconButton(
      "list-add-symbolic", name: _t("Mark Another Range at the Playhead"), action: "win.add-range")
    spacer = Make.box(GTK_ORIENTATION_HORIZONTAL)
    buttons = Make.box(
      GTK_ORIENTATION_HORIZONTAL, spacing: 2,
      [count.widget, joining.widget, purpose.widget, removal, addition])
    for button in [joining.widget, purpose.widget, removal, addition] {
      gtk_widget_add_css_class(button, "flat")
      gtk_widget_add_css_class(button, "range-button")
    }
    gtk_button_set_icon_name(purpose.cast(), "edit-cut-symbolic")
    gtk_button_set_icon_name(joining.cast(), "insert-link-symbolic")
    gtk_widget_set_focus_on_click(joining.widget, 0)
    joining.widget.describe(_t("Save All Ranges as One Clip"))
    gtk_widget_set_focus_on_click(purpose.widget, 0)
    purpose.widget.describe(_t("Remove What Is Marked and Keep the Rest"))
    gtk_widget_set_hexpand(cost, 1)
    widget = Make.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6, [spacer, cost, buttons])
    gtk_widget_add_css_class(widget, "range-bar")
    // The text stays in the middle of the window, whatever is beside it.
    let group = made(gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL))
    gtk_size_group_add_widget(group, spacer)
    gtk_size_group_add_widget(group, buttons)
    g_object_unref(group)
    for widget in [count.widget, joining.widget, purpose.widget, removal] {
      gtk_widget_set_visible(widget, 0)
    }
    connect(purpose.raw, "toggled") { [weak self] in
      guard let self, !isRendering else { return }
      setPurpose(gtk_toggle_button_get_active(purpose.cast()) != 0 ? .remove : .keep)
    }
    connect(joining.raw, "toggled") { [weak self] in
      guard let self, !isRendering else { return }
      setJoining(gtk_toggle_button_get_active(joining.cast()) != 0)
    }
  }

  /// Shows whether all ranges become one clip.
  func setJoining(_ joins: Bool) {
    isRendering = true
    defer { isRendering = false }
    gtk_toggle_button_set_active(joining.cast(), joins ? 1 : 0)
  }

  /// Leaves the width of a narrow window to the text: several buttons get a row of their own.
  func setNarrow(_ isNarrow: Bool) {
    self.isNarrow = isNarrow
    arrange()
  }

  private func arrange() {
    let isStacked = isNarrow && (drawn?.count ?? 1) > 1
    gtk_orientable_set_orientation(
      widget.opaque, isStacked ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
    gtk_widget_set_visible(spacer, isNarrow ? 0 : 1)
    gtk_widget_set_halign(buttons, isStacked ? GTK_ALIGN_CENTER : GTK_ALIGN_END)
  }

  func render(_ ranges: RangeList) {
    let now = (ranges.count, ranges.selection, ranges.purpose)
    if let drawn, drawn == now { return }
    drawn = now
    arrange()
    isRendering = true
    defer { isRendering = false }
    let isSeveral = ranges.count > 1
    gtk_widget_set_visible(count.widget, isSeveral ? 1 : 0)
    gtk_widget_set_visible(removal, isSeveral ? 1 : 0)
    gtk_widget_set_visible(joining.widget, isSeveral ? 1 : 0)
    gtk_widget_set_visible(purpose.widget, isSeveral || ranges.purpose == .remove ? 1 : 0)
    gtk_toggle_button_set_active(purpose.cast(), ranges.purpose == .remove ? 1 : 0)
    gtk_label_set_text(
      count.opaque,
      fill(
        // Translators: which of several marked ranges is selected.
        _t("{number} of {count}"),
        ["number": "\(ranges.selection + 1)", "count": "\(ranges.count)"]
      ))
  }
}
