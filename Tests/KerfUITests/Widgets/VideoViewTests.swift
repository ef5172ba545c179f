// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import MediaCore
import Playback
import TestSupport
import TrimModel
import XCTest

@testable import KerfUI

@MainActor final class VideoViewTests: XCTestCase {
  override func setUp() async throws { try XCTSkipUnless(Gtk.start(), "no display") }

  func testAnyWindowCanShowAPlayerAndLetItGo() async throws {
    weak var weakView: VideoView?
    weak var weakPlayer: Player?
    do {
      let clip = try await ClipProbe.open(try Fixture.clip("h264_gop60.mp4"))
      let player = try await Player.open(clip)
      let view = VideoView(player: player)
      (weakView, weakPlayer) = (view, player)
      var shown: [MediaTime] = []
      view.onPicture = { shown.append($0) }
      let window = made(gtk_window_new())
      gtk_window_set_default_size(window.cast(), 320, 180)
      gtk_window_set_child(window.cast(), view.widget)
      gtk_window_present(window.cast())
      // The view's size alone brings the first picture.
      try await Gtk.wait(for: "the first picture", isDone: { !shown.isEmpty })
      player.play()
      try await Gtk.wait(for: "three frames", isDone: { Set(shown).count > 3 })
      gtk_window_destroy(window.cast())
    }
    try await Gtk.wait(for: "the release", isDone: { weakView == nil && weakPlayer == nil })
  }
}
