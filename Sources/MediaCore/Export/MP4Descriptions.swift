// SPDX-License-Identifier: GPL-3.0-or-later
import CSystemShim
import Glibc
import TrimModel

/// Descriptions of tracks that libavformat does not write, taken over from an MP4 or MOV source.
///
/// Timed data of cameras and phones (`mebx`, `camm`, `mett`, `rtmd`, …) goes through the muxer as the one
/// kind of data that it knows; here such tracks get the source's description back. The film gets
/// back what was lost of its own: Dolby Vision in MOV, the second eye of spatial video.
struct MP4Descriptions {
  /// Of the source's index, what describes its tracks.
  private let movie: MP4Tree
  /// What it tells beside them.
  let metadata: MP4Metadata

  /// What of a film's sample entry describes packets that are copied as they are.
  private static let filmBoxes: Set<String> = [
    "dvcC", "dvvC", "dvwC", "hvcE", "lhvC", "vexu", "hfov", "amve", "st3d", "sv3d",
  ]

  /// Bytes of a picture's sample entry before its boxes (ISO/IEC 14496-12, section 12.1.3).
  private static let filmEntryBytes = 86

  /// Reads the index of a source; nil for files that have none or cannot be opened by name.
  init?(source: FilePath) {
    let file = source.withCString { kerf_file_open($0, O_RDONLY | O_NONBLOCK, 0) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let movie = MP4Outline.read(from: file) else { return nil }
    self.movie = movie
    metadata = MP4Metadata(movie: movie, beside: MP4Outline.readBeside(from: file))
  }

  /// Gives the tracks of a finished file the descriptions of the source's.
  ///
  /// - Parameters:
  ///   - file: Open for reading and writing; its index is followed by free room.
  ///   - tracks: Track numbers in the source by those in the clip, of data and of the film.
  ///   - all: The same of all tracks.
  ///   - film: Track number of the film in the clip.
  ///   - clock: Of the clip.
  /// - Returns: False when the room is too small; the file is unchanged then.
  /// - Throws: `.readFailed`, and what writing throws.
  func restore(
    in file: Int32, tracks: [UInt32: UInt32], all: [UInt32: UInt32], film: UInt32,
    clock: MP4Metadata.Clock
  ) throws(MediaError) -> Bool {
    // Nearly always nothing is missing, and an index of hours need not be read again.
    guard var outline = MP4Outline.read(from: file) else {
      throw MediaError(.invalidData, "find index of clip")
    }
    let beside = metadata.besideBytes
    let isWrong = metadata.restore(&outline, tracks: all, clock: clock)
    guard restore(&outline, tracks: tracks, film: film) || isWrong || !beside.isEmpty else {
      return true
    }
    guard let (offset, size) = MP4EditList.findIndex(in: file), size < 1 << 28 else {
      throw MediaError(.invalidData, "find index of clip")
    }
    // The index and the header of what follows it.
    var bytes = [UInt8](repeating: 0, count: Int(size) + 8)
    guard MP4EditList.read(&bytes, from: file, at: offset),
      var clip = MP4Tree("moov", in: MP4Boxes(bytes: bytes))
    else { throw MediaError(.readFailed, "read index of clip") }
    _ = metadata.restore(&clip, tracks: all, clock: clock)
    _ = restore(&clip, tracks: tracks, film: film)
    let index = clip.bytes + beside
    guard index.count != Int(size) || index != Array(bytes[..<Int(size)]) else { return true }
    let next = MP4Boxes(bytes: Array(bytes[Int(size)...]))
    guard bytes[(Int(size) + 4)...].elementsEqual("free".utf8) else { return false }
    let room = Int(size) + Int(next.read32(0))
    guard index.count + 8 <= room else { return false }
    let written = index + MP4Tree.header("free", size: room - index.count)
    guard MP4EditList.write(written, to: file, at: offset) else {
      throw MediaError(writing: errno, operation: "write index of clip")
    }
    return true
  }

  /// Gives the tracks of an index what they lack.
  ///
  /// - Returns: Whether there was something.
  private func restore(
    _ clip: inout MP4Tree, tracks: [UInt32: UInt32], film: UInt32
  ) -> Bool {
    var isChanged = false
    for place in clip.children.indices where clip.children[place].type == "trak" {
      guard let number = clip.children[place].trackNumber, let original = tracks[number],
        let source = movie.children.first(where: {
          $0.type == "trak" && $0.trackNumber == original
        })
      else { continue }
      if number == film {
        if Self.restoreFilm(&clip.children[place], from: source) { isChanged = true }
      } else {
        Self.restoreData(&clip.children[place], from: source, film: film)
        isChanged = true
      }
    }
    return isChanged
  }

  private static func restoreData(_ track: inout MP4Tree, from source: MP4Tree, film: UInt32) {
    for path in [["mdia", "hdlr"], ["mdia", "minf", "stbl", "stsd"]] {
      if let box = source.first(path) { track.set(path, to: box) }
    }
    // The header of the medium: each kind has another.
    for type in ["gmhd", "nmhd", "sthd"] {
      guard let box = source.first(["mdia", "minf", type]),
        var media = track.first(["mdia", "minf"])
      else { continue }
      for other in ["gmhd", "nmhd", "sthd"] { media.remove(other) }
      media.children.insert(box, at: 0)
      track.set(["mdia", "minf"], to: media)
    }
    // What it describes: the film.
    if source.first(["tref", "cdsc"]) != nil {
      var reference = MP4Tree(type: "tref", payload: [])
      reference.children = [MP4Tree(type: "cdsc", payload: MP4Tree.bytes(film))]
      track.set(["tref"], to: reference)
    }
  }

  private static func restoreFilm(_ track: inout MP4Tree, from source: MP4Tree) -> Bool {
    let path = ["mdia", "minf", "stbl", "stsd"]
    guard var description = track.first(path)?.payload, let original = source.first(path)?.payload
    else { return false }
    let known = Set(filmBoxes(of: description).map(\.type))
    var extra: [UInt8] = []
    for box in filmBoxes(of: original) where filmBoxes.contains(box.type) {
      if !known.contains(box.type) { extra += box.bytes }
    }
    let boxes = MP4Boxes(bytes: description)
    // One entry only: with several, nothing tells which one the boxes belong to.
    guard !extra.isEmpty, boxes.read32(4) == 1,
      8 + Int(boxes.read32(8)) <= description.count
    else { return false }
    let end = 8 + Int(boxes.read32(8))
    description.replaceSubrange(
      8..<12, with: MP4Tree.bytes(UInt32(clamping: end - 8 + extra.count)))
    description.insert(contentsOf: extra, at: end)
    track.set(path, to: MP4Tree(type: "stsd", payload: description))
    return true
  }

  /// The boxes in the first sample entry of a film.
  private static func filmBoxes(of description: [UInt8]) -> [(type: String, bytes: [UInt8])] {
    let boxes = MP4Boxes(bytes: description)
    let end = min(description.count, 8 + Int(boxes.read32(8)))
    guard end > 8 + filmEntryBytes else { return [] }
    return boxes.boxes(in: (8 + filmEntryBytes)..<end).map { box in
      (box.type, MP4Tree.header(box.type, size: box.body.count + 8) + Array(description[box.body]))
    }
  }
}
