// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import Playback
import TrimModel

/// The row of controls between the picture and the timeline.
///
/// Its buttons are the window's actions, so that keys, menus and buttons agree; it holds no rule.
final class TransportBar {
  private let row: WrapRow
  private let playButton: GObjectRef
  private let volumeButton: GObjectRef
  private let speedButton: GObjectRef
  private let volume: GObjectRef
  private let readOuts: ReadOuts
  private var isRendering = false
  private var drawn: PlayerState?

  var widget: Widget { row.widget }

  /// - Parameters:
  ///   - clip: Whose sound tracks are offered, if there are several.
  ///   - send: Gets what the entries ask for.
  ///   - setVolume: Gets the slider's volume, 0 to 1.
  init(
    clip: ClipInfo, send: @escaping (TrimIntent) -> Void, setVolume: @escaping (Double) -> Void
  ) {
    let play = Make.iconButton(
      "media-playback-start-symbolic", name: _t("Play"), action: "win.play-pause")
    gtk_widget_add_css_class(play, "circular")
    gtk_widget_add_css_class(play, "play-button")
    playButton = GObjectRef(sinking: play.raw)
    let playing = Make.box(
      GTK_ORIENTATION_HORIZONTAL, spacing: 4,
      [
        Self.glyphButton(.setIn, name: _t("Start Here"), action: "win.set-in"),
        Make.iconButton(
          "go-previous-symbolic", name: _t("Previous Frame"), action: "win.previous-frame"),
        play,
        Make.iconButton("go-next-symbolic", name: _t("Next Frame"), action: "win.next-frame"),
        Self.glyphButton(.setOut, name: _t("End Here"), action: "win.set-out"),
      ])
    for child in playing.children where child != play { gtk_widget_add_css_class(child, "flat") }
    // As the strip does, and as on every player: time runs to the right in all languages.
    playing.runLeftToRight()

    let scale = made(gtk_scale_new_with_range(GTK_ORIENTATION_VERTICAL, 0, 1, 0.05))
    volume = GObjectRef(sinking: scale.raw)
    let speed = made(gtk_menu_button_new())
    speedButton = GObjectRef(sinking: speed.raw)
    let sound = made(gtk_menu_button_new())
    volumeButton = GObjectRef(sinking: sound.raw)
    let options = Make.box(
      GTK_ORIENTATION_HORIZONTAL, spacing: 4,
      [
        Self.toggle(icon: "media-playlist-repeat-symbolic", name: _t("Loop"), action: "win.loop"),
        Self.glyphToggle(
          .follow, name: _t("Keep the Handles in Place While Scrolling"), action: "win.follow"),
        speed, sound,
      ])
    for child in options.children { gtk_widget_add_css_class(child, "flat") }

    readOuts = ReadOuts(send: send)
    row = WrapRow(
      spacing: 24, lineSpacing: 6, [readOuts.edges, playing, options, readOuts.length])
    gtk_widget_add_css_class(row.widget, "transport")
    setUpSpeed()
    setUpVolume(scale, tracks: SoundTrackList.make(for: clip), setVolume: setVolume)
  }

  /// Shows the state of editing and playing.
  func render(_ state: EditorState, _ player: PlayerState) {
    readOuts.render(state)
    // Setting what is set already makes new accessible objects, thirty times a second.
    guard drawn != player else { return }
    isRendering = true
    defer { isRendering = false }
    if drawn?.isPlaying != player.isPlaying {
      gtk_button_set_icon_name(
        playButton.cast(),
        player.isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
      playButton.widget.describe(player.isPlaying ? _t("Pause") : _t("Play"))
    }
    if drawn?.rate != player.rate {
      gtk_menu_button_set_label(speedButton.opaque, Self.speedLabel(player.rate))
    }
    renderSound(player)
    drawn = player
  }

  private func renderSound(_ player: PlayerState) {
    gtk_widget_set_visible(volumeButton.widget, player.hasSound ? 1 : 0)
    let icon = Self.volumeIcon(player)
    if drawn.map(Self.volumeIcon) != icon {
      gtk_menu_button_set_icon_name(volumeButton.opaque, icon)
    }
    if player.soundIsAvailable || player.rate < 0 {
      gtk_widget_remove_css_class(volumeButton.widget, "warning")
    } else {
      gtk_widget_add_css_class(volumeButton.widget, "warning")
    }
    if abs(gtk_range_get_value(volume.cast()) - player.volume) > 0.001 {
      gtk_range_set_value(volume.cast(), player.volume)
    }
    gtk_widget_set_tooltip_text(
      volumeButton.widget,
      player.soundIsAvailable ? _t("Volume") : _t("Sound cannot be heard now"))
  }

  private func setUpSpeed() {
    let menu = Make.menu([
      Self.rates.map { (Self.speedLabel($0), "win.speed(\($0))") }
    ])
    gtk_menu_button_set_menu_model(speedButton.opaque, menu.cast())
    gtk_menu_button_set_label(speedButton.opaque, Self.speedLabel(1))
    speedButton.widget.describe(_t("Speed"))
    gtk_widget_add_css_class(speedButton.widget, "numeric")
  }

  private func setUpVolume(
    _ scale: Widget, tracks: Widget?, setVolume: @escaping (Double) -> Void
  ) {
    gtk_range_set_inverted(scale.cast(), 1)
    gtk_widget_set_size_request(scale, -1, 120)
    kerf_accessible_set_label(scale, _t("Volume"))
    connect(scale, "value-changed") { [weak self] in
      guard let self, !isRendering else { return }
      setVolume(gtk_range_get_value(volume.cast()))
    }
    let mute = Self.toggle(
      icon: "audio-volume-muted-symbolic", name: _t("Mute"), action: "win.mute")
    gtk_widget_add_css_class(mute, "flat")
    let popover = made(gtk_popover_new())
    let controls = Make.box(GTK_ORIENTATION_VERTICAL, spacing: 6, [scale, mute])
    gtk_widget_set_halign(mute, GTK_ALIGN_CENTER)
    var columns = [controls]
    if let tracks {
      columns += [made(gtk_separator_new(GTK_ORIENTATION_VERTICAL)), tracks]
    }
    gtk_popover_set_child(
      popover.cast(), Make.box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, columns))
    gtk_menu_button_set_popover(volumeButton.opaque, popover)
    volumeButton.widget.describe(_t("Volume"))
  }

  /// Offered speeds, in seconds of the clip a second.
  static let rates = [0.25, 0.5, 1, 1.5, 2, 4]

  private static func speedLabel(_ rate: Double) -> String {
    // Backwards.
    if rate < 0 { return "−" + speedLabel(-rate) }
    return switch rate {
    case 0.25: "¼×"
    case 0.5: "½×"
    case 1.5: "1½×"
    default: "\(Int(rate))×"
    }
  }

  private static func volumeIcon(_ player: PlayerState) -> String {
    if player.isMuted || player.volume <= 0 { return "audio-volume-muted-symbolic" }
    if player.volume < 0.34 { return "audio-volume-low-symbolic" }
    return player.volume < 0.67 ? "audio-volume-medium-symbolic" : "audio-volume-high-symbolic"
  }

  private static func glyphButton(_ glyph: GlyphIcon, name: String, action: String) -> Widget {
    let button = made(gtk_button_new())
    let icon = glyph.make()
    gtk_button_set_child(button.cast(), icon.widget)
    button.describe(name)
    gtk_widget_add_css_class(button, "image-button")
    gtk_actionable_set_action_name(button.opaque, action)
    gtk_widget_set_focus_on_click(button, 0)
    return button
  }

  private static func toggle(icon: String, name: String, action: String) -> Widget {
    let button = made(gtk_toggle_button_new())
    gtk_button_set_icon_name(button.cast(), icon)
    button.describe(name)
    gtk_actionable_set_action_name(button.opaque, action)
    gtk_widget_set_focus_on_click(button, 0)
    return button
  }

  private static func glyphToggle(_ glyph: GlyphIcon, name: String, action: String) -> Widget {
    let button = made(gtk_toggle_button_new())
    let icon = glyph.make()
    gtk_button_set_child(button.cast(), icon.widget)
    button.describe(name)
    gtk_widget_add_css_class(button, "image-button")
    gtk_actionable_set_action_name(button.opaque, action)
    gtk_widget_set_focus_on_click(button, 0)
    return button
  }
}
