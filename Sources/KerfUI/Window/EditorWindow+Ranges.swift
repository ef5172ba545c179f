// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import TrimModel

extension EditorWindow {
  /// Keeps the range of the open clip in the memory of ranges, and brings back what was left there.
  final class RangeKeeper {
    private let memory: RangeMemory
    private let path: FilePath
    /// From last time; waits for the index, without which no range is known to be one.
    private var left: RangeList?
    private var seen: RangeList?
    private var saved: RangeList?

    init(path: FilePath, memory: RangeMemory) {
      self.path = path
      self.memory = memory
      left = memory.ranges(of: path)
    }

    /// Takes note of a new state.
    ///
    /// - Returns: Ranges from last time that are to be marked now; at most once.
    func follow(_ state: EditorState) -> RangeList? {
      guard state.index.isComplete else { return nil }
      if let left {
        self.left = nil
        seen = state.ranges
        // Somebody was quicker than the index.
        if state.isWholeClip { return left }
      }
      guard state.ranges != seen else { return nil }
      seen = state.ranges
      if state.isWholeClip || state.ranges == saved {
        memory.forget(path)
      } else {
        memory.remember(state.ranges, of: path)
      }
      return nil
    }

    /// Clips of these ranges are safe: they need not be remembered.
    func wasSaved(_ ranges: RangeList) {
      saved = ranges
      if seen == ranges { memory.forget(path) }
    }

    func close() { memory.close(path) }
  }

  /// Begins to keep the range of a clip that was opened.
  func keepRange(of controller: EditorController) {
    rangeKeeper?.close()
    rangeKeeper = application.map {
      RangeKeeper(path: controller.state.clip.path, memory: $0.ranges)
    }
  }

  /// Remembers the range; called after each change.
  func followRange(of controller: EditorController) {
    guard let ranges = rangeKeeper?.follow(controller.state) else { return }
    // Not while widgets are being set, when intents count for nothing.
    Task { [weak self, weak controller] in
      guard let self, let controller, self.controller === controller else { return }
      controller.send(.restore(ranges))
      controller.send(.seek(to: controller.state.range.inPoint))
      EventLog.note("range-restored")
      card.show(
        NoticeCard.Notice(
          text: _t("The range that you chose last time is back."),
          secondary: _t("It was not saved yet."),
          choices: [
            NoticeCard.Choice(label: _t("Use the Whole File")) {
              [weak self, weak controller] in
              controller?.send(.selectAll)
              self?.card.hide()
            }
          ]))
    }
  }

  /// Offers to go on with what was open when the program crashed or was killed.
  func offer(_ abandoned: [RangeRecord]) {
    guard isEmpty, let first = abandoned.first, FileStamp(of: first.path) == first.stamp else {
      return
    }
    EventLog.note("abandoned \(abandoned.count)")
    card.show(
      NoticeCard.Notice(
        text: fill(
          _t("Kerf was interrupted while “{name}” was open."),
          ["name": ClipSentence.shortened(first.path.displayName)]),
        secondary: _t("The range that you chose is still known."),
        choices: [
          NoticeCard.Choice(label: _t("Open Again"), isSuggested: true) { [weak self] in
            self?.open(abandoned.map { .file($0.path) })
          }
        ]))
  }
}
