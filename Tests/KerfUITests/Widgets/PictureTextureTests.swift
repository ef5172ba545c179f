// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import MediaCore
import TrimModel
import XCTest

@testable import KerfUI

@MainActor final class PictureTextureTests: XCTestCase {
  override func setUp() async throws { try XCTSkipUnless(Gtk.start(), "no display") }

  func testShowsThePixelsAndLetsThePictureGo() async throws {
    weak var weakPicture: Picture?
    do {
      let picture = Picture(
        size: PixelSize(width: 3, height: 2), presentationTime: .zero,
        fill: { for position in $0.indices { $0[position] = UInt8(position) } })
      weakPicture = picture
      let texture = PictureTexture.make(picture)
      XCTAssertEqual(gdk_texture_get_width(texture.opaque), 3)
      XCTAssertEqual(gdk_texture_get_height(texture.opaque), 2)
      var pixels = [UInt8](repeating: 0, count: 3 * 2 * 4)
      gdk_texture_download(texture.opaque, &pixels, 3 * 4)
      // Cairo's order: blue, green, red, alpha.
      XCTAssertEqual(Array(pixels[20..<24]), [17, 16, 15, 255])
    }
    XCTAssertNil(weakPicture)
  }
}
