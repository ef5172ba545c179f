// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import TrimModel
import XCTest

@testable import KerfUI
@testable import MediaCore

/// Snapping, magnifying, ranges, the waveform, and the cards above the strip.
@MainActor final class TimelineCardsTests: XCTestCase {
  override func setUp() async throws { try XCTSkipUnless(Gtk.start(), "no display") }

  // MARK: Snapping

  func testHandleIsDrawnToThePlayheadUnlessShiftIsHeld() async throws {
    let desk = TimelineDesk(frames: 240)
    desk.send(.seek(to: desk.time(75)))
    let start = desk.handle(.inPoint)
    let near = start + desk.x(76) - desk.x(0) + 1
    desk.view.press(x: start, y: desk.y)
    desk.view.move(x: near, y: desk.y)
    XCTAssertEqual(desk.edges[0], 75)
    XCTAssertEqual(desk.view.snapped, SnapPoint(time: desk.time(75), kind: .playhead))
    desk.view.move(x: near, y: desk.y, isShifted: true)
    XCTAssertEqual(desk.edges[0], 76)
    XCTAssertNil(desk.view.snapped)
    desk.view.snaps = false
    desk.view.move(x: near, y: desk.y)
    XCTAssertEqual(desk.edges[0], 76)
    desk.view.release(x: near, y: desk.y)
  }

  // MARK: Magnifying

  func testHeldHandleMagnifiesAboutItsEdgeUntilItIsLetGo() async throws {
    let desk = TimelineDesk(frames: 2400)
    desk.view.snaps = false
    desk.drag(from: desk.handle(.inPoint), to: desk.handle(.inPoint) + 300)
    desk.view.release(x: 0, y: desk.y)
    let (scale, edge) = (desk.view.geometry?.pixelsPerSecond, desk.edges[0])
    let x = desk.x(edge)
    desk.view.press(x: desk.handle(.inPoint), y: desk.y)
    desk.view.magnify(.inPoint)
    XCTAssertEqual(desk.view.geometry?.pixelsPerSecond, desk.view.geometry?.largestPixelsPerSecond)
    XCTAssertEqual(desk.x(edge), x, accuracy: 1)
    XCTAssertEqual(desk.edges[0], edge, "magnifying moves nothing")
    // A frame is as wide as a picture now.
    desk.view.move(x: desk.view.pointerX + (desk.view.geometry?.tileWidth ?? 0), y: desk.y)
    XCTAssertEqual(desk.edges[0], edge + 1)
    desk.view.release(x: desk.view.pointerX, y: desk.y)
    XCTAssertEqual(desk.view.geometry?.pixelsPerSecond ?? 0, scale ?? -1, accuracy: 1e-6)
    desk.send(.undo)
    XCTAssertEqual(desk.edges[0], edge, "hold and drag are one step")
  }

  func testMovedHandleDoesNotMagnify() async throws {
    let desk = TimelineDesk(frames: 2400)
    desk.view.press(x: desk.handle(.inPoint), y: desk.y)
    XCTAssertNotNil(desk.view.holding)
    desk.view.move(x: desk.view.pointerX + 5, y: desk.y)
    XCTAssertNil(desk.view.holding)
    desk.view.cancelPress()
    desk.view.magnify(.inPoint)
    XCTAssertNil(desk.view.magnified)
  }

  // MARK: Cards

  func testHoveringShowsThePictureAndTheTimeBelowThePointer() async throws {
    let desk = TimelineDesk(frames: 240)
    var asked: [[MediaTime]] = []
    desk.view.wantsStills = { times, _ in asked.append(times) }
    desk.view.hover(x: desk.x(45) + 1, y: desk.y)
    var picture = try XCTUnwrap(desk.view.float.card?.pictures.first)
    XCTAssertEqual(picture.caption, "0:01.500")
    XCTAssertNil(picture.texture)
    XCTAssertEqual(asked, [[desk.time(45)]])
    // What the strip has is there at once.
    desk.view.show(desk.thumbnail(at: desk.time(30)))
    picture = try XCTUnwrap(desk.view.float.card?.pictures.first)
    XCTAssertNotNil(picture.texture)
    desk.view.press(x: desk.x(45) + 1, y: desk.y)
    XCTAssertNil(desk.view.float.card, "not while something is pressed")
    desk.view.release(x: desk.x(45) + 1, y: desk.y)
    XCTAssertEqual(asked.last, [])
  }

  func testMovedEdgeShowsTheFramesOnBothSidesAndNoOthers() async throws {
    let desk = TimelineDesk(frames: 240)
    desk.view.snaps = false
    var asked: [[MediaTime]] = []
    desk.view.wantsStills = { times, _ in asked.append(times) }
    desk.drag(from: desk.handle(.inPoint), to: desk.handle(.inPoint) + desk.x(60) - desk.x(0))
    XCTAssertEqual(asked.last, [desk.time(59), desk.time(60)])
    // The nearest keyframe is not the frame that is cut away.
    desk.view.showStill(desk.thumbnail(at: desk.time(59), of: desk.time(30)))
    desk.view.showStill(desk.thumbnail(at: desk.time(60)))
    var pictures = try XCTUnwrap(desk.view.float.card?.pictures)
    XCTAssertNil(pictures[0].texture)
    XCTAssertNotNil(pictures[1].texture)
    XCTAssertEqual(pictures.map(\.isDimmed), [true, false])
    desk.view.showStill(desk.thumbnail(at: desk.time(59)))
    pictures = try XCTUnwrap(desk.view.float.card?.pictures)
    XCTAssertNotNil(pictures[0].texture)
    desk.view.release(x: 0, y: desk.y)
    XCTAssertNil(desk.view.float.card)
    // At the film's own end there is nothing on the other side.
    desk.view.press(x: desk.handle(.outPoint), y: desk.y)
    XCTAssertNil(desk.view.float.card)
    desk.view.cancelPress()
  }

  // MARK: Ranges

  func testClickSelectsTheRangeBelowIt() async throws {
    let desk = TimelineDesk(frames: 240)
    desk.send(.addRange(at: desk.time(120), length: desk.time(30)))
    desk.send(.setEdge(.inPoint, to: desk.time(150)))
    XCTAssertEqual(desk.edges, [150, 240])
    let x = desk.x(60)
    desk.view.press(x: x, y: desk.y)
    desk.view.release(x: x, y: desk.y)
    XCTAssertEqual(desk.edges, [0, 120])
    // What lies between the two is dimmed, what is marked is not.
    let colors = [40, 137, 202].map { frame in
      desk.drawnColor(x: Int(desk.x(frame)), y: Int(desk.view.layout.strip.lowerBound) + 12)
    }
    XCTAssertEqual(colors[0], colors[2])
    XCTAssertNotEqual(colors[0], colors[1])
    desk.send(.setPurpose(.remove))
    let removed = [40, 137].map { frame in
      desk.drawnColor(x: Int(desk.x(frame)), y: Int(desk.view.layout.strip.lowerBound) + 12)
    }
    XCTAssertEqual(removed[0], colors[1])
    XCTAssertEqual(removed[1], colors[0])
  }

  // MARK: Sound

  func testSoundIsDrawnBelowThePictures() async throws {
    let desk = TimelineDesk(frames: 480)
    let waveform = Waveform(start: desk.time(0), seconds: 16)
    var viewed: [WaveformView] = []
    desk.view.looksAt = { viewed.append($0) }
    desk.view.setWaveform(waveform)
    desk.allocate(
      width: 1000, height: TimelineLayout.naturalHeight + TimelineLayout.waveformHeight)
    XCTAssertEqual(viewed.last?.seconds, 0...16)
    XCTAssertEqual(viewed.last?.columnSeconds ?? 0, 16.0 / 952, accuracy: 0.0001)
    let lane = try XCTUnwrap(desk.view.layout.waveform)
    let (loud, quiet) = (Int(desk.x(120)), Int(desk.x(360)))
    let y = Int(lane.lowerBound) + 3
    XCTAssertEqual(desk.drawnColor(x: loud, y: y), desk.drawnColor(x: quiet, y: y))
    waveform.set(
      (0..<Waveform.bucketsPerChunk).map {
        let value: UInt8 = $0 < Waveform.bucketsPerChunk / 2 ? 250 : 4
        return Waveform.Bucket(peak: value, loudness: value)
      }, chunk: 0, .whole)
    XCTAssertNotEqual(desk.drawnColor(x: loud, y: y), desk.drawnColor(x: quiet, y: y))
    // The middle line is everywhere.
    let middle = Int((lane.lowerBound + lane.upperBound) / 2)
    XCTAssertNotEqual(desk.drawnColor(x: quiet, y: middle), desk.drawnColor(x: quiet, y: y))
  }
}
