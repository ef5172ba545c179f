// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

extension FrameSource {
  /// The inverse of the frames' decode positions; -1 for packets that show nothing.
  static func numbersByPosition(of index: FrameIndex) -> [Int32] {
    let highest = index.frames.reduce(Int32(-1)) { max($0, $1.decodePosition) }
    var numbers = [Int32](repeating: -1, count: Int(highest) + 1)
    for (number, frame) in index.frames.enumerated() {
      numbers[Int(frame.decodePosition)] = Int32(number)
    }
    return numbers
  }
}
