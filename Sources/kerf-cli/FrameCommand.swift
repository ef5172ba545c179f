// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

extension Command {
  /// Saves one exact frame as a picture.
  static let frame = Command(
    name: "frame", usage: "frame  FILE --at T -o PICTURE.png [--fit WIDTHxHEIGHT]",
    summary:
      "Saves the frame on screen at T as a PNG picture, upright and at full size or smaller.",
    options: [.value("--at"), .value("-o"), .value("--fit")]
  ) { (arguments) throws(CommandFailure) in
    let file = try arguments.files(exactly: 1)[0]
    let place = try arguments.requiredTime("--at")
    guard let destination = arguments.path("-o") else {
      throw .usage("-o is missing: name the picture to write, such as -o frame.png")
    }
    let bounds = try FrameCommand.bounds(
      arguments.value("--fit").map { String(decoding: $0, as: UTF8.self) })
    let picture = try FrameCommand.picture(of: file, at: place, fitting: bounds)
    let bytes: [UInt8]
    do throws(MediaError) { bytes = try PictureEncoder.png(picture) } catch {
      throw .job(destination, error)
    }
    try PictureFile.write(bytes, to: destination, source: file)
  }
}

/// Finds the picture that `kerf-cli frame` saves.
enum FrameCommand {
  /// Reads `960x540`; nil when the option was not given.
  static func bounds(_ text: String?) throws(CommandFailure) -> PixelSize? {
    guard let text else { return nil }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1...65536).contains(width), (1...65536).contains(height)
    else { throw .usage("--fit \(text) is no size: write one such as 960x540") }
    return PixelSize(width: width, height: height)
  }

  static func picture(
    of file: FilePath, at place: TimeArgument, fitting bounds: PixelSize?
  ) throws(CommandFailure) -> Picture {
    do throws(MediaError) {
      // The very start needs no list of frames.
      if place.isStart { return try FrameGrabber.firstPicture(of: file, fitting: bounds) }
      let index = try FrameIndexBuilder.build(file)
      guard let number = number(of: place, in: index) else {
        throw MediaError(.other(code: -1), "find frame")
      }
      return try FrameGrabber.picture(of: file, frame: number, in: index, fitting: bounds)
    } catch {
      if error.operation == "find frame" {
        throw .failed("no frame there", file, "choose a place inside the film")
      }
      throw .reading(file, error)
    }
  }

  /// The frame on screen at `place`; the last one for the end; nil outside the film.
  private static func number(of place: TimeArgument, in index: FrameIndex) -> Int? {
    guard let time = place.resolved(in: index), !index.isEmpty else { return nil }
    if case .end = place { return index.count - 1 }
    return time <= index.endTime ? index.frame(at: time) : nil
  }
}

extension TimeArgument {
  /// Whether this is the first shown frame of any film.
  var isStart: Bool {
    switch self {
    case .time(let time): time == .zero
    case .frame(let number): number == 0
    case .end: false
    }
  }
}
