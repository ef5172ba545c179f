// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import MediaCore
import TrimModel
import XCTest

@testable import KerfUI

/// A timeline with an owner that does what an editor does: applies intents and renders.
@MainActor final class TimelineDesk {
  private(set) var state: EditorState
  private(set) var intents: [TrimIntent] = []
  private(set) var scrubbing: [Bool] = []
  private(set) var asked: [(times: [MediaTime], bounds: PixelSize)] = []
  let view: TimelineView

  /// The wire between the view and this owner, which the view must not keep alive.
  private final class Wire { weak var desk: TimelineDesk? }

  /// `frames` frames, 30 a second, a keyframe each second, 16:9.
  init(frames: Int, width: Int32 = 1000) {
    let base = Timebase(numerator: 1, denominator: 30)
    let stream = StreamInfo(
      index: 0, kind: .video, codec: "h264", timebase: base,
      geometry: PictureGeometry(codedWidth: 1920, codedHeight: 1080),
      frameRate: FrameRate(numerator: 30, denominator: 1))
    state = EditorState(
      clip: ClipInfo(
        path: FilePath("/clip.mp4"), container: "mov,mp4", bytes: 1, startTime: nil, duration: nil,
        streams: [stream], videoStreamIndex: 0, audioStreamIndex: nil))
    let index = FrameIndex(
      timebase: base,
      frames: (0..<frames).map {
        FrameIndex.Frame(
          pts: Int64($0), decodePosition: Int32($0), bytes: 100, isKeyframe: $0 % 30 == 0)
      }, endPTS: Int64(frames), isComplete: true)
    state.apply(.indexGrew(index))
    let wire = Wire()
    view = TimelineView(
      actions: TimelineView.Actions(
        send: { wire.desk?.send($0) }, scrubbingChanged: { wire.desk?.scrubbing.append($0) }))
    wire.desk = self
    view.wantsThumbnails = { wire.desk?.asked.append(($0, $1)) }
    view.render(state)
    allocate(width: width)
  }

  func allocate(width: Int32, height: Double = TimelineLayout.naturalHeight) {
    gtk_widget_measure(view.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
    gtk_widget_allocate(
      view.widget, width, Int32(height), -1, nil)
  }

  func send(_ intent: TrimIntent) {
    intents.append(intent)
    state.apply(intent)
    view.render(state)
  }

  func forgetIntents() { intents = [] }

  /// Both edges as frame numbers.
  var edges: [Int64] { [state.range.inPoint.ticks, state.range.outPoint.ticks] }
  var playhead: Int64 { state.playhead.ticks }

  /// Where a frame begins, in widget pixels.
  func x(_ frame: Int64) -> Double { view.geometry?.x(of: time(frame)) ?? .nan }

  func time(_ frame: Int64) -> MediaTime {
    MediaTime(ticks: frame, timebase: Timebase(numerator: 1, denominator: 30))
  }

  /// The middle of the strip.
  var y: Double { (view.layout.strip.lowerBound + view.layout.strip.upperBound) / 2 }

  /// The middle of a handle as drawn.
  func handle(_ edge: RangeEdge) -> Double { view.hitTest?.handleMiddle(edge) ?? .nan }

  /// Presses, moves in steps, and holds.
  func drag(
    from: Double, to: Double, y: Double? = nil, pointer: TimelineHitTest.Pointer = .mouse,
    button: Interaction.Button = .primary, isShifted: Bool = false
  ) {
    let y = y ?? self.y
    view.press(x: from, y: y, pointer: pointer, button: button, isShifted: isShifted)
    for step in 1...10 { view.move(x: from + (to - from) * Double(step) / 10, y: y) }
  }

  /// A grey picture of the frame on screen at a time, or of another frame.
  func thumbnail(
    at time: MediaTime, of frame: MediaTime? = nil, width: Int = 16, height: Int = 9
  ) -> Thumbnail {
    let picture = Picture(
      size: PixelSize(width: width, height: height), presentationTime: frame ?? time,
      fill: { for position in $0.indices { $0[position] = 200 } })
    return Thumbnail(time: time, picture: picture)
  }

  /// The colours of what would be drawn, at widget pixels.
  func drawnColor(x: Int, y: Int) -> [Int] {
    let width = Int(gtk_widget_get_width(view.widget))
    let height = Int(gtk_widget_get_height(view.widget))
    let snapshot = made(gtk_snapshot_new())
    view.draw(snapshot, width: Double(width), height: Double(height))
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return [] }
    defer { gsk_render_node_unref(node) }
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    defer { cairo_surface_destroy(surface) }
    let context = cairo_create(surface)
    gsk_render_node_draw(node, context)
    cairo_destroy(context)
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return [] }
    let position = y * Int(cairo_image_surface_get_stride(surface)) + x * 4
    // Premultiplied blue, green, red, alpha.
    return [2, 1, 0, 3].map { Int(data[position + $0]) }
  }
}
