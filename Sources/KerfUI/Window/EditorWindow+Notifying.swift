// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

extension EditorWindow {
  /// Tells the desktop how saving ended when the window is not the one in use.
  ///
  /// - Parameters:
  ///   - title: What happened.
  ///   - body: More about it.
  ///   - output: The clip, which the notification offers to show; nil when there is none.
  func notifyWhenAway(_ title: String, body: String, output: FilePath? = nil) {
    guard gtk_window_is_active(window.cast()) == 0, let application = application?.application,
      g_application_get_is_registered(application.cast()) != 0
    else { return }
    let notification = GObjectRef(sinking: made(g_notification_new(title)).raw)
    g_notification_set_body(notification.opaque, body)
    g_notification_set_default_action_and_target_value(
      notification.opaque, "app.show-window", g_variant_new_uint32(windowID))
    if let output, let uri = output.uri {
      g_notification_add_button_with_target_value(
        notification.opaque, _t("Show in Files"), "app.show-in-files", g_variant_new_string(uri))
    }
    EventLog.note("notified \(title)")
    g_application_send_notification(application.cast(), notificationID, notification.opaque)
  }

  /// Takes the notification back once the window itself is looked at.
  func addNotifying() {
    connect(window.raw, "notify::is-active") { [weak self] (_: OpaquePointer?) -> Void in
      guard let self, gtk_window_is_active(window.cast()) != 0,
        let application = application?.application,
        g_application_get_is_registered(application.cast()) != 0
      else { return }
      g_application_withdraw_notification(application.cast(), notificationID)
    }
  }

  var windowID: guint32 { gtk_application_window_get_id(window.cast()) }

  private var notificationID: String { "saved-\(windowID)" }
}

extension FilePath {
  /// The path as an address; nil for a relative one.
  var uri: String? {
    guard let uri = withCString({ g_filename_to_uri($0, nil, nil) }) else { return nil }
    defer { g_free(uri) }
    return String(cString: uri)
  }
}
