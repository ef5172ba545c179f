// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

/// Waits for the file that somebody chooses in a dialog.
final class FileAnswer {
  private let take: (OpaquePointer) -> Void

  /// - Parameter take: Gets the `GFile`, borrowed; not called when the dialog is closed.
  init(_ take: @escaping (OpaquePointer) -> Void) { self.take = take }

  static let call: KerfFileFunc = { data, file in
    guard let data, let file else { return }
    Retained.object(data, as: FileAnswer.self).take(file)
  }
}

/// Waits for the answer to a question.
final class YesAnswer {
  private let take: () -> Void
  private let decline: () -> Void

  /// - Parameters:
  ///   - take: Called for the confirming answer only.
  ///   - decline: Called for any other.
  init(_ take: @escaping () -> Void, orElse decline: @escaping () -> Void = {}) {
    self.take = take
    self.decline = decline
  }

  static let call: KerfAnswerFunc = { data, isConfirmed in
    guard let data else { return }
    let answer = Retained.object(data, as: YesAnswer.self)
    isConfirmed != 0 ? answer.take() : answer.decline()
  }
}

/// Waits for what the clipboard holds.
final class PasteAnswer {
  private let take: ([OpenTarget]) -> Void

  /// - Parameter take: Gets what can be opened, which may be nothing.
  init(_ take: @escaping ([OpenTarget]) -> Void) { self.take = take }

  static let call: GAsyncReadyCallback = { clipboard, result, data in
    guard let clipboard, let data else { return }
    let answer = Unmanaged<PasteAnswer>.fromOpaque(data).takeRetainedValue()
    let value = gdk_clipboard_read_value_finish(clipboard.opaque, result, nil)
    answer.take(value.map { OpenTarget.targets(ofValue: $0) } ?? [])
  }
}
