// SPDX-License-Identifier: GPL-3.0-or-later
//
// A window of another program that shows a video in it: `video-view-example FILE`.
import CAdwaita
import KerfUI
import MediaCore
import Playback
import TrimModel

guard let path = CommandLine.arguments.dropFirst().first else {
  fatalError("usage: video-view-example FILE")
}
MainLoop.start()

let window: Widget = adw_window_new()
let gtkWindow = UnsafeMutableRawPointer(window)
gtk_window_set_default_size(gtkWindow.assumingMemoryBound(to: GtkWindow.self), 640, 360)
gtk_window_present(gtkWindow.assumingMemoryBound(to: GtkWindow.self))

var view: VideoView?
Task {
  do throws(MediaError) {
    let player = try await Player.open(try await ClipProbe.open(FilePath(path)))
    let opened = VideoView(player: player)
    view = opened
    adw_window_set_content(gtkWindow.assumingMemoryBound(to: AdwWindow.self), opened.widget)
    player.play()
    for await position in player.positions() where position.loopTurn == 0 {
      print("frame at \(position.frameTime.seconds) s")
    }
  } catch {
    print("\(path): \(error.reason)")
  }
}
while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 {
  g_main_context_iteration(nil, 1)
}
