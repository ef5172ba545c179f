// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import Foundation
import MediaCore
import Playback
import TestSupport
import TrimModel
import XCTest

@testable import KerfUI

@MainActor final class EditorWindowTests: XCTestCase {
  /// A process can register one application.
  private static var registered: EditorApplication?

  private var application: EditorApplication { get throws { try XCTUnwrap(Self.registered) } }

  override func setUp() async throws {
    try XCTSkipUnless(Gtk.start(), "no display")
    guard Self.registered == nil else { return }
    setenv("KERF_NON_UNIQUE", "1", 1)
    let application = EditorApplication()
    XCTAssertEqual(g_application_register(application.application.cast(), nil, nil), 1)
    Self.registered = application
  }

  private func makeWindow() throws -> EditorWindow {
    let window = try application.makeWindow()
    window.settings.playsOnOpening = false
    window.present()
    return window
  }

  private func open(_ name: String, in window: EditorWindow) async throws {
    window.open(.file(try Fixture.clip(name)))
    try await Gtk.wait(
      for: "\(name) and its index",
      isDone: {
        window.controller?.state.clip.path.displayName == name
          && window.controller?.state.index.isComplete == true
      })
  }

  func testAnEmptyWindowLeavesNothing() async throws {
    weak var weakWindow: EditorWindow?
    do {
      let window = try makeWindow()
      weakWindow = window
      gtk_window_destroy(window.window.cast())
    }
    try await Gtk.wait(for: "the window's release", isDone: { weakWindow == nil })
  }

  func testOpenUseDestroyLeavesNothing() async throws {
    weak var weakWindow: EditorWindow?
    weak var weakController: EditorController?
    weak var weakView: VideoView?
    do {
      let window = try makeWindow()
      weakWindow = window
      try await open("h264_gop60.mp4", in: window)
      let controller = try XCTUnwrap(window.controller)
      weakController = controller
      weakView = controller.videoView
      controller.send(.beginDrag(.inPoint))
      controller.send(.dragEdge(to: controller.state.index.time(ofFrame: 40)))
      controller.send(.endDrag)
      try await Gtk.wait(for: "playing", isDone: { controller.playerState.isPlaying })
      gtk_window_destroy(window.window.cast())
    }
    try await Gtk.wait(for: "the view's release", isDone: { weakView == nil })
    try await Gtk.wait(for: "the controller's release", isDone: { weakController == nil })
    try await Gtk.wait(for: "the window's release", isDone: { weakWindow == nil })
  }

  func testASecondFileReplacesTheFirstWhileItIsStillLoading() async throws {
    let window = try makeWindow()
    let first = try Fixture.clip("h264_gop60.mp4")
    for _ in 0..<5 { window.open(.file(first)) }
    try await open("h264_gop60.mkv", in: window)
    XCTAssertNil(window.opening)
    XCTAssertEqual(window.controller?.state.clip.path.lowercaseExtension, "mkv")
    gtk_window_destroy(window.window.cast())
  }

  func testAFileThatIsNoVideoLeavesTheOpenOne() async throws {
    let window = try makeWindow()
    try await open("h264_gop60.mp4", in: window)
    let before = window.controller
    window.open(.file(FilePath("/dev/null")))
    try await Gtk.wait(for: "the refusal", isDone: { window.opening == nil })
    XCTAssertTrue(window.controller === before)
    XCTAssertEqual(gtk_widget_get_visible(window.card.widget), 1)
    gtk_window_destroy(window.window.cast())
  }

  func testDraggingShowsTheEdgeAndRestartsAtTheInPoint() async throws {
    let window = try makeWindow()
    try await open("h264_gop60.mp4", in: window)
    let controller = try XCTUnwrap(window.controller)
    let index = controller.state.index
    var shown: MediaTime?
    controller.videoView.onPicture = { shown = $0 }
    controller.send(.beginDrag(.outPoint))
    XCTAssertFalse(controller.player.state.isPlaying)
    controller.send(.dragEdge(to: index.time(ofFrame: 200)))
    try await Gtk.wait(for: "the last kept frame", isDone: { shown == index.time(ofFrame: 199) })
    controller.send(.endDrag)
    try await Gtk.wait(for: "the loop", isDone: { controller.playerState.isPlaying })
    try await Gtk.wait(for: "the in point", isDone: { shown == index.time(ofFrame: 0) })
    gtk_window_destroy(window.window.cast())
  }

  func testSavingMakesAClipAndSaysSo() async throws {
    let window = try makeWindow()
    try await open("h264_gop60.mp4", in: window)
    let controller = try XCTUnwrap(window.controller)
    controller.send(.setEdge(.inPoint, to: controller.state.index.time(ofFrame: 33)))
    window.save()
    XCTAssertNotNil(window.saving)
    try await Gtk.wait(for: "the end of saving", isDone: { window.saving == nil })
    let outcome = try XCTUnwrap(window.outcome?.text)
    XCTAssertTrue(outcome.contains("h264_gop60 (trimmed"), outcome)
    gtk_window_destroy(window.window.cast())
  }

  func testAWindowThatIsSavingAsksBeforeItCloses() async throws {
    let window = try makeWindow()
    try await open("h264_gop60.mp4", in: window)
    window.save()
    gtk_window_close(window.window.cast())
    XCTAssertEqual(gtk_widget_get_visible(window.window.widget), 1)
    XCTAssertNotNil(window.closingQuestion)
    try await Gtk.wait(for: "the end of saving", isDone: { window.saving == nil })
    try await Gtk.wait(
      for: "the question to go with its reason", isDone: { window.closingQuestion == nil })
    gtk_window_close(window.window.cast())
    XCTAssertEqual(gtk_widget_get_visible(window.window.widget), 0)
  }

  func testCancelledSavingIsSaidAndLeavesTheFolderAsItWas() async throws {
    let window = try makeWindow()
    try await open("h264_gop60.mp4", in: window)
    let folder = OutputFolder.videos().displayString
    let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    window.save()
    try XCTUnwrap(window.saving).job.cancel()
    try await Gtk.wait(for: "the end of saving", isDone: { window.saving == nil })
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder).sorted(), before)
    XCTAssertNotNil(window.outcome)
    gtk_window_destroy(window.window.cast())
  }

  func testTheStripOfATransportStreamShowsItsOwnFrames() async throws {
    let window = try makeWindow()
    try await open("h264_gop60.ts", in: window)
    let controller = try XCTUnwrap(window.controller)
    let (timeline, index) = (controller.timeline, controller.state.index)
    let wanted = timeline.lastWanted
    XCTAssertGreaterThan(wanted.count, 5)
    try await Gtk.wait(
      for: "the exact frame of every picture",
      isDone: {
        wanted.allSatisfy { time in
          timeline.thumbnails[time]?.frameTime == index.frame(at: time).map(index.time(ofFrame:))
        }
      })
    gtk_window_destroy(window.window.cast())
  }
}
