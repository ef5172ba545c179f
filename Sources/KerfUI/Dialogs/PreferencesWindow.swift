// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import MediaCore
import TrimModel

/// Lets the person set what `Settings` holds; each change counts at once.
enum PreferencesWindow {
  static func show(over window: EditorWindow) {
    let settings = window.settings
    let trimming = group(
      _t("Trimming"),
      [
        secondsRow(
          _t("Minimum Range"), _t("Seconds that a clip has at least; 0 for one frame"),
          value: settings.minimumRangeSeconds
        ) { [weak window] in
          settings.minimumRangeSeconds = $0
          window?.application?.limitsChanged()
        },
        secondsRow(
          _t("Maximum Range"), _t("Seconds that a clip has at most; 0 for any length"),
          value: settings.maximumRangeSeconds
        ) { [weak window] in
          settings.maximumRangeSeconds = $0
          window?.application?.limitsChanged()
        },
      ])
    let snapping = switchRow(
      _t("Snap Handles"),
      _t(
        "Keyframes, new scenes, silence and the playhead draw a dragged handle; Shift suspends it"),
      isOn: settings.snaps
    ) { [weak window] in
      settings.snaps = $0
      window?.controller?.timeline.snaps = $0
    }
    let behaviour = group(
      _t("Behavior"),
      [
        snapping,
        switchRow(
          _t("Play on Opening"), _t("Start playing as soon as a video is open"),
          isOn: settings.playsOnOpening
        ) { settings.playsOnOpening = $0 },
        switchRow(
          _t("Open Saved Clips"), _t("Go on with the saved clip instead of the original"),
          isOn: settings.afterSaving == .openClip
        ) { settings.afterSaving = $0 ? .openClip : .keepEditing },
        choiceRow(
          // Translators: when a video was recorded, as the file says.
          _t("Recording Date"), _t("What saved clips say about when they were recorded"),
          [_t("As the Original"), _t("Of Their First Frame")],
          chosen: settings.creationTime == .keep ? 0 : 1
        ) { settings.creationTime = $0 == 0 ? .keep : .moved },
        choiceRow(
          _t("Hardware Decoding"),
          _t("For large videos that are opened from now on"),
          [_t("Automatic"), _t("Off")], chosen: settings.hardwareDecoding == .automatic ? 0 : 1
        ) {
          settings.hardwareDecoding = $0 == 0 ? .automatic : .off
          HardwareDecoding.shared.preference = settings.hardwareDecoding
        },
      ])
    var groups: [Widget?] = [trimming, behaviour, nil]
    kerf_dialog_preferences(window.window.cast(), _t("Preferences"), &groups)
  }

  private static func group(_ title: String, _ rows: [Widget]) -> Widget {
    let group = made(adw_preferences_group_new())
    adw_preferences_group_set_title(group.cast(), title)
    for row in rows { adw_preferences_group_add(group.cast(), row) }
    return group
  }

  private static func secondsRow(
    _ title: String, _ subtitle: String, value: Double, _ changed: @escaping (Double) -> Void
  ) -> Widget {
    let spin = made(gtk_spin_button_new_with_range(0, 3600, 0.5))
    gtk_spin_button_set_digits(spin.opaque, 1)
    gtk_spin_button_set_value(spin.opaque, value)
    gtk_widget_set_valign(spin, GTK_ALIGN_CENTER)
    let raw = spin.raw
    connect(spin, "value-changed") { changed(gtk_spin_button_get_value(OpaquePointer(raw))) }
    return row(title, subtitle, spin)
  }

  /// A row with a switch.
  static func switchRow(
    _ title: String, _ subtitle: String, isOn: Bool, _ changed: @escaping (Bool) -> Void
  ) -> Widget {
    let control = made(gtk_switch_new())
    gtk_switch_set_active(control.opaque, isOn ? 1 : 0)
    gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
    let raw = control.raw
    connect(control, "notify::active") { (_: OpaquePointer?) in
      changed(gtk_switch_get_active(OpaquePointer(raw)) != 0)
    }
    return row(title, subtitle, control)
  }

  /// Gives a combo row its choices.
  static func fill(_ row: Widget, _ choices: [String], selected: Int) {
    let list = GObjectRef(sinking: made(gtk_string_list_new(nil)).raw)
    for choice in choices { gtk_string_list_append(list.opaque, choice) }
    adw_combo_row_set_model(row.cast(), list.opaque)
    adw_combo_row_set_selected(row.cast(), guint(selected))
  }

  private static func choiceRow(
    _ title: String, _ subtitle: String, _ choices: [String], chosen: Int,
    _ changed: @escaping (Int) -> Void
  ) -> Widget {
    let row = made(adw_combo_row_new())
    adw_preferences_row_set_title(row.cast(), title)
    adw_action_row_set_subtitle(row.cast(), subtitle)
    fill(row, choices, selected: chosen)
    let raw = row.raw
    connect(row, "notify::selected") { (_: OpaquePointer?) in
      changed(Int(adw_combo_row_get_selected(raw.assumingMemoryBound(to: AdwComboRow.self))))
    }
    return row
  }

  private static func row(_ title: String, _ subtitle: String, _ control: Widget) -> Widget {
    let row = made(adw_action_row_new())
    adw_preferences_row_set_title(row.cast(), title)
    adw_action_row_set_subtitle(row.cast(), subtitle)
    adw_action_row_add_suffix(row.cast(), control)
    adw_action_row_set_activatable_widget(row.cast(), control)
    kerf_accessible_set_label(control, title)
    return row
  }
}
