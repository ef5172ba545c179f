// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import TrimModel

extension EditorWindow {
  /// Says that what was marked last time is marked again, and offers to start anew.
  func tellOfRestoredRanges() {
    EventLog.note("range-restored")
    card.show(
      NoticeCard.Notice(
        text: _t("What you marked last time is marked again."),
        choices: [
          NoticeCard.Choice(label: _t("Use the Whole File")) { [weak self] in
            self?.controller?.send(.selectAll)
            self?.card.hide()
          }
        ]))
  }

  /// Offers to go on with what was open when the program crashed or was killed.
  func offer(_ left: [FilePath]) {
    guard isEmpty, let first = left.first else { return }
    EventLog.note("left-open \(left.count)")
    card.show(
      NoticeCard.Notice(
        text: fill(
          _t("Kerf was interrupted while “{name}” was open."),
          ["name": ClipSentence.shortened(first.displayName)]),
        secondary: _t("What you marked in it is still known."),
        choices: [
          NoticeCard.Choice(label: _t("Open Again"), isSuggested: true) { [weak self] in
            self?.open(left.map { .file($0) })
          }
        ]))
  }

  /// Takes note of the film that is shown; nil for none.
  func noteOpenFilm(_ path: FilePath?) {
    guard notedFilm != path else { return }
    if let notedFilm { application?.films.closed(notedFilm) }
    notedFilm = path
    if let path { application?.films.opened(path) }
  }
}
