// SPDX-License-Identifier: GPL-3.0-or-later

/// What an MP4 or MOV source tells about its film beside the tracks: by whom, where, with what.
///
/// Phones and cameras each have a store of their own: strings in `udta` (`©mak`, `©mod`, `©xyz`), those
/// of 3GPP (`loci`), keys with reverse domains in `meta`, iTunes' list, boxes of makers. libavformat
/// reads some of them and writes some of those, in a store that depends on the container. A clip
/// gets them back as they were, in the store where they were.
struct MP4Metadata {
  /// How the clock of what is taken over becomes the clip's.
  struct Clock {
    /// Texts of dates in the source and what stands in their place, of the same length.
    var dates: [(old: [UInt8], new: [UInt8])] = []
    /// Milliseconds of the source, as milliseconds of the clip; nil for what is not in it.
    let milliseconds: (UInt32) -> UInt32?
  }

  /// Of the source: its index, without the tables of samples.
  let movie: MP4Tree
  /// Boxes beside the index.
  let beside: [MP4Tree]

  /// Chapters, which the muxer writes, and descriptions of streams that are not there.
  private static let stale: Set<String> = ["chpl", "hnti", "hinf"]

  /// Pictures of the source's first frame, which need not be the clip's: of Canon, Nikon and others.
  private static let thumbnails: Set<String> = ["CNTH", "NCTH", "NCVW", "thmb", "THMB"]

  /// XMP, and how a film surrounds its viewer: the first sixteen bytes of their `uuid` boxes.
  private static let identifiers: [[UInt8]] = [
    [
      0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
      0xAC,
    ],
    [
      0xFF, 0xCC, 0x82, 0x63, 0xF8, 0x55, 0x4A, 0x93, 0x88, 0x14, 0x58, 0x7A, 0x02, 0x52, 0x1F,
      0xDD,
    ],
  ]

  /// Bytes that an index may need for it.
  var byteCount: Int {
    let boxes = movie.children + movie.children.flatMap(\.children) + beside
    return boxes.filter { ["udta", "meta", "uuid"].contains($0.type) }.reduce(0) {
      $0 + $1.payload.count + 64
    }
  }

  /// Whether marks were set while recording, which libavformat reads as chapters without titles.
  var hasHighlights: Bool {
    movie.first(["udta"]).map { Self.children(of: $0).contains { $0.type == "HMMT" } } ?? false
  }

  /// Gives an index what the source's has.
  ///
  /// - Parameters:
  ///   - clip: The whole index, or its outline.
  ///   - tracks: Track numbers in the source by those in the clip.
  ///   - clock: Of the clip.
  /// - Returns: Whether the clip had it otherwise.
  func restore(_ clip: inout MP4Tree, tracks: [UInt32: UInt32], clock: Clock) -> Bool {
    var isChanged = restore(&clip, from: movie, clock)
    for place in clip.children.indices where clip.children[place].type == "trak" {
      guard let number = clip.children[place].trackNumber, let original = tracks[number],
        let source = movie.children.first(where: {
          $0.type == "trak" && $0.trackNumber == original
        })
      else { continue }
      if restore(&clip.children[place], from: source, clock) { isChanged = true }
    }
    return isChanged
  }

  /// What lies beside the clip's index.
  var besideBytes: [UInt8] { beside.filter(Self.isKnown).flatMap(\.bytes) }

  private func restore(_ clip: inout MP4Tree, from source: MP4Tree, _ clock: Clock) -> Bool {
    let before = Self.stores(of: clip)
    let data = source.first(["udta"]).map { Self.userData(of: $0, clock) } ?? []
    let meta = source.first(["meta"]).map { box in
      MP4Tree(type: "meta", payload: Self.dated(box.payload, clock))
    }
    // Without either, what the muxer has comes from elsewhere.
    if !data.isEmpty || meta != nil {
      let chapters = clip.first(["udta"]).map(Self.chapters) ?? []
      clip.remove("udta")
      clip.remove("meta")
      if let meta { clip.children.append(meta) }
      if !(data + chapters).isEmpty {
        clip.children.append(MP4Tree(type: "udta", payload: data + chapters))
      }
    }
    for box in source.children where Self.isKnown(box) {
      let isThere = clip.children.contains {
        $0.type == "uuid" && $0.payload.starts(with: box.payload.prefix(16))
      }
      if !isThere { clip.children.append(box) }
    }
    return Self.stores(of: clip) != before
  }

  private static func stores(of box: MP4Tree) -> [[UInt8]] {
    box.children.filter { ["udta", "meta", "uuid"].contains($0.type) }.map(\.bytes)
  }

  private static func isKnown(_ box: MP4Tree) -> Bool {
    box.type == "uuid" && identifiers.contains(where: box.payload.starts(with:))
  }

  /// The muxer's list of chapters.
  private static func chapters(in data: MP4Tree) -> [UInt8] {
    children(of: data).filter { $0.type == "chpl" }.flatMap(\.bytes)
  }

  /// What of a source's user data is true for the clip.
  private static func userData(of data: MP4Tree, _ clock: Clock) -> [UInt8] {
    children(of: data).flatMap { box -> [UInt8] in
      if stale.contains(box.type) || thumbnails.contains(box.type) { return [] }
      if box.type == "HMMT" { return highlights(box, clock)?.bytes ?? [] }
      return MP4Tree(type: box.type, name: box.name, payload: dated(box.payload, clock)).bytes
    }
  }

  private static func children(of data: MP4Tree) -> [MP4Tree] {
    let boxes = MP4Boxes(bytes: data.payload)
    return boxes.boxes(in: boxes.whole).map { box in
      let name = Array(data.payload[(box.body.lowerBound - box.headerSize + 4)...].prefix(4))
      return MP4Tree(type: box.type, name: name, payload: Array(data.payload[box.body]))
    }
  }

  /// Marks that were set while recording, in a table of fixed size: their number, then milliseconds.
  private static func highlights(_ box: MP4Tree, _ clock: Clock) -> MP4Tree? {
    let table = MP4Boxes(bytes: box.payload)
    let count = Int(table.read32(0))
    guard box.payload.count >= 4, count <= box.payload.count / 4 - 1 else { return nil }
    let kept = (0..<count).compactMap { clock.milliseconds(table.read32(4 + 4 * $0)) }
    var payload = MP4Tree.bytes(UInt32(clamping: kept.count)) + kept.flatMap(MP4Tree.bytes)
    payload += [UInt8](repeating: 0, count: box.payload.count - payload.count)
    return MP4Tree(type: box.type, name: box.name, payload: payload)
  }

  /// The same bytes with dates moved.
  private static func dated(_ bytes: [UInt8], _ clock: Clock) -> [UInt8] {
    var bytes = bytes
    for (old, new) in clock.dates where !old.isEmpty && old.count == new.count {
      var place = 0
      while place + old.count <= bytes.count {
        if bytes[place] == old[0], bytes[place..<(place + old.count)].elementsEqual(old) {
          bytes.replaceSubrange(place..<(place + old.count), with: new)
          place += old.count
        } else {
          place += 1
        }
      }
    }
    return bytes
  }
}
