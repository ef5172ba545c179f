// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct PictureGeometryTests {
  private func size(_ width: Int, _ height: Int) -> PixelSize {
    PixelSize(width: width, height: height)
  }

  @Test func squarePixelsAreShownAsTheyAre() {
    let geometry = PictureGeometry(codedWidth: 1920, codedHeight: 1080)
    #expect(geometry.displaySize == size(1920, 1080))
    #expect(abs(geometry.displayAspect - 16.0 / 9) < 1e-9)
    #expect(!geometry.isTurnedSideways)
  }

  @Test(arguments: [0, 90, 180, 270])
  func turningSwapsTheSides(degrees: Int) {
    let geometry = PictureGeometry(codedWidth: 1920, codedHeight: 1080, rotationDegrees: degrees)
    let isSideways = degrees % 180 == 90
    #expect(geometry.isTurnedSideways == isSideways)
    #expect(geometry.displaySize == (isSideways ? size(1080, 1920) : size(1920, 1080)))
    #expect(abs(geometry.displayAspect - (isSideways ? 9.0 / 16 : 16.0 / 9)) < 1e-9)
  }

  @Test func pixelAspectWidensThePicture() {
    let pal = PictureGeometry(
      codedWidth: 720, codedHeight: 576, pixelAspectNumerator: 64, pixelAspectDenominator: 45)
    #expect(pal.displaySize == size(1024, 576))
    let turned = PictureGeometry(
      codedWidth: 720, codedHeight: 576, pixelAspectNumerator: 64, pixelAspectDenominator: 45,
      rotationDegrees: 90)
    #expect(turned.displaySize == size(576, 1024))
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 1), (0, 0)])
  func senselessPixelAspectIsSquare(numerator: Int, denominator: Int) {
    let geometry = PictureGeometry(
      codedWidth: 640, codedHeight: 480, pixelAspectNumerator: numerator,
      pixelAspectDenominator: denominator)
    #expect(geometry.displaySize == size(640, 480))
  }

  @Test(arguments: [
    (PixelSize(width: 960, height: 960), PixelSize(width: 960, height: 540)),
    (PixelSize(width: 5000, height: 540), PixelSize(width: 960, height: 540)),
    (PixelSize(width: 5000, height: 5000), PixelSize(width: 1920, height: 1080)),
    (PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 1)),
    (PixelSize(width: 0, height: 0), PixelSize(width: 1, height: 1)),
  ])
  func pictureFitsAndIsNeverEnlarged(bounds: PixelSize, expected: PixelSize) {
    let geometry = PictureGeometry(codedWidth: 1920, codedHeight: 1080)
    #expect(geometry.fitted(in: bounds) == expected)
  }

  @Test func fittedPictureIsInsideItsBoundsForAnyShape() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<2000 {
      let geometry = PictureGeometry(
        codedWidth: .random(in: 1...8000, using: &random),
        codedHeight: .random(in: 1...8000, using: &random),
        rotationDegrees: [0, 90, 180, 270].randomElement(using: &random) ?? 0)
      let bounds = size(
        .random(in: 1...3000, using: &random), .random(in: 1...3000, using: &random))
      let fitted = geometry.fitted(in: bounds)
      #expect(fitted.width <= bounds.width && fitted.height <= bounds.height)
      #expect(fitted.width >= 1 && fitted.height >= 1)
      #expect(
        fitted.width <= geometry.displaySize.width && fitted.height <= geometry.displaySize.height)
    }
  }

  @Test func pictureWithoutASizeHarmsNothing() {
    let geometry = PictureGeometry(codedWidth: 0, codedHeight: 0)
    #expect(geometry.displayAspect == 1)
    #expect(geometry.displaySize == size(1, 1))
  }
}
