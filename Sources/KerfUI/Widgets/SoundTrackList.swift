// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import Playback
import TrimModel

/// The film's sound tracks, one of which is heard.
enum SoundTrackList {
  /// A list to choose from; nil where there is nothing to choose.
  static func make(for clip: ClipInfo) -> Widget? {
    let streams = clip.soundStreams
    guard streams.count > 1 else { return nil }
    let list = Make.box(GTK_ORIENTATION_VERTICAL, spacing: 6)
    let heading = Make.label(_t("Sound Track"), classes: "heading")
    gtk_label_set_xalign(heading.opaque, 0)
    gtk_box_append(list.cast(), heading)
    for (number, stream) in streams.enumerated() {
      let button = made(gtk_check_button_new_with_label(name(number + 1, clip.streams[stream])))
      gtk_actionable_set_action_name(button.opaque, "win.sound-track")
      gtk_actionable_set_action_target_value(button.opaque, g_variant_new_int32(Int32(stream)))
      gtk_box_append(list.cast(), button)
    }
    let frame = made(gtk_scrolled_window_new())
    gtk_scrolled_window_set_policy(frame.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(frame.opaque, 1)
    gtk_scrolled_window_set_max_content_height(frame.opaque, 240)
    gtk_scrolled_window_set_child(frame.opaque, list)
    return frame
  }

  /// What tells a track from the others: its number, title, language and loudspeakers.
  private static func name(_ number: Int, _ stream: StreamInfo) -> String {
    let language = stream.language.flatMap { $0.isEmpty || $0 == "und" ? nil : $0 }
    let channels: String? =
      switch stream.channels {
      case 1: _t("Mono")
      case 2: _t("Stereo")
      case 6: "5.1"
      case 8: "7.1"
      default: nil
      }
    let parts = [stream.title, language, channels].compactMap { $0 }.filter { !$0.isEmpty }
    return (["\(number)"] + parts).joined(separator: " · ")
  }
}
