// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// The films that windows have open, in a file: what is still in it at the next start was open when the
/// program crashed or was killed.
final class OpenFilms {
  private let file: String?
  private var open: [FilePath] = []

  /// What an earlier run left, until ``forgetLeft()``.
  private(set) var left: [FilePath] = []

  /// - Parameter file: Where the names are kept, a line each, as addresses; nil for nowhere.
  init(file: String?) {
    self.file = file
    guard let file else { return }
    var text: UnsafeMutablePointer<CChar>?
    guard g_file_get_contents(file, &text, nil, nil) != 0, let text else { return }
    defer { g_free(text) }
    for target in OpenTarget.targets(ofText: String(cString: text)) {
      if case .file(let path) = target { left.append(path) }
    }
  }

  /// The usual place: `~/.local/state/kerf/open`.
  static var usualFile: String { String(cString: g_get_user_state_dir()) + "/kerf/open" }

  /// A window shows this film from now on.
  func opened(_ path: FilePath) {
    open.append(path)
    store()
  }

  /// A window that showed this film does so no more.
  func closed(_ path: FilePath) {
    guard let position = open.lastIndex(of: path) else { return }
    open.remove(at: position)
    store()
  }

  /// What was left is dealt with.
  func forgetLeft() {
    guard !left.isEmpty else { return }
    left = []
    store()
  }

  private func store() {
    guard let file, kerf_settings_remember_files() != 0 else { return }
    let text = open.compactMap(\.uri).map { $0 + "\n" }.joined()
    let folder = g_path_get_dirname(file)
    defer { g_free(folder) }
    // Nothing depends on it: a full disk must not disturb the editing.
    guard g_mkdir_with_parents(folder, 0o700) == 0 else { return }
    _ = g_file_set_contents_full(
      file, text, gssize(text.utf8.count), kerf_G_FILE_SET_CONTENTS_CONSISTENT, 0o600, nil)
  }
}
