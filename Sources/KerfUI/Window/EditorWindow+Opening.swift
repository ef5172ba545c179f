// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import MediaCore
import Playback
import TrimModel

extension EditorWindow {
  /// A file that is being opened.
  ///
  /// Its results count only while it is the window's newest.
  final class Opening {
    let path: FilePath
    let cancellation = Cancellation()
    var task: Task<Void, Never>?
    /// It takes so long that something should be shown.
    var isSlow = false
    /// The message that says so.
    var notice = 0

    init(path: FilePath) { self.path = path }

    func cancel() {
      cancellation.cancel()
      task?.cancel()
    }
  }

  /// At most this many windows are opened for files that came together.
  private static let windowLimit = 5

  /// Opens the first file here and the others in windows of their own.
  func open(_ targets: [OpenTarget]) {
    guard let first = targets.first else { return }
    open(first)
    for target in targets.dropFirst().prefix(Self.windowLimit - 1) {
      guard let window = application?.makeWindow() else { return }
      window.open(target)
      window.present()
    }
    let left = targets.count - Self.windowLimit
    guard left > 0 else { return }
    card.show(
      NoticeCard.Notice(
        text: fill(
          _n("{count} more file was not opened.", "{count} more files were not opened.", left),
          ["count": "\(left)"]),
        secondary: _t("Each video gets a window of its own.")))
  }

  func open(_ target: OpenTarget) {
    switch target {
    case .file(let path): open(path)
    case .remote(let file): open(file.path)
    }
  }

  /// Opens a file in the place of the one that is open, once it turns out to be a video.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - plays: Whether it plays at once, whatever the preference says.
  func open(_ path: FilePath, plays: Bool = false) {
    opening?.cancel()
    let opening = Opening(path: path)
    self.opening = opening
    card.hide()
    showWhenSlow(opening)
    let (cancellation, viewSize) = (opening.cancellation, expectedViewSize)
    // Away from the main thread at once, which may be busy with showing the window.
    let loading = Task.detached {
      await Self.load(path, showingFirst: viewSize, cancellation: cancellation)
    }
    opening.task = Task { [weak self, memory = application?.memory] in
      async let remembered = memory?.recall(path)
      let opened = await loading.value
      let ranges = await remembered
      guard let self, self.opening === opening else {
        // Another file was opened meanwhile, or the window is gone.
        if case .success(let player) = opened { player.close() }
        return
      }
      self.opening = nil
      card.hide(opening.notice)
      switch opened {
      case .success(let player): finish(player, path, plays: plays, ranges: ranges)
      case .failure(let error): await presentOpenError(error, path)
      }
    }
  }

  /// Reads what the file says of itself, makes a player for it, and has that find its first picture;
  /// all on threads of their own.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - viewSize: The room that the picture will have, in device pixels, as far as it is known.
  ///   - cancellation: Ends it early.
  /// - Returns: A paused player, or why there is none.
  private nonisolated static func load(
    _ path: FilePath, showingFirst viewSize: PixelSize, cancellation: Cancellation
  ) async -> Result<Player, MediaError> {
    do throws(MediaError) {
      let clip = try await ClipProbe.open(path, cancellation: cancellation)
      guard !cancellation.isCancelled else { throw MediaError(.cancelled, "open") }
      let player = try await Player.open(clip)
      player.setViewSize(viewSize)
      return .success(player)
    } catch {
      return .failure(error)
    }
  }

  private func finish(_ player: Player, _ path: FilePath, plays: Bool, ranges: RangeList?) {
    player.setVolume(settings.volume)
    player.setMuted(settings.isMuted)
    let controller = EditorController(
      clip: player.clip, player: player, limits: settings.limits,
      caches: application?.caches)
    controller.joinsRanges = settings.joinsRanges
    if let ranges {
      controller.send(.restore(ranges))
      if !controller.state.isWholeClip { tellOfRestoredRanges() }
    }
    controller.memory = application?.memory
    EventLog.note("opened \(path.displayString)")
    show(controller)
    RecentFiles.add(path)
    settings.openFolder = path.parent.uri ?? ""
    header.setRecent(RecentFiles.newest(10))
    if plays || settings.playsOnOpening {
      controller.playFromStart()
    } else {
      controller.send(.seek(to: controller.state.range.inPoint))
    }
  }

  private func presentOpenError(_ error: MediaError, _ path: FilePath) async {
    if error.reason == .isFolder {
      // The window may have been asked for something else before the folder was read.
      guard let video = await FolderListing.firstVideo(in: path), opening == nil else { return }
      guard let video else {
        EventLog.note("error folderWithoutVideo")
        return present(.folderWithoutVideo(path.displayName))
      }
      open(video)
      return
    }
    guard error.reason != .cancelled else { return renderPage() }
    EventLog.note("error \(error.reason)")
    present(.opening(path.displayName, error))
  }

  /// Says what went wrong: over the clip that is open, else on a page of its own.
  func present(_ sentence: ErrorSentence) {
    guard controller != nil else { return showErrorPage(sentence) }
    var choices: [NoticeCard.Choice] = []
    if let details = sentence.details {
      choices.append(
        NoticeCard.Choice(label: _t("Details")) { [weak self] in self?.showDetails(details) })
    }
    card.show(
      NoticeCard.Notice(
        text: sentence.text, secondary: sentence.advice, choices: choices, isError: true))
  }

  /// The open file turned bad while it was read.
  func showReadError(_ error: MediaError, _ path: FilePath) {
    EventLog.note("error \(error.reason)")
    present(.opening(path.displayName, error))
  }

  private func showWhenSlow(_ opening: Opening) {
    Task { [weak self, weak opening] in
      // Most files are open before anybody could read that they are being opened.
      try? await Task.sleep(for: .milliseconds(400))
      guard let self, let opening, self.opening === opening else { return }
      opening.isSlow = true
      guard controller != nil else { return renderPage() }
      opening.notice = card.show(
        NoticeCard.Notice(
          text: fill(_t("Opening “{name}”…"), ["name": opening.path.displayName]),
          choices: [
            NoticeCard.Choice(label: _t("Cancel")) { [weak self, weak opening] in
              guard let self, let opening, self.opening === opening else { return }
              opening.cancel()
              self.opening = nil
              card.hide()
            }
          ], isBusy: true, canBeClosed: false))
    }
  }

  /// Asks for a file with the system's dialog.
  func chooseFile() {
    let answer = Retained.pointer(
      to: FileAnswer { [weak self] file in self?.open(OpenTarget(file: file)) })
    let folder =
      settings.openFolder.isEmpty ? nil : g_file_new_for_uri(settings.openFolder)
    defer { if let folder { g_object_unref(folder.raw) } }
    kerf_dialog_open_file(
      window.cast(), _t("Open a Video"), _t("_Open"), _t("Videos"), _t("All Files"), folder,
      FileAnswer.call, answer, Retained.release)
  }

  /// Opens what was copied: files, or their paths as text.
  func paste() {
    let clipboard = gtk_widget_get_clipboard(window.widget)
    let formats = gdk_clipboard_get_formats(clipboard)
    let type =
      gdk_content_formats_contain_gtype(formats, kerf_GDK_TYPE_FILE_LIST()) != 0
      ? kerf_GDK_TYPE_FILE_LIST() : kerf_G_TYPE_STRING()
    let reading = Retained.pointer(
      to: PasteAnswer { [weak self] targets in self?.openPasted(targets) })
    gdk_clipboard_read_value_async(clipboard, type, 0, nil, PasteAnswer.call, reading)
  }

  private func openPasted(_ targets: [OpenTarget]) {
    if !targets.isEmpty { return open(targets) }
    EventLog.note("nothing-to-paste")
    card.show(
      NoticeCard.Notice(
        text: _t("What was copied is not a file."),
        secondary: _t("Copy a video in the file manager, then paste it here.")))
  }
}

extension Settings {
  /// How short and how long a range may be.
  var limits: RangeLimits {
    RangeLimits(
      minimumSeconds: minimumRangeSeconds,
      maximumSeconds: maximumRangeSeconds > 0 ? maximumRangeSeconds : nil)
  }
}
