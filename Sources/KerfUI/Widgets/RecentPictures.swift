// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import MediaCore
import TrimModel

/// The videos that were opened last, as pictures with their names below; a click opens one again.
final class RecentPictures {
  /// Logical pixels.
  private static let size = PixelSize(width: 152, height: 86)

  let widget: Widget
  private let place: GObjectRef
  private var loading: Cancellation?
  private var pictures: [String: GObjectRef] = [:]
  private var shown: [RecentFiles.Entry] = []

  init() {
    place = GObjectRef(sinking: Make.box(GTK_ORIENTATION_VERTICAL, spacing: 12).raw)
    widget = place.widget
    gtk_widget_set_visible(widget, 0)
  }

  isolated deinit { loading?.cancel() }

  /// Shows these files; their pictures come as they are decoded.
  func show(_ files: [RecentFiles.Entry]) {
    guard files != shown else { return }
    shown = files
    loading?.cancel()
    for child in widget.children { gtk_box_remove(place.cast(), child) }
    gtk_widget_set_visible(widget, files.isEmpty ? 0 : 1)
    guard !files.isEmpty else { return }
    let title = Make.label(_t("Recent"), classes: "heading")
    gtk_box_append(place.cast(), title)
    let cards = files.map { (file: $0, picture: GObjectRef(sinking: made(gtk_picture_new()).raw)) }
    let row = WrapRow(
      spacing: 12, lineSpacing: 12, cards.map { Self.card($0.file, picture: $0.picture) })
    gtk_box_append(place.cast(), row.widget)
    load(cards)
  }

  private static func card(_ file: RecentFiles.Entry, picture: GObjectRef) -> Widget {
    gtk_picture_set_content_fit(picture.opaque, GTK_CONTENT_FIT_COVER)
    gtk_picture_set_can_shrink(picture.opaque, 1)
    gtk_widget_set_size_request(picture.widget, Int32(size.width), Int32(size.height))
    gtk_widget_set_overflow(picture.widget, GTK_OVERFLOW_HIDDEN)
    gtk_widget_add_css_class(picture.widget, "recent-picture")
    let name = Make.label(file.name, classes: "caption")
    gtk_label_set_ellipsize(name.opaque, PANGO_ELLIPSIZE_MIDDLE)
    gtk_label_set_max_width_chars(name.opaque, 18)
    let button = made(gtk_button_new())
    gtk_button_set_child(
      button.cast(), Make.box(GTK_ORIENTATION_VERTICAL, spacing: 6, [picture.widget, name]))
    gtk_widget_add_css_class(button, "flat")
    gtk_widget_add_css_class(button, "recent-card")
    gtk_widget_set_tooltip_text(button, file.name)
    kerf_accessible_set_label(button, fill(_t("Open “{name}”"), ["name": file.name]))
    gtk_actionable_set_action_name(button.opaque, "win.open-uri")
    gtk_actionable_set_action_target_value(button.opaque, g_variant_new_string(file.uri))
    return button
  }

  private func load(_ cards: [(file: RecentFiles.Entry, picture: GObjectRef)]) {
    let cancellation = Cancellation()
    loading = cancellation
    let scale = kerf_compat_get_scale(widget)
    let bounds = PixelSize(
      width: Int(Double(Self.size.width) * 2 * scale), height: Int(Double(Self.size.height) * scale)
    )
    var paths: [FilePath] = []
    for card in cards {
      guard case .file(let path)? = OpenTarget.targets(ofText: card.file.uri).first else { return }
      paths.append(path)
    }
    Task { [weak self] in
      for await (position, picture) in Self.pictures(
        of: paths, fitting: bounds, cancellation: cancellation)
      {
        guard self != nil, !cancellation.isCancelled else { return }
        let texture = PictureTexture.make(picture)
        gtk_picture_set_paintable(cards[position].picture.opaque, texture.opaque)
        EventLog.note("recent-picture \(position)")
      }
    }
  }

  /// First pictures, one after the other, from a thread that yields to everything else; files that
  /// have none are left out.
  private nonisolated static func pictures(
    of paths: [FilePath], fitting bounds: PixelSize, cancellation: Cancellation
  ) -> AsyncStream<(Int, Picture)> {
    AsyncStream { continuation in
      WorkerThread.start(name: "recent-pictures", priority: .background) {
        for (position, path) in paths.enumerated() where !cancellation.isCancelled {
          let picture = try? FrameGrabber.firstPicture(
            of: path, fitting: bounds, cancellation: cancellation)
          if let picture { continuation.yield((position, picture)) }
        }
        continuation.finish()
      }
    }
  }
}
