// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Glibc
import TrimModel
import XCTest

@testable import KerfUI
@testable import MediaCore

/// What a step of dragging costs the main thread; run by `benchmarks/drawing`, never judged here.
@MainActor final class TimelineDrawingBenchmark: XCTestCase {
  func testStepOfDraggingWithAFullStrip() async throws {
    try XCTSkipUnless(getenv("KERF_BENCHMARK") != nil, "run by benchmarks/drawing")
    try XCTSkipUnless(Gtk.start(), "no display")
    let desk = TimelineDesk(frames: 30 * 600, width: 1900)
    let height = TimelineLayout.naturalHeight + TimelineLayout.waveformHeight
    let waveform = Waveform(start: desk.time(0), seconds: 600)
    for chunk in 0..<waveform.chunkCount {
      waveform.set(
        (0..<Waveform.bucketsPerChunk).map {
          Waveform.Bucket(peak: UInt8(truncatingIfNeeded: $0 &* 37), loudness: 60)
        }, chunk: chunk, .whole)
    }
    desk.view.setWaveform(waveform)
    desk.allocate(width: 1900, height: height)
    for time in desk.asked.last?.times ?? [] {
      desk.view.show(desk.thumbnail(at: time, width: 124, height: 70))
    }
    let start = desk.handle(.inPoint)
    desk.view.press(x: start, y: desk.y)
    var (times, drawings): ([Double], [Double]) = ([], [])
    for step in 0..<400 {
      let began = Self.milliseconds
      desk.view.move(x: start + Double(step) * 4, y: desk.y)
      let moved = Self.milliseconds
      draw(desk.view, width: 1900, height: height)
      let drawn = Self.milliseconds
      drawings.append(drawn - moved)
      times.append(drawn - began)
    }
    desk.view.cancelPress()
    let (all, drawing) = (times.sorted(), drawings.sorted())
    print(
      "drawing: step of dragging median \(Self.text(all[200])) ms, 95th percentile "
        + "\(Self.text(all[380])) ms; of it snapshot and cairo \(Self.text(drawing[200])) ms")
  }

  /// As GTK's cairo renderer does, all of the timeline.
  private func draw(_ view: TimelineView, width: Double, height: Double) {
    let snapshot = made(gtk_snapshot_new())
    view.draw(snapshot, width: width, height: height)
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return }
    defer { gsk_render_node_unref(node) }
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    let context = cairo_create(surface)
    gsk_render_node_draw(node, context)
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  private static var milliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }

  private static func text(_ value: Double) -> String {
    "\((value * 100).rounded() / 100)"
  }
}
