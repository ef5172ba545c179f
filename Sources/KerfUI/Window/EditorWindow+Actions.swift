// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import Playback
import TrimModel

/// Buttons, menus and keys all go through these actions, which are disabled while they mean nothing.
extension EditorWindow {
  func addActions() {
    add("open") { $0.chooseFile() }
    add("paste") { $0.paste() }
    add("save") { $0.save() }
    add("save-as") { $0.saveAs() }
    add("export") { $0.showExportDialog() }
    add("save-frame") { $0.saveFrame() }
    add("preferences") { PreferencesWindow.show(over: $0) }
    add("help") { Manual.show(over: $0.window) }
    add("about") { AboutWindow.show(over: $0.window) }
    add("show-help-overlay") { ShortcutsWindow.show(over: $0.window) }
    add("full-screen") { $0.toggleFullScreen() }
    add("leave-full-screen") { if $0.isFullScreen { $0.toggleFullScreen() } }
    addWithText("open-uri") { window, uri in window.open(OpenTarget.targets(ofText: uri)) }

    addForClip("play-pause") { $0.togglePlaying() }
    addForClip("pause") { $0.player.pause() }
    addForClip("play-faster") { $0.playFaster() }
    addForClip("play-backwards") { $0.playBackwards() }
    addForClip("audition-edges") { $0.player.auditionEdges() }
    addForClip("set-in") { $0.send(.setEdge(.inPoint, to: $0.state.playhead)) }
    addForClip("set-out") { $0.send(.keepThrough($0.state.playhead)) }
    addMove("previous-frame", of: \.playhead) { $0.send(.step(frames: -1)) }
    addMove("next-frame", of: \.playhead) { $0.send(.step(frames: 1)) }
    addMove("second-back", of: \.playhead) { $0.stepSeconds(-1) }
    addMove("second-forward", of: \.playhead) { $0.stepSeconds(1) }
    addMove("previous-keyframe", of: \.playhead) { $0.send(.stepKeyframe(direction: -1)) }
    addMove("next-keyframe", of: \.playhead) { $0.send(.stepKeyframe(direction: 1)) }
    addMove("go-to-in", of: \.playhead) { $0.send(.seek(to: $0.state.range.inPoint)) }
    addMove("go-to-out", of: \.playhead) { $0.send(.seek(to: $0.state.lastKeptFrame)) }
    addMove("go-to-start", of: \.playhead) { $0.send(.seek(to: $0.state.extent.inPoint)) }
    addMove("go-to-end", of: \.playhead) { $0.send(.seek(to: $0.state.extent.outPoint)) }
    addMove("in-earlier", of: \.range.inPoint) { $0.send(.nudge(.inPoint, frames: -1)) }
    addMove("in-later", of: \.range.inPoint) { $0.send(.nudge(.inPoint, frames: 1)) }
    addMove("out-earlier", of: \.range.outPoint) { $0.send(.nudge(.outPoint, frames: -1)) }
    addMove("out-later", of: \.range.outPoint) { $0.send(.nudge(.outPoint, frames: 1)) }
    addMove("previous-mark", of: \.playhead) { $0.send(.stepMark(direction: -1)) }
    addMove("next-mark", of: \.playhead) { $0.send(.stepMark(direction: 1)) }
    addForClip("add-range") { $0.addRange() }
    addForClip("remove-range") { $0.send(.removeRange) }
    addMove("previous-range", of: \.range.inPoint) { $0.send(.selectNextRange(direction: -1)) }
    addMove("next-range", of: \.range.inPoint) { $0.send(.selectNextRange(direction: 1)) }
    addForClip("select-all") { $0.send(.selectAll) }
    addForClip("zoom-in") { $0.timeline.zoomIn() }
    addForClip("zoom-out") { $0.timeline.zoomOut() }
    addForClip("zoom-to-fit") { $0.timeline.zoomToFit() }
    addForClip("undo") { $0.send(.undo) }
    addForClip("redo") { $0.send(.redo) }
    addSwitch("loop") { $0.send(.setLooping($1)) }
    addSwitch("follow") { $0.send(.setFollowing($1)) }
    addSwitch("snap") { $0.timeline.snaps = $1 }
    addSwitch("mute") { $0.player.setMuted($1) }
    addSpeed()
    addSoundTrack()
  }

  /// Enables the actions and sets the switches from the state.
  func renderActions() {
    let hasClip = controller != nil
    for name in Self.clipActions { setEnabled(name, hasClip) }
    let canSave = hasClip && saving == nil
    for name in ["save", "save-as", "export"] { setEnabled(name, canSave) }
    setEnabled("save-frame", hasClip)
    guard let controller else { return }
    setEnabled("undo", controller.state.history.canUndo)
    setEnabled("redo", controller.state.history.canRedo)
    setEnabled("mute", controller.playerState.hasSound)
    setState("loop", g_variant_new_boolean(controller.state.isLooping ? 1 : 0))
    if settings.snaps != controller.timeline.snaps { settings.snaps = controller.timeline.snaps }
    setState("snap", g_variant_new_boolean(controller.timeline.snaps ? 1 : 0))
    setState("follow", g_variant_new_boolean(controller.state.isFollowing ? 1 : 0))
    setState("mute", g_variant_new_boolean(controller.playerState.isMuted ? 1 : 0))
    setState("speed", g_variant_new_double(controller.playerState.rate))
    setState(
      "sound-track", g_variant_new_int32(Int32(controller.playerState.soundStream ?? -1)))
  }

  func toggleFullScreen() {
    guard controller != nil || isFullScreen else { return }
    isFullScreen.toggle()
    if isFullScreen {
      gtk_window_fullscreen(window.cast())
    } else {
      gtk_window_unfullscreen(window.cast())
    }
    renderPage()
  }

  /// Actions that need an open clip and nothing else.
  private static let clipActions = [
    "play-pause", "pause", "play-faster", "play-backwards", "audition-edges", "set-in", "set-out",
    "previous-frame", "next-frame",
    "second-back", "second-forward", "previous-keyframe", "next-keyframe", "go-to-in", "go-to-out",
    "go-to-start", "go-to-end", "in-earlier", "in-later", "out-earlier", "out-later", "select-all",
    "previous-mark", "next-mark", "add-range", "remove-range", "previous-range", "next-range",
    "snap",
    "zoom-in", "zoom-out", "zoom-to-fit", "loop", "follow", "speed", "mute",
    "sound-track", "undo", "redo",
    "full-screen",
  ]

  private func add(_ name: String, _ handler: @escaping (EditorWindow) -> Void) {
    let action = GObjectRef(sinking: made(g_simple_action_new(name, nil)).raw)
    connect(action.raw, "activate") { [weak self] (_: OpaquePointer?) in
      guard let self else { return }
      handler(self)
    }
    g_action_map_add_action(window.opaque, action.opaque)
  }

  private func addWithText(_ name: String, _ handler: @escaping (EditorWindow, String) -> Void) {
    let type = g_variant_type_new("s")
    defer { g_variant_type_free(type) }
    let action = GObjectRef(sinking: made(g_simple_action_new(name, type)).raw)
    connect(action.raw, "activate") { [weak self] (value: OpaquePointer?) in
      guard let self, let text = g_variant_get_string(value, nil) else { return }
      handler(self, String(cString: text))
    }
    g_action_map_add_action(window.opaque, action.opaque)
  }

  private func addForClip(_ name: String, _ handler: @escaping (EditorController) -> Void) {
    add(name) { window in if let controller = window.controller { handler(controller) } }
  }

  /// Adds an action that moves something, and brings it into view.
  private func addMove(
    _ name: String, of place: KeyPath<EditorState, MediaTime>,
    _ handler: @escaping (EditorController) -> Void
  ) {
    addForClip(name) { controller in
      handler(controller)
      controller.timeline.reveal(controller.state[keyPath: place])
    }
  }

  private func addSwitch(_ name: String, _ handler: @escaping (EditorController, Bool) -> Void) {
    addState(name, parameter: nil, g_variant_new_boolean(0)) {
      handler($0, g_variant_get_boolean($1) != 0)
    }
  }

  private func addSpeed() {
    addState("speed", parameter: "d", g_variant_new_double(1)) {
      $0.setSpeed(g_variant_get_double($1))
    }
  }

  private func addSoundTrack() {
    addState("sound-track", parameter: "i", g_variant_new_int32(-1)) {
      $0.setSoundStream(Int(g_variant_get_int32($1)))
    }
  }

  /// Adds an action with a state, which is that of the clip: only ``renderActions()`` sets it.
  private func addState(
    _ name: String, parameter: String?, _ initial: OpaquePointer?,
    _ handler: @escaping (EditorController, OpaquePointer?) -> Void
  ) {
    let type = parameter.map { g_variant_type_new($0) } ?? nil
    defer { if let type { g_variant_type_free(type) } }
    let action = GObjectRef(sinking: made(g_simple_action_new_stateful(name, type, initial)).raw)
    // Without a handler of its own the action would set its state before the controller did.
    connect(action.raw, "change-state") { [weak self] (value: OpaquePointer?) in
      guard let controller = self?.controller else { return }
      handler(controller, value)
    }
    g_action_map_add_action(window.opaque, action.opaque)
  }

  private func setEnabled(_ name: String, _ isEnabled: Bool) {
    guard let action = g_action_map_lookup_action(window.opaque, name) else { return }
    g_simple_action_set_enabled(action, isEnabled ? 1 : 0)
  }

  private func setState(_ name: String, _ value: OpaquePointer?) {
    guard let value = value.map({ g_variant_ref_sink($0) }) ?? nil else { return }
    defer { g_variant_unref(value) }
    guard let action = g_action_map_lookup_action(window.opaque, name) else { return }
    g_simple_action_set_state(action, value)
  }
}
