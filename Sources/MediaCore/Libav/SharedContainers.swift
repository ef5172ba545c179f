// SPDX-License-Identifier: GPL-3.0-or-later
import CSystemShim
import Glibc
import TrimModel

/// Containers that several readers have open at once: one for a file, as long as anybody reads it.
///
/// Only large MP4 files, whose list of samples is long: going back to where one was costs little
/// there, and opening again much. Any thread may ask.
final class SharedContainers: Sendable {
  static let shared = SharedContainers(leastBytes: 64 << 20, leastSamples: 100_000)

  /// Smaller files are not looked at.
  private let leastBytes: Int64
  /// Shorter lists, of all streams together, are no burden: 24 to 32 bytes a sample.
  private let leastSamples: Int

  private enum Entry {
    /// Somebody opens it; whoever else wants it waits.
    case opening
    case open(WeakContainer)
  }

  private struct WeakContainer: Sendable {
    weak var container: OpenContainer?
  }

  private let entries = Monitor<[File: Entry]>([:])

  /// What is open for whoever reads it first.
  private let handedOn = Monitor<OpenContainer?>(nil)

  init(leastBytes: Int64, leastSamples: Int) {
    self.leastBytes = leastBytes
    self.leastSamples = leastSamples
  }

  /// The container at `path`: the one that others read, or a new one.
  ///
  /// Blocks while another thread opens the same file.
  ///
  /// - Throws: What opening throws.
  func container(
    at path: FilePath, analysis: OpenContainer.Analysis, cancellation: Cancellation
  ) throws(MediaError) -> OpenContainer {
    guard let file = File(at: path, leastBytes: leastBytes) else {
      return try OpenContainer(path: path, analysis: analysis, cancellation: cancellation)
    }
    if let container = existing(file) {
      handedOn.withLock { if $0 === container { $0 = nil } }
      return container
    }
    do {
      // Whoever comes next may need to know everything.
      let container = try OpenContainer(path: path, analysis: .full, cancellation: cancellation)
      let isShared = container.canBeReadInTurns && container.sampleCount >= leastSamples
      settle(file, isShared ? container : nil)
      return container
    } catch {
      settle(file, nil)
      throw error
    }
  }

  /// Keeps a container open that its only reader leaves, until the next one has it or another is
  /// handed on: a file is looked at before it is played, and opened once for both.
  func handOn(_ container: OpenContainer) {
    let isShared = entries.withLock { entries in
      entries.values.contains { entry in
        if case .open(let known) = entry { known.container === container } else { false }
      }
    }
    if isShared { handedOn.withLock { $0 = container } }
  }

  /// The open container of a file; nil for the one caller who has to open it.
  private func existing(_ file: File) -> OpenContainer? {
    let found: OpenContainer?? = entries.wait { entries in
      switch entries[file] {
      case .opening: return nil
      case .open(let known):
        if let container = known.container { return .some(container) }
        fallthrough
      case nil:
        entries[file] = .opening
        return .some(nil)
      }
    }
    return found ?? nil
  }

  private func settle(_ file: File, _ container: OpenContainer?) {
    entries.update { entries in
      entries = entries.filter { entry in
        if case .open(let known) = entry.value { known.container != nil } else { true }
      }
      entries[file] = container.map { .open(WeakContainer(container: $0)) }
    }
  }

  /// What a file is, and whether it was written to since.
  private struct File: Hashable {
    private let device: UInt64
    private let node: UInt64
    private let bytes: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// - Returns: nil for what is not a regular local file that begins as MP4 does, and large.
    init?(at path: FilePath, leastBytes: Int64) {
      guard !StreamedFiles.contains(path) else { return nil }
      let descriptor = path.withCString { kerf_file_open($0, O_RDONLY | O_NONBLOCK, 0) }
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_size >= leastBytes
      else { return nil }
      var start = [UInt8](repeating: 0, count: 8)
      guard pread(descriptor, &start, start.count, 0) == start.count,
        start[4...].elementsEqual("ftyp".utf8)
      else { return nil }
      device = UInt64(status.st_dev)
      node = UInt64(status.st_ino)
      bytes = Int64(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }
}
