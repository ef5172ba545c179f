// SPDX-License-Identifier: GPL-3.0-or-later

/// Of an MP4 file's index, what describes its tracks, without the tables of their samples.
///
/// The tables of an hour are megabytes; these are some hundred bytes a track.
enum MP4Outline {
  /// The small boxes that are read.
  private static let wanted: Set<String> = [
    "tkhd", "hdlr", "stsd", "gmhd", "nmhd", "sthd", "cdsc", "udta", "meta", "uuid",
  ]

  /// Bytes up to which a box is read; covers in `udta` are its largest.
  private static let largest = 1 << 24

  /// Reads it.
  ///
  /// - Parameter file: Open for reading.
  /// - Returns: Nil where the file has no index that can be read.
  static func read(from file: Int32) -> MP4Tree? {
    guard let (offset, size) = MP4EditList.findIndex(in: file), size >= 8 else { return nil }
    return read("moov", from: file, in: (offset + 8)..<(offset + size), depth: 0)
  }

  /// The boxes beside the index that tell about the film, not where it lies.
  ///
  /// - Parameter file: Open for reading.
  /// - Returns: They themselves, from among the first boxes of the file.
  static func readBeside(from file: Int32) -> [MP4Tree] {
    var found: [MP4Tree] = []
    var place: Int64 = 0
    // Fragments come by the thousand, and nothing of the kind behind them.
    for _ in 0..<32 {
      var header = [UInt8](repeating: 0, count: 16)
      guard MP4EditList.read(&header, from: file, at: place) else { break }
      let boxes = MP4Boxes(bytes: header)
      let size = boxes.read32(0) == 1 ? boxes.read64(8) : Int64(boxes.read32(0))
      guard size >= 8, size < Int64.max - place else { break }
      if header[4..<8].elementsEqual("uuid".utf8), size <= largest {
        var box = MP4Tree(type: "uuid", payload: [UInt8](repeating: 0, count: Int(size) - 8))
        if MP4EditList.read(&box.payload, from: file, at: place + 8) { found.append(box) }
      }
      place += size
    }
    return found
  }

  private static func read(
    _ type: String, from file: Int32, in body: Range<Int64>, depth: Int
  ) -> MP4Tree? {
    var tree = MP4Tree(type: type, payload: [])
    guard MP4Tree.containers.contains(type), depth < 8 else {
      guard wanted.contains(type), body.count < largest else { return nil }
      tree.payload = [UInt8](repeating: 0, count: body.count)
      return tree.payload.isEmpty
        || MP4EditList.read(&tree.payload, from: file, at: body.lowerBound)
        ? tree : nil
    }
    var place = body.lowerBound
    while place + 8 <= body.upperBound {
      var header = [UInt8](repeating: 0, count: 16)
      guard MP4EditList.read(&header, from: file, at: place) else { return nil }
      let boxes = MP4Boxes(bytes: header)
      var (size, headerSize) = (Int64(boxes.read32(0)), Int64(8))
      if size == 1 { (size, headerSize) = (boxes.read64(8), 16) }
      guard size >= headerSize, size <= body.upperBound - place else { break }
      let type = String(decoding: header[4..<8], as: UTF8.self)
      if let child = read(
        type, from: file, in: (place + headerSize)..<(place + size), depth: depth + 1)
      {
        tree.children.append(child)
      }
      place += size
    }
    return tree
  }
}
