// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import MediaCore
import TrimModel
import XCTest

@testable import KerfUI

@MainActor final class TimelineViewTests: XCTestCase {
  override func setUp() async throws { try XCTSkipUnless(Gtk.start(), "no display") }

  // MARK: Handles

  func testHandleIsDraggedFrameByFrame() async throws {
    let desk = TimelineDesk(frames: 240)
    let start = desk.handle(.inPoint)
    desk.drag(from: start, to: start + desk.x(60) - desk.x(0))
    XCTAssertEqual(desk.edges, [60, 240])
    XCTAssertEqual(desk.state.draggedEdge, .inPoint)
    XCTAssertEqual(desk.intents.first, .beginDrag(.inPoint))
    desk.view.release(x: 0, y: 0)
    XCTAssertEqual(desk.intents.last, .endDrag)
    XCTAssertNil(desk.state.draggedEdge)
    XCTAssertEqual(desk.playhead, 60)
    desk.drag(from: desk.handle(.outPoint), to: desk.handle(.outPoint) - 10_000)
    XCTAssertEqual(desk.edges, [60, 61], "a frame is the least")
    desk.view.release(x: 0, y: 0)
    desk.send(.undo)
    XCTAssertEqual(desk.edges, [60, 240])
  }

  func testHandleIsHeldWhereItWasTaken() async throws {
    let desk = TimelineDesk(frames: 240)
    for offset in [-11.0, 0, 11] {
      desk.view.press(x: desk.handle(.inPoint) + offset, y: desk.y)
      desk.view.move(x: desk.handle(.inPoint) + offset, y: desk.y)
      XCTAssertEqual(desk.edges, [0, 240], "a press alone moves nothing")
      desk.view.release(x: desk.handle(.inPoint) + offset, y: desk.y)
    }
    XCTAssertFalse(desk.state.history.canUndo)
  }

  func testCancelledDragGivesTheRangeBack() async throws {
    let desk = TimelineDesk(frames: 240)
    desk.drag(from: desk.handle(.inPoint), to: 500)
    XCTAssertNotEqual(desk.edges, [0, 240])
    desk.view.cancelPress()
    XCTAssertEqual(desk.edges, [0, 240])
    XCTAssertEqual(desk.view.interaction, .none)
  }

  func testUndoDuringADragLetsGo() async throws {
    let desk = TimelineDesk(frames: 240)
    desk.drag(from: desk.handle(.inPoint), to: 500)
    desk.send(.undo)
    XCTAssertEqual(desk.view.interaction, .none)
    desk.forgetIntents()
    desk.view.move(x: 600, y: desk.y)
    desk.view.release(x: 600, y: desk.y)
    XCTAssertEqual(desk.intents, [])
    XCTAssertEqual(desk.edges, [0, 240])
  }

  func testBorderScrollsTheStripOnAndTheHandleGoesAlong() async throws {
    let desk = TimelineDesk(frames: 3000)
    desk.send(.setEdge(.outPoint, to: desk.time(150)))
    desk.drag(from: desk.handle(.outPoint), to: 995)
    let before = desk.edges[1]
    for _ in 0..<30 { XCTAssertTrue(desk.view.tick(1.0 / 60)) }
    XCTAssertGreaterThan(desk.view.geometry?.scrollX ?? 0, 100)
    XCTAssertGreaterThan(desk.edges[1], before + 30)
    desk.view.move(x: 500, y: desk.y)
    XCTAssertFalse(desk.view.tick(1.0 / 60), "away from the border it stands still")
    desk.view.release(x: 500, y: desk.y)
  }

  func testHandleTakenNearABorderDoesNotScroll() async throws {
    let desk = TimelineDesk(frames: 3000)
    desk.view.zoom(by: 2, about: 0)
    desk.view.scroll(by: 500)
    guard let geometry = desk.view.geometry else { return XCTFail("no geometry") }
    desk.send(.setEdge(.inPoint, to: geometry.time(at: 20)))
    let scroll = desk.view.geometry?.scrollX
    desk.drag(from: desk.handle(.inPoint), to: desk.handle(.inPoint) + 8)
    XCTAssertFalse(desk.view.tick(1.0 / 60))
    XCTAssertEqual(desk.view.geometry?.scrollX, scroll)
  }

  func testHandleOfAnEdgeOutOfViewCanBeBroughtHere() async throws {
    let desk = TimelineDesk(frames: 3000)
    XCTAssertGreaterThan(desk.x(3000), 1000)
    XCTAssertEqual(desk.handle(.outPoint), 1000 - 7, accuracy: 1e-6)
    XCTAssertTrue(desk.view.isPinned(.outPoint))
    // Taking it, trembling and pulling it outward change nothing.
    desk.drag(from: 993, to: 991)
    desk.view.move(x: 1040, y: desk.y)
    XCTAssertFalse(desk.view.tick(1.0 / 60))
    desk.view.release(x: 1040, y: desk.y)
    XCTAssertEqual(desk.edges, [0, 3000])
    desk.drag(from: 993, to: 7 + (desk.x(150)))
    desk.view.release(x: 0, y: desk.y)
    XCTAssertEqual(desk.edges, [0, 150])
    XCTAssertFalse(desk.view.isPinned(.outPoint))
    desk.view.scroll(by: 2000)
    XCTAssertTrue(desk.view.isPinned(.inPoint) && desk.view.isPinned(.outPoint))
    XCTAssertEqual(desk.handle(.inPoint), 7, accuracy: 1e-6)
  }

  // MARK: Range, playhead, strip

  func testBarAndShiftMoveTheWholeRange() async throws {
    let desk = TimelineDesk(frames: 240)
    desk.send(.setEdge(.inPoint, to: desk.time(60)))
    desk.send(.setEdge(.outPoint, to: desk.time(120)))
    let second = desk.x(30) - desk.x(0)
    desk.drag(from: desk.x(90), to: desk.x(90) + second, y: desk.view.layout.strip.lowerBound + 2)
    desk.view.release(x: 0, y: 0)
    XCTAssertEqual(desk.edges, [90, 150])
    desk.drag(from: desk.x(110), to: desk.x(110) - second, isShifted: true)
    desk.view.release(x: 0, y: 0)
    XCTAssertEqual(desk.edges, [60, 120])
    desk.send(.undo)
    XCTAssertEqual(desk.edges, [90, 150], "each was one step")
  }

  func testClickPutsThePlayheadOnTheFrameBelow() async throws {
    let desk = TimelineDesk(frames: 240)
    for frame in [Int64(0), 1, 77, 239] {
      let x = (desk.x(frame) + desk.x(frame + 1)) / 2
      desk.view.press(x: x, y: 10)
      desk.view.release(x: x, y: 10)
      XCTAssertEqual(desk.playhead, frame)
    }
    XCTAssertEqual(desk.edges, [0, 240])
  }

  func testFittedStripScrubs() async throws {
    let desk = TimelineDesk(frames: 240)
    desk.drag(from: desk.x(30) + 1, to: desk.x(200) + 1)
    XCTAssertEqual(desk.scrubbing, [true])
    XCTAssertEqual(desk.playhead, 200)
    desk.view.release(x: desk.x(200), y: desk.y)
    XCTAssertEqual(desk.scrubbing, [true, false])
    XCTAssertEqual(desk.edges, [0, 240])
  }

  func testWideStripScrollsAndItsRulerScrubs() async throws {
    let desk = TimelineDesk(frames: 3000)
    desk.drag(from: 700, to: 500)
    XCTAssertEqual(desk.view.geometry?.scrollX ?? 0, 200, accuracy: 1e-6)
    desk.view.release(x: 500, y: desk.y)
    desk.view.stopScrolling()
    XCTAssertEqual(desk.playhead, 0, "a drag is no click")
    let scroll = desk.view.geometry?.scrollX
    desk.drag(from: 300, to: 400, y: 8)
    XCTAssertEqual(desk.view.geometry?.scrollX, scroll)
    XCTAssertEqual(desk.scrubbing, [true])
    desk.view.release(x: 400, y: 8)
    let playhead = desk.x(desk.playhead)
    desk.drag(from: playhead + 3, to: playhead + 103)
    XCTAssertEqual(desk.x(desk.playhead), playhead + 100, accuracy: 4)
  }

  func testMiddleButtonAndFingerScrollAFittedStripNowhere() async throws {
    let desk = TimelineDesk(frames: 240)
    desk.drag(from: 300, to: 500, button: .middle)
    desk.view.release(x: 500, y: desk.y)
    desk.drag(from: 300, to: 500, pointer: .touch)
    desk.view.release(x: 500, y: desk.y)
    XCTAssertEqual(desk.intents, [])
  }

  func testDoubleClickZoomsToTheRangeAndBack() async throws {
    let desk = TimelineDesk(frames: 3000)
    desk.send(.setEdge(.inPoint, to: desk.time(60)))
    desk.send(.setEdge(.outPoint, to: desk.time(90)))
    let before = desk.view.geometry?.pixelsPerSecond ?? 0
    let x = desk.x(75)
    for _ in 0..<2 {
      desk.view.press(x: x, y: desk.y)
      desk.view.release(x: x, y: desk.y)
    }
    XCTAssertGreaterThan(desk.view.geometry?.pixelsPerSecond ?? 0, before * 2)
    XCTAssertEqual(desk.playhead, 75)
    for _ in 0..<2 {
      desk.view.press(x: 500, y: desk.y)
      desk.view.release(x: 500, y: desk.y)
    }
    XCTAssertEqual(desk.view.geometry?.isFitted, true)
  }

  // MARK: Wheel

  func testWheelScrollsZoomsAndSteps() async throws {
    let desk = TimelineDesk(frames: 3000)
    XCTAssertTrue(desk.view.turnWheel(dx: 0, dy: 1, isWheel: true))
    XCTAssertEqual(desk.view.geometry?.scrollX ?? 0, 100, accuracy: 0.1)
    desk.view.hover(x: 400, y: desk.y)
    let below = desk.view.geometry?.seconds(at: 400) ?? 0
    let scale = desk.view.geometry?.pixelsPerSecond ?? 0
    XCTAssertTrue(desk.view.turnWheel(dx: 0, dy: -1, isWheel: true, isControl: true))
    XCTAssertEqual(desk.view.geometry?.pixelsPerSecond ?? 0, scale * 1.25, accuracy: 1e-6)
    XCTAssertEqual(desk.view.geometry?.seconds(at: 400) ?? 0, below, accuracy: 1e-6)
    XCTAssertTrue(desk.view.turnWheel(dx: 0, dy: 1, isWheel: true, isAlt: true))
    XCTAssertEqual(desk.playhead, 1)
    // Two fingers: 40 pixels are a step.
    for _ in 0..<4 { desk.view.turnWheel(dx: 0, dy: 10, isWheel: false, isAlt: true) }
    XCTAssertEqual(desk.playhead, 2)
    let fitted = TimelineDesk(frames: 30)
    XCTAssertFalse(fitted.view.turnWheel(dx: 0, dy: 1, isWheel: true), "it is left to others")
  }

  func testFlickGoesOnAndComesToRest() async throws {
    let desk = TimelineDesk(frames: 30_000)
    desk.view.startKinetic(velocity: 2000)
    var ticks = 0
    while desk.view.tick(1.0 / 60), ticks < 600 { ticks += 1 }
    let isAnimated = adw_get_enable_animations(desk.view.widget) != 0
    XCTAssertEqual(
      desk.view.geometry?.scrollX ?? 0, isAnimated ? 2000 / 4.4 : 0, accuracy: 5)
    XCTAssertLessThan(ticks, 200)
  }

  // MARK: Follow mode

  func testFollowModeSlidesTheRangeAndKeepsTheHandles() async throws {
    let desk = TimelineDesk(frames: 3000)
    desk.send(.setEdge(.inPoint, to: desk.time(60)))
    desk.send(.setEdge(.outPoint, to: desk.time(150)))
    desk.send(.setFollowing(true))
    let handles = [desk.handle(.inPoint), desk.handle(.outPoint)]
    for _ in 0..<5 {
      desk.drag(from: 800, to: 731)
      XCTAssertEqual(desk.handle(.inPoint), handles[0], accuracy: 1e-6)
      XCTAssertEqual(desk.handle(.outPoint), handles[1], accuracy: 1e-6)
      desk.view.release(x: 731, y: desk.y)
      desk.view.stopScrolling()
      XCTAssertEqual(desk.handle(.inPoint), handles[0], accuracy: 1e-6)
      XCTAssertEqual(desk.edges[1] - desk.edges[0], 90, "the length is kept")
    }
    XCTAssertGreaterThan(desk.edges[0], 130)
    let steps = desk.intents.filter { $0 == .beginRangeDrag }.count
    XCTAssertEqual(steps, 5)
    for _ in 0..<5 { desk.send(.undo) }
    XCTAssertEqual(desk.edges, [60, 150])
    XCTAssertEqual(desk.handle(.inPoint), handles[0], accuracy: 1e-6)
  }

  func testFollowedHandleCanStillBeDragged() async throws {
    let desk = TimelineDesk(frames: 3000)
    desk.send(.setEdge(.outPoint, to: desk.time(90)))
    desk.send(.setFollowing(true))
    let outX = desk.handle(.outPoint)
    desk.drag(from: outX, to: outX + desk.x(30) - desk.x(0))
    desk.view.release(x: 0, y: 0)
    XCTAssertEqual(desk.edges, [0, 120])
    desk.drag(from: desk.handle(.outPoint), to: 5000)
    XCTAssertLessThan(desk.handle(.outPoint), 1000, "it stays in view")
  }

  func testWheelInFollowModeIsOneStepThatEndsByItself() async throws {
    let desk = TimelineDesk(frames: 3000)
    desk.send(.setEdge(.outPoint, to: desk.time(90)))
    desk.send(.setFollowing(true))
    for _ in 0..<3 { desk.view.turnWheel(dx: 0, dy: 1, isWheel: true) }
    XCTAssertEqual(desk.state.drag, .wholeRange)
    while desk.view.tick(0.05) {}
    XCTAssertNil(desk.state.drag)
    XCTAssertGreaterThan(desk.edges[0], 60)
    XCTAssertEqual(desk.edges[1] - desk.edges[0], 90)
    desk.send(.undo)
    XCTAssertEqual(desk.edges, [0, 90])
  }

  // MARK: Life

  func testNothingIsLeftAfterTheWidgetIsGone() async throws {
    weak var view: TimelineView?
    weak var owner: TimelineDesk?
    do {
      let window = GObjectRef(retaining: made(gtk_window_new()).raw)
      let desk = TimelineDesk(frames: 3000)
      view = desk.view
      owner = desk
      gtk_window_set_child(window.cast(), desk.view.widget)
      gtk_window_set_default_size(window.cast(), 900, 200)
      gtk_window_present(window.cast())
      try await Gtk.wait(
        for: "the window", isDone: { gtk_widget_get_mapped(desk.view.widget) != 0 })
      desk.view.show(desk.thumbnail(at: desk.time(0)))
      desk.view.startKinetic(velocity: 5000)
      desk.drag(from: desk.handle(.inPoint), to: 300)
      desk.view.release(x: 300, y: desk.y)
      gtk_window_destroy(window.cast())
    }
    try await Gtk.wait(for: "the release", isDone: { view == nil && owner == nil })
  }

  func testAnotherClipStartsAfresh() async throws {
    let desk = TimelineDesk(frames: 3000)
    desk.view.show(desk.thumbnail(at: desk.time(0)))
    desk.view.scroll(by: 400)
    let other = TimelineDesk(frames: 90)
    var state = other.state
    state = EditorState(
      clip: ClipInfo(
        path: FilePath("/other.mp4"), container: "mp4", bytes: 2, startTime: nil, duration: nil,
        streams: state.clip.streams, videoStreamIndex: 0, audioStreamIndex: nil))
    desk.view.render(state)
    XCTAssertEqual(desk.view.thumbnails.count, 0)
    XCTAssertEqual(desk.view.geometry?.scrollX ?? 0, 0)
    desk.view.clear()
    XCTAssertNil(desk.view.hitTest)
    desk.view.press(x: 100, y: desk.y)
    desk.view.move(x: 200, y: desk.y)
    desk.view.release(x: 200, y: desk.y)
    XCTAssertEqual(desk.intents, [])
  }
}
