// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// Ranges that were marked and not saved yet, by film, so that they are there again next time.
///
/// A file in the user's state folder holds them; it is written a moment after each change, so that a
/// crash loses nothing. Main actor.
final class RangeMemory {
  /// How many films are remembered.
  private static let limit = 100

  private let file: String?
  private var entries: [RangeRecord] = []
  private var writing: Task<Void, Never>?

  /// - Parameter file: Where the ranges are kept; nil for this run only.
  init(file: String?) {
    self.file = file
    guard let file else { return }
    var text: UnsafeMutablePointer<CChar>?
    guard g_file_get_contents(file, &text, nil, nil) != 0, let text else { return }
    defer { g_free(text) }
    entries = RangeRecord.records(of: String(cString: text))
  }

  /// The usual place: `~/.local/state/kerf/ranges`.
  static var usualFile: String {
    String(cString: g_get_user_state_dir()) + "/kerf/ranges"
  }

  /// Films whose ranges were left when the program was killed or crashed; newest first.
  ///
  /// Only one process keeps the file, so what it calls open before any window is, is not.
  var abandoned: [RangeRecord] { entries.filter(\.isOpen) }

  /// What was chosen for a film; nil when nothing was, or when the file is not the one it was.
  func ranges(of path: FilePath) -> RangeList? {
    guard let stamp = FileStamp(of: path), let entry = entry(for: path), entry.stamp == stamp else {
      return nil
    }
    return entry.ranges
  }

  /// Remembers ranges that are being edited.
  func remember(_ ranges: RangeList, of path: FilePath) {
    guard kerf_settings_remember_files() != 0, let stamp = FileStamp(of: path) else { return }
    let record = RangeRecord(path: path, stamp: stamp, ranges: ranges, isOpen: true)
    if entries.first == record { return }
    entries.removeAll { $0.path == path }
    entries.insert(record, at: 0)
    if entries.count > Self.limit { entries.removeLast(entries.count - Self.limit) }
    write()
  }

  /// Forgets a film: its range was saved, or is the whole film again.
  func forget(_ path: FilePath) {
    guard entries.contains(where: { $0.path == path }) else { return }
    entries.removeAll { $0.path == path }
    write()
  }

  /// The film's window closes in good order.
  func close(_ path: FilePath) {
    guard let position = entries.firstIndex(where: { $0.path == path && $0.isOpen }) else { return }
    entries[position].isOpen = false
    write()
  }

  /// What was left open is dealt with.
  func closeAll() {
    for position in entries.indices { entries[position].isOpen = false }
    write()
  }

  /// Writes at once what is waiting to be written.
  func flush() {
    guard writing != nil else { return }
    writing?.cancel()
    writing = nil
    store()
  }

  private func entry(for path: FilePath) -> RangeRecord? { entries.first { $0.path == path } }

  /// Soon, not now: a handle that is dragged changes the range sixty times a second.
  private func write() {
    guard file != nil, writing == nil else { return }
    writing = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(500))
      guard let self, !Task.isCancelled else { return }
      writing = nil
      store()
    }
  }

  private func store() {
    guard let file else { return }
    let text = RangeRecord.text(of: entries)
    let folder = g_path_get_dirname(file)
    defer { g_free(folder) }
    // Nothing depends on it: a full disk must not disturb the editing.
    guard g_mkdir_with_parents(folder, 0o700) == 0 else { return }
    _ = g_file_set_contents_full(
      file, text, gssize(text.utf8.count), kerf_G_FILE_SET_CONTENTS_CONSISTENT, 0o600, nil)
    EventLog.note("ranges-stored \(entries.count)")
  }
}
