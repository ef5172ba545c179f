// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import MediaCore

extension EditorWindow {
  func addClosing() {
    connect(window.raw, "close-request") { [weak self] in self?.refusesToClose() ?? false }
  }

  /// Remembers the window's size, and asks first while a clip is being saved.
  private func refusesToClose() -> Bool {
    rememberSize()
    guard let saving, !saving.isClosing else { return false }
    guard closingQuestion == nil else { return true }
    let answer = Retained.pointer(
      to: YesAnswer { [weak self] in
        self?.closingQuestion = nil
        guard let self, let saving = self.saving else { return }
        saving.isClosing = true
        saving.job.cancel()
      } orElse: { [weak self] in
        self?.closingQuestion = nil
      })
    closingQuestion = kerf_dialog_confirm(
      window.cast(), _t("Stop Saving?"),
      fill(
        _t("“{name}” is still being saved. Closing the window now leaves nothing of it behind."),
        ["name": saving.name]),
      _t("_Keep Saving"), _t("_Stop and Close"), YesAnswer.call, answer, Retained.release)
    return true
  }

  /// Takes the question back once nothing is being saved any more.
  func withdrawClosingQuestion() {
    guard let closingQuestion else { return }
    kerf_dialog_withdraw(closingQuestion)
  }

  /// Closes without a question: what is being saved is given up first.
  func closeAtOnce() {
    if let saving {
      saving.isClosing = true
      saving.job.cancel()
    } else {
      gtk_window_close(window.cast())
    }
  }

  private func rememberSize() {
    settings.isMaximized = gtk_window_is_maximized(window.cast()) != 0
    guard !settings.isMaximized, !isFullScreen else { return }
    var (width, height) = (Int32(0), Int32(0))
    gtk_window_get_default_size(window.cast(), &width, &height)
    if width > 0, height > 0 {
      settings.windowWidth = Int(width)
      settings.windowHeight = Int(height)
    }
  }
}
