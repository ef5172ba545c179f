// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import TrimModel
import XCTest

@testable import KerfUI

@MainActor final class TimecodeEntryTests: XCTestCase {
  override func setUp() async throws { try XCTSkipUnless(Gtk.start(), "no display") }

  private final class Sink { var times: [MediaTime] = [] }

  private func milliseconds(_ ticks: Int64) -> MediaTime {
    MediaTime(ticks: ticks, timebase: Timebase(numerator: 1, denominator: 1000))
  }

  private func makeEntry(_ sink: Sink) -> TimecodeEntry {
    let entry = TimecodeEntry(
      name: "Start",
      resolve: { expression in
        switch expression {
        case .time(let time): time
        case .relativeTime(let length): MediaTime(ticks: 4000, timebase: length.timebase) + length
        case .frame, .relativeFrames, .end: nil
        }
      }, commit: { sink.times.append($0) })
    entry.show(milliseconds(4000))
    return entry
  }

  private func type(_ text: String, _ entry: TimecodeEntry) {
    gtk_editable_set_text(entry.widget.opaque, text)
  }

  func testShowsATimeAndTakesAnother() async throws {
    let sink = Sink()
    let entry = makeEntry(sink)
    XCTAssertEqual(entry.text, "0:04.000")
    type("1:02:03.450", entry)
    XCTAssertTrue(entry.commitText())
    XCTAssertEqual(sink.times, [milliseconds(3_723_450)])
    XCTAssertEqual(entry.text, "0:04.000", "until the state says otherwise")
  }

  func testNothingTypedCommitsNothing() async throws {
    let sink = Sink()
    let entry = makeEntry(sink)
    XCTAssertTrue(entry.commitText())
    entry.show(milliseconds(5000))
    XCTAssertTrue(entry.commitText())
    XCTAssertEqual(sink.times, [])
    XCTAssertEqual(entry.text, "0:05.000")
  }

  func testWhatCannotBeReadStaysMarkedAndCanBeMended() async throws {
    let sink = Sink()
    let entry = makeEntry(sink)
    for text in ["abc", "f12", "", "1:99"] {
      type(text, entry)
      XCTAssertFalse(entry.commitText())
      XCTAssertTrue(entry.isMarkedWrong)
      XCTAssertEqual(entry.text, text)
    }
    type("2", entry)
    XCTAssertFalse(entry.isMarkedWrong)
    XCTAssertTrue(entry.commitText())
    XCTAssertEqual(sink.times, [milliseconds(2000)])
  }

  func testTypingIsNotDisturbedAndCanBeGivenUp() async throws {
    let sink = Sink()
    let entry = makeEntry(sink)
    type("7", entry)
    entry.show(milliseconds(4100))
    XCTAssertEqual(entry.text, "7")
    entry.revert()
    XCTAssertEqual(entry.text, "0:04.100")
    XCTAssertTrue(entry.commitText())
    XCTAssertEqual(sink.times, [])
  }

  func testReturnCommitsThroughTheSignal() async throws {
    let sink = Sink()
    let entry = makeEntry(sink)
    type("3", entry)
    emitActivate(entry.widget)
    XCTAssertEqual(sink.times, [milliseconds(3000)])
  }

  private func emitActivate(_ widget: Widget) {
    // g_signal_emit is variadic.
    var instance = GValue()
    g_value_init_from_instance(&instance, widget)
    g_signal_emitv(&instance, g_signal_lookup("activate", gtk_entry_get_type()), 0, nil)
    g_value_unset(&instance)
  }

  func testNothingIsLeft() async throws {
    weak var entry: TimecodeEntry?
    do {
      let window = GObjectRef(retaining: made(gtk_window_new()).raw)
      let made = makeEntry(Sink())
      entry = made
      gtk_window_set_child(window.cast(), made.widget)
      gtk_window_destroy(window.cast())
    }
    try await Gtk.wait(for: "the release", isDone: { entry == nil })
  }
}
