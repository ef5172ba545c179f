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
    let clip = try await ClipProbe.open(FilePath(path))
    let player = try await Player.open(clip)
    let opened = VideoView(player: player)
    view = opened
    adw_window_set_content(gtkWindow.assumingMemoryBound(to: AdwWindow.self), opened.widget)
    player.play()
    // Every frame of the file, as its packets are read: the whole of it is repeated.
    for await found in FrameIndexBuilder.stream(clip.path, cancellation: Cancellation()) {
      let index = try found.get()
      player.setIndex(index)
      guard index.isComplete else { continue }
      player.setLoop(TrimRange(inPoint: index.startTime, outPoint: index.endTime))
    }
    for await position in player.positions() where position.clockTime == position.frameTime {
      print("frame at \(position.frameTime.seconds) s, turn \(position.loopTurn)")
    }
  } catch {
    print("\(path): \(error.reason)")
  }
}
while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 {
  g_main_context_iteration(nil, 1)
}
