// SPDX-License-Identifier: GPL-3.0-or-later
public import MediaCore
public import TrimModel

/// All pictures of a film as ffmpeg shows them, small and grey: which of them another picture is.
///
/// Works for any film, also one whose frames carry no numbers.
public struct ReferenceFilm: Sendable {
  private static let width = 36
  private static let height = 24
  private static var pixelCount: Int { width * height }

  private let pictures: [[UInt8]]

  /// Decodes the whole film.
  ///
  /// - Throws: `ChildProcessFailure` when ffmpeg fails.
  public init(of path: FilePath) throws {
    let url = FilePath(bytes: Array("file:".utf8) + path.bytes)
    let filters =
      "scale=\(Self.width):\(Self.height):flags=area+full_chroma_int+accurate_rnd,format=gray"
    let done = try ChildProcess.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", url, "-map", "0:V:0", "-fps_mode", "passthrough", "-vf",
        filters, "-f", "rawvideo", "-",
      ], timeoutSeconds: 600)
    guard done.status == 0, !done.output.isEmpty else { throw ChildProcessFailure(done.messages) }
    pictures = stride(from: 0, to: done.output.count - Self.pixelCount + 1, by: Self.pixelCount)
      .map { Array(done.output[$0..<($0 + Self.pixelCount)]) }
  }

  public var count: Int { pictures.count }

  /// Whether no other picture of the film is nearer to this one than number `number` is.
  public func isNearest(_ number: Int, to picture: Picture) -> Bool {
    let small = Self.reduce(picture)
    let distance = Self.distance(small, pictures[number])
    return pictures.allSatisfy { Self.distance(small, $0) >= distance }
  }

  /// The average light of each cell.
  private static func reduce(_ picture: Picture) -> [UInt8] {
    let (size, pixels) = (picture.size, picture.pixels)
    var sums = [Int](repeating: 0, count: pixelCount)
    var counts = [Int](repeating: 0, count: pixelCount)
    for y in 0..<size.height {
      let row = y * height / size.height * width
      for x in 0..<size.width {
        let cell = row + x * width / size.width
        let at = y * picture.bytesPerRow + x * 3
        sums[cell] += 77 * Int(pixels[at]) + 150 * Int(pixels[at + 1]) + 29 * Int(pixels[at + 2])
        counts[cell] += 256
      }
    }
    return zip(sums, counts).map { UInt8($0 / max(1, $1)) }
  }

  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        var sum = 0
        for index in a.indices { sum += abs(Int(a[index]) - Int(b[index])) }
        return sum
      }
    }
  }
}
