// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
public import TrimModel

/// Remembers what was marked in each film, for when it is opened again.
///
/// A small file for each film, by its identity: it is found again under another name. A thread of its
/// own does what is asked, in order. Any thread may ask.
public final class RangeMemory: Sendable {
  private enum Request: Sendable {
    case remember(RangeList?, FilePath)
    case recall(FilePath, CheckedContinuation<RangeList?, Never>)
  }

  private struct State: Sendable {
    var requests: [Request] = []
    var isBusy = false
    var isClosed = false
  }

  private let state = Monitor(State())

  /// - Parameter folder: Where the files lie; its limit is for all of them together.
  public init(folder: CacheFolder) {
    WorkerThread.start(name: "range-memory", priority: .background) { [state] in
      while let request = Self.next(state) {
        switch request {
        case .remember(let list, let path): Self.remember(list, path, folder)
        case .recall(let path, let continuation):
          continuation.resume(returning: Self.recall(path, folder))
        }
      }
    }
  }

  deinit { state.update { $0.isClosed = true } }

  /// Remembers what is marked; nil forgets the film.
  public func remember(_ list: RangeList?, for path: FilePath) {
    state.update { $0.requests.append(.remember(list, path)) }
  }

  /// What was marked when the film was open last; nil for a film that is not known.
  public func recall(_ path: FilePath) async -> RangeList? {
    await withCheckedContinuation { continuation in
      state.update { $0.requests.append(.recall(path, continuation)) }
    }
  }

  /// Blocks until all is written, for the end of the program; not for longer than a second.
  public func flush() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let deadline = Int64(now.tv_sec + 1) * 1_000_000_000 + Int64(now.tv_nsec)
    _ = state.wait(until: deadline) { $0.requests.isEmpty && !$0.isBusy ? true : nil }
  }

  private static func next(_ state: Monitor<State>) -> Request? {
    state.update { $0.isBusy = false }
    return state.wait { state -> Request?? in
      if !state.requests.isEmpty {
        state.isBusy = true
        return .some(state.requests.removeFirst())
      }
      return state.isClosed ? .some(nil) : nil
    } ?? nil
  }

  // MARK: Files

  private static func name(_ path: FilePath) -> String? {
    FileIdentity(of: path).map { "\($0.name).ranges" }
  }

  private static func recall(_ path: FilePath, _ folder: CacheFolder) -> RangeList? {
    name(path).flatMap { folder.read($0) }.flatMap { list(String(decoding: $0, as: UTF8.self)) }
  }

  private static func remember(_ list: RangeList?, _ path: FilePath, _ folder: CacheFolder) {
    guard let name = name(path) else { return }
    guard let list else { return folder.remove(name) }
    if folder.write(Array(text(list).utf8), to: name) { folder.trim() }
  }

  /// A line with what becomes of the ranges and which is selected, then one for each range.
  static func text(_ list: RangeList) -> String {
    let lines = list.ranges.map { range in
      [range.inPoint, range.outPoint].map {
        "\($0.ticks)*\($0.timebase.numerator)/\($0.timebase.denominator)"
      }.joined(separator: " ")
    }
    return (["kerf-ranges-1 \(list.purpose.rawValue) \(list.selection)"] + lines)
      .map { $0 + "\n" }.joined()
  }

  /// - Returns: nil for a text that is not one of ``text(_:)``.
  static func list(_ text: String) -> RangeList? {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    guard let head = lines.first, head.count == 3, head[0] == "kerf-ranges-1",
      let purpose = RangeList.Purpose(rawValue: String(head[1])), let selection = Int(head[2])
    else { return nil }
    var ranges: [TrimRange] = []
    for line in lines.dropFirst() {
      let times = line.compactMap(time)
      guard times.count == 2, let range = TrimRange(inPoint: times[0], outPoint: times[1]) else {
        return nil
      }
      ranges.append(range)
    }
    return RangeList(ranges, selection: selection, purpose: purpose)
  }

  private static func time(_ text: Substring) -> MediaTime? {
    let numbers = text.split { $0 == "*" || $0 == "/" }
    guard numbers.count == 3, let ticks = Int64(numbers[0]), let numerator = Int32(numbers[1]),
      let denominator = Int32(numbers[2]), numerator > 0, denominator > 0,
      ticks.magnitude < 1 << 56
    else { return nil }
    return MediaTime(
      ticks: ticks, timebase: Timebase(numerator: numerator, denominator: denominator))
  }
}
