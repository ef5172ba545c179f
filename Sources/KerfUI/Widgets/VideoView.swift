// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
public import MediaCore
public import Playback
public import TrimModel

/// A widget that shows what a player plays, at its display aspect on black.
///
/// Keep the view for as long as its widget is shown. It is the one consumer of the player's
/// pictures and tells the player how many device pixels it has. A click plays and pauses. While nobody
/// can see the window, what plays is paused, and it goes on when the window is there again. Main
/// thread only.
public final class VideoView {
  /// The widget to put into a window; it fills whatever it is given.
  public var widget: Widget { overlay.widget }

  /// Called for a click instead of playing and pausing.
  public var onClick: (() -> Void)?

  /// Called for a double click, which commonly turns to full screen and back.
  public var onDoubleClick: (() -> Void)?

  /// Called when a picture is about to be drawn, with its time on the film's clock.
  public var onPicture: ((MediaTime) -> Void)?

  /// Called when a picture could not be made; the one before stays.
  public var onError: ((MediaError) -> Void)?

  let player: Player
  /// Whether the window is hidden, and whether it played until then.
  var hiding = Hiding()

  private let overlay: GObjectRef
  private let label: GObjectRef
  private var canvas: Canvas?
  private var texture: GObjectRef?
  private var viewSize: PixelSize?
  private var listener: Task<Void, Never>?

  public init(player: Player) {
    self.player = player
    overlay = GObjectRef(sinking: made(gtk_overlay_new()).raw)
    label = GObjectRef(sinking: Make.label(classes: "osd", "numeric", "picture-label").raw)
    gtk_widget_set_halign(label.widget, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(label.widget, GTK_ALIGN_START)
    gtk_widget_set_visible(label.widget, 0)
    gtk_widget_set_can_target(label.widget, 0)
    addCanvas()
    gtk_overlay_add_overlay(overlay.opaque, label.widget)
    listener = Task { [weak self, pictures = player.pictures] in
      for await result in pictures {
        guard let self, !Task.isCancelled else { return }
        switch result {
        case .success(let picture): show(picture)
        case .failure(let error): onError?(error)
        }
      }
    }
  }

  isolated deinit { listener?.cancel() }

  /// Writes a short text over the top of the picture; nil takes it away.
  public func annotate(_ text: String?) {
    if let text { gtk_label_set_text(label.opaque, text) }
    gtk_widget_set_visible(label.widget, text == nil ? 0 : 1)
  }

  private func addCanvas() {
    let canvas = Canvas(
      cssName: "video", role: GTK_ACCESSIBLE_ROLE_IMG,
      handlers: Canvas.Handlers(
        draw: { [weak self] snapshot, width, height in self?.draw(snapshot, width, height) },
        measure: { _, _ in (64, 320) },
        allocate: { [weak self] _, _ in self?.tellSize() }))
    self.canvas = canvas
    gtk_widget_set_overflow(canvas.widget, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_hexpand(canvas.widget, 1)
    gtk_widget_set_vexpand(canvas.widget, 1)
    kerf_accessible_set_label(canvas.widget, _t("Video"))
    gtk_overlay_set_child(overlay.opaque, canvas.widget)
    connect(canvas.raw, "realize") { [weak self] in self?.watchSurface(of: canvas.widget) }
    connect(canvas.raw, "notify::scale-factor") { [weak self] in self?.tellSize() }
    let click = made(gtk_gesture_click_new())
    connect(click, "released") { [weak self] (presses: Int) in self?.clicked(presses) }
    gtk_widget_add_controller(canvas.widget, click)
  }

  private func clicked(_ presses: Int) {
    // Each press of a double click counts by itself, so that playing is as before after it.
    if let onClick {
      onClick()
    } else if player.state.isPlaying {
      player.pause()
    } else {
      player.play()
    }
    if presses == 2 { onDoubleClick?() }
  }

  /// Asks the player for as many pixels as the screen has here.
  private func tellSize() {
    guard let canvas else { return }
    let scale = kerf_compat_get_scale(canvas.widget)
    let size = PixelSize(
      width: max(1, Int((Double(gtk_widget_get_width(canvas.widget)) * scale).rounded(.up))),
      height: max(1, Int((Double(gtk_widget_get_height(canvas.widget)) * scale).rounded(.up))))
    guard size != viewSize else { return }
    viewSize = size
    player.setViewSize(size)
  }

  private func show(_ picture: Picture) {
    texture = PictureTexture.make(picture)
    canvas?.queueDraw()
    onPicture?(picture.presentationTime)
  }

  private func draw(_ snapshot: OpaquePointer, _ width: Int, _ height: Int) {
    guard let canvas else { return }
    var black = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)
    var all = graphene_rect_t(
      origin: graphene_point_t(x: 0, y: 0),
      size: graphene_size_t(width: Float(width), height: Float(height)))
    gtk_snapshot_append_color(snapshot, &black, &all)
    guard let texture else { return }
    // In whole device pixels: half a pixel off would blur every row of the picture.
    let scale = kerf_compat_get_scale(canvas.widget)
    let aspect = player.clip.geometry.displayAspect
    let (fullWidth, fullHeight) = (Double(width) * scale, Double(height) * scale)
    var pictureWidth = min(fullWidth, fullHeight * aspect).rounded()
    var pictureHeight = min(fullHeight, fullWidth / aspect).rounded()
    let own = (
      Double(gdk_texture_get_width(texture.opaque)), Double(gdk_texture_get_height(texture.opaque))
    )
    if abs(own.0 - pictureWidth) <= 1, abs(own.1 - pictureHeight) <= 1 {
      (pictureWidth, pictureHeight) = own
    }
    let x = ((fullWidth - pictureWidth) / 2).rounded(.down)
    let y = ((fullHeight - pictureHeight) / 2).rounded(.down)
    kerf_compat_snapshot_texture(
      snapshot, texture.opaque, x / scale, y / scale, pictureWidth / scale, pictureHeight / scale)
  }
}
