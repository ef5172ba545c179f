// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import MediaCore
import Playback
import TrimModel

/// A player without a window that does what standard input says, and tells what it shows.
///
/// Commands, one a line, with frame numbers: `play`, `pause`, `seek N`, `step N`, `loop FIRST END`,
/// `once FIRST END`, `edges`, `rate R`, `size W H`, `mute 0|1`. At the end of input it closes.
///
/// It prints `shown FRAME SECONDS CELLS` for each picture, at the time when it was given out: the
/// frame by its time stamp, the monotonic clock, and 16 × 10 cells of grey in hexadecimal digits, in
/// which the numbers of made clips can be read; and `state PLAYING SOUND DROPPED` when that changed.
struct PlayerRemote {
  private static let columns = 16
  private static let rows = 10

  private let player: Player
  private let index: FrameIndex

  init(path: String, audio: AudioOutputChoice, size: PixelSize) async throws(MediaError) {
    let clip = try ClipProbe.probe(FilePath(path))
    index = try FrameIndexBuilder.build(clip.path)
    player = try await Player.open(clip, audio: audio)
    player.setIndex(index)
    player.setRange(nil, isLooping: false)
    player.setViewSize(size)
  }

  func run() async {
    let (player, index) = (player, index)
    WorkerThread.start(name: "bench-commands") {
      while let line = readLine() { Self.obey(line, player, index) }
      player.close()
    }
    let states = player.states()
    let telling = Task {
      for await state in states {
        Self.tell(
          "state \(state.isPlaying ? 1 : 0) \(state.soundIsAvailable ? 1 : 0)"
            + " \(state.droppedPictures)")
      }
    }
    for await result in player.pictures {
      let now = Self.monotonicSeconds
      switch result {
      case .success(let picture):
        let frame = index.frame(at: picture.presentationTime) ?? -1
        Self.tell("shown \(frame) \(now) \(Self.cells(of: picture))")
      case .failure(let error): Self.tell("failed \(error.reason) \(error.operation)")
      }
    }
    await telling.value
  }

  private static func obey(_ line: String, _ player: Player, _ index: FrameIndex) {
    let words = line.split(separator: " ")
    let numbers = words.dropFirst().compactMap { Double($0) }
    func frame(_ position: Int) -> MediaTime {
      guard position < numbers.count, numbers[position] < Double(index.count) else {
        return index.endTime
      }
      return index.time(ofFrame: max(0, Int(numbers[position])))
    }
    switch (words.first, numbers.count) {
    case ("play", 0): player.play()
    case ("pause", 0): player.pause()
    case ("seek", 1): player.seek(to: frame(0))
    case ("step", 1): player.step(frames: Int(numbers[0]))
    case ("loop", 2):
      player.setRange(TrimRange(inPoint: frame(0), outPoint: frame(1)), isLooping: true)
    case ("once", 2):
      player.setRange(TrimRange(inPoint: frame(0), outPoint: frame(1)), isLooping: false)
    case ("edges", 0): player.auditionEdges()
    case ("rate", 1): player.setRate(numbers[0])
    case ("size", 2):
      player.setViewSize(PixelSize(width: Int(numbers[0]), height: Int(numbers[1])))
    case ("mute", 1): player.setMuted(numbers[0] != 0)
    default: tell("unknown \(line)")
    }
  }

  /// The middles of the cells in which made clips carry their numbers.
  private static func cells(of picture: Picture) -> String {
    let (size, pixels) = (picture.size, picture.pixels)
    var text = ""
    for row in 0..<rows {
      for column in 0..<columns {
        let x = (column * 2 + 1) * size.width / (columns * 2)
        let y = (row * 2 + 1) * size.height / (rows * 2)
        let at = y * picture.bytesPerRow + x * 3
        let grey = (Int(pixels[at]) + Int(pixels[at + 1]) + Int(pixels[at + 2])) / 3
        text += (grey < 16 ? "0" : "") + String(grey, radix: 16)
      }
    }
    return text
  }

  /// One line of output, from whichever thread.
  private static func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }

  private static var monotonicSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
