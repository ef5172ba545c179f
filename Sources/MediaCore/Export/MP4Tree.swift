// SPDX-License-Identifier: GPL-3.0-or-later

/// The index of an MP4 file as a tree that can be changed and written again.
///
/// Only boxes that hold nothing but boxes have children; all others are bytes.
struct MP4Tree {
  let type: String
  /// The four bytes of the type, which are no UTF-8 where `©` is among them.
  let name: [UInt8]
  var children: [MP4Tree]
  /// What follows size and type, for a box without children here.
  var payload: [UInt8]

  /// Boxes that hold nothing but boxes.
  static let containers: Set<String> = ["moov", "trak", "mdia", "minf", "stbl", "tref"]

  init(type: String, name: [UInt8]? = nil, payload: [UInt8]) {
    self.type = type
    self.name = name ?? Array(type.utf8)
    self.payload = payload
    children = []
  }

  /// Reads the first box of this type among those in `boxes`; nil without one.
  init?(_ type: String, in boxes: MP4Boxes) {
    guard let box = boxes.boxes(in: boxes.whole).first(where: { $0.type == type }) else {
      return nil
    }
    self.init(box, of: boxes)
  }

  private init(_ box: MP4Boxes.Box, of boxes: MP4Boxes) {
    type = box.type
    name = Array(boxes.bytes[(box.body.lowerBound - box.headerSize + 4)...].prefix(4))
    if Self.containers.contains(box.type) {
      children = boxes.boxes(in: box.body).map { MP4Tree($0, of: boxes) }
      payload = []
    } else {
      children = []
      payload = Array(boxes.bytes[box.body])
    }
  }

  /// The box as a file has it.
  var bytes: [UInt8] {
    let body = children.isEmpty ? payload : children.flatMap(\.bytes)
    return MP4Tree.bytes(UInt32(clamping: body.count + 8)) + name + body
  }

  static func header(_ type: String, size: Int) -> [UInt8] {
    MP4Tree.bytes(UInt32(clamping: size)) + Array(type.utf8)
  }

  static func bytes(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ((3 - $0) * 8)) }
  }

  /// The first box at a path of types below this one.
  func first(_ path: [String]) -> MP4Tree? {
    guard let type = path.first else { return self }
    return children.first { $0.type == type }?.first(Array(path.dropFirst()))
  }

  /// Replaces the first box at a path, or adds it where only the last one is missing.
  mutating func set(_ path: [String], to box: MP4Tree) {
    guard let type = path.first else { return self = box }
    if let place = children.firstIndex(where: { $0.type == type }) {
      children[place].set(Array(path.dropFirst()), to: box)
    } else if path.count == 1 {
      children.append(box)
    }
  }

  mutating func remove(_ type: String) { children.removeAll { $0.type == type } }

  /// A track's number; nil for what is no track.
  var trackNumber: UInt32? {
    guard let header = first(["tkhd"])?.payload, let version = header.first else { return nil }
    let boxes = MP4Boxes(bytes: header)
    return boxes.read32(version == 1 ? 20 : 12)
  }
}
