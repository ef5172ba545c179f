// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import MediaCore
import Playback
import TrimModel

extension EditorWindow {
  /// A clip that is being saved.
  final class Saving {
    let job: ExportJob
    /// Name of the source: the clip's own is known when it is done.
    let name: String
    /// What is saved after it, and where.
    let queue: Queue
    /// The window closes when the job has ended.
    var isClosing = false
    var task: Task<Void, Never>?

    init(job: ExportJob, name: String, queue: Queue) {
      self.job = job
      self.name = name
      self.queue = queue
    }
  }

  /// The clips of one save.
  struct Queue {
    let clip: ClipInfo
    let index: FrameIndex
    let plans: [JoinPlan]
    let destination: ExportRequest.Destination
    /// How many are done.
    var done = 0

    /// Where the next one goes: a name that was chosen gets numbers.
    var nextDestination: ExportRequest.Destination {
      guard case .file(let path, let overwrite) = destination, plans.count > 1 else {
        return destination
      }
      let suffix = path.lastComponent.dropFirst(path.stem.count)
      return .file(
        path.parent.appending(path.stem + " \(done + 1)".utf8 + suffix), overwrite: overwrite)
    }
  }

  /// Saves the range to the Videos folder; asks for a place where that folder is out of reach.
  func save() {
    if Sandbox.isConfined { return saveAs() }
    save(to: .folder(OutputFolder.videos()))
  }

  /// Asks where to save the range.
  func saveAs() {
    guard let controller else { return }
    let path = controller.state.clip.path
    let name = fillName(
      _t("{name} (trimmed)"), ["name": String(decoding: path.stem, as: UTF8.self)])
    let suffix = path.lowercaseExtension
    askForFile(
      title: _t("Save the Clip As"), name: suffix.isEmpty ? name : "\(name).\(suffix)"
    ) { [weak self] path in
      self?.settings.saveFolder = path.parent.uri ?? ""
      // The dialog has asked whether a file may be replaced.
      self?.save(to: .file(path, overwrite: true))
    }
  }

  private func askForFile(title: String, name: String, _ take: @escaping (FilePath) -> Void) {
    let answer = Retained.pointer(
      to: FileAnswer { [weak self] file in
        switch OpenTarget(file: file) {
        case .file(let path): take(path)
        case .remote(let file): self?.present(.remoteDestination(file.path.displayName))
        }
      })
    let folder = saveFolder.withCString { g_file_new_for_path($0) }
    defer { if let folder { g_object_unref(folder.raw) } }
    kerf_dialog_save_file(
      window.cast(), title, _t("_Save"), name, folder, FileAnswer.call, answer, Retained.release)
  }

  /// Saves what is kept as the plans say.
  func save(to destination: ExportRequest.Destination, plans chosen: [JoinPlan]? = nil) {
    guard let controller, saving == nil else { return }
    switch chosen.map({ .success($0) }) ?? controller.plans {
    case .failure(let refusal): card.show(NoticeCard.Notice(text: ClipSentence.refusal(refusal)))
    case .success(let plans) where plans.isEmpty:
      card.show(NoticeCard.Notice(text: ClipSentence.cost(of: plans)))
    case .success(let plans):
      let state = controller.state
      save(Queue(clip: state.clip, index: state.index, plans: plans, destination: destination))
    }
  }

  private func save(_ queue: Queue, isClosing: Bool = false) {
    let job = ExportJob.start(
      ExportRequest(
        clip: queue.clip, index: queue.index, join: queue.plans[queue.done],
        destination: queue.nextDestination, creationTime: settings.creationTime))
    let saving = Saving(job: job, name: queue.clip.path.displayName, queue: queue)
    saving.isClosing = isClosing
    self.saving = saving
    outcome = nil
    let application = application?.application
    let inhibition = application.map {
      gtk_application_inhibit(
        $0.cast(), window.cast(), kerf_GTK_APPLICATION_INHIBIT_SUSPEND, _t("A clip is being saved.")
      )
    }
    showSaving(saving)
    renderActions()
    // The window stays alive until the job has ended, so that its outcome is always dealt with.
    card.hide()
    saving.task = Task { [self] in
      for await event in job.events { take(event, of: saving) }
      if let application, let inhibition, inhibition != 0 {
        gtk_application_uninhibit(application.cast(), inhibition)
      }
    }
  }

  private func showSaving(_ saving: Saving) {
    var notice = savingNotice(saving)
    notice.choices = [NoticeCard.Choice(label: _t("Cancel")) { saving.job.cancel() }]
    savingCard.show(notice)
  }

  private func savingNotice(_ saving: Saving, _ progress: ExportProgress? = nil)
    -> NoticeCard.Notice
  {
    let (queue, name) = (saving.queue, ClipSentence.shortened(saving.name))
    let text =
      queue.plans.count == 1
      ? fill(_t("Saving a clip of “{name}”…"), ["name": name])
      : fill(
        _t("Saving clip {number} of {count} of “{name}”…"),
        ["number": "\(queue.done + 1)", "count": "\(queue.plans.count)", "name": name])
    var notice = NoticeCard.Notice(
      text: text,
      secondary: progress.map(Self.progressText) ?? "",
      progress: progress?.fraction ?? 0, canBeClosed: false)
    if progress?.phase == .verifying {
      notice.text = _t("Checking the clip…")
    }
    return notice
  }

  private static func progressText(_ progress: ExportProgress) -> String {
    let size = ClipSentence.size(progress.bytesWritten)
    guard let seconds = progress.secondsLeft, seconds >= 1 else { return size }
    let left = Int(seconds.rounded(.up))
    return fill(
      _n("{size} · {count} second left", "{size} · {count} seconds left", left),
      ["size": size, "count": "\(left)"])
  }

  private func take(_ event: ExportEvent, of saving: Saving) {
    switch event {
    case .progress(let progress): savingCard.update(savingNotice(saving, progress))
    case .finished(let result): finished(result, saving)
    case .failed(let error):
      end(saving)
      EventLog.note("error \(error.reason)")
      let sentence = ErrorSentence.saving(saving.name, error)
      outcome = controller.map { (sentence.text, $0.state.ranges) }
      var choices: [NoticeCard.Choice] = []
      if let details = sentence.details {
        choices.append(
          NoticeCard.Choice(label: _t("Details")) { [weak self] in self?.showDetails(details) })
      }
      card.show(
        NoticeCard.Notice(
          text: sentence.text, secondary: sentence.advice, choices: choices, isError: true))
      notifyWhenAway(sentence.text, body: sentence.advice)
      render()
    case .cancelled:
      end(saving)
      EventLog.note("cancelled")
      let text = _t("Saving was cancelled. Nothing was written.")
      outcome = controller.map { (text, $0.state.ranges) }
      card.show(NoticeCard.Notice(text: text))
      render()
    }
  }

  private func finished(_ result: ExportResult, _ saving: Saving) {
    let path = result.output
    EventLog.note("saved \(path.displayString)")
    var queue = saving.queue
    queue.done += 1
    if queue.done < queue.plans.count { return save(queue, isClosing: saving.isClosing) }
    end(saving)
    let count = queue.plans.count
    let text =
      count == 1
      ? fill(_t("Saved “{name}”"), ["name": ClipSentence.shortened(path.displayName)])
      : fill(_n("Saved {count} clip", "Saved {count} clips", count), ["count": "\(count)"])
    outcome = controller.map {
      (
        fill(
          count == 1
            ? _t("Saved “{name}” in “{folder}” · {size}")
            : _n(
              "Saved {count} clip in “{folder}”", "Saved {count} clips in “{folder}”", count),
          [
            "count": "\(count)",
            "name": ClipSentence.shortened(path.displayName), "folder": path.parent.displayName,
            "size": ClipSentence.size(result.bytes),
          ]), $0.state.ranges
      )
    }
    render()
    if settings.afterSaving == .openClip, controller?.state.clip.path != path {
      open(path, plays: true)
    }
    card.show(
      NoticeCard.Notice(
        text: text,
        secondary: [
          fill(_t("In the folder “{folder}”"), ["folder": path.parent.displayName]),
          ClipSentence.inexactness(of: result.join),
          ClipSentence.setback(of: result),
        ].compactMap { $0 }.joined(separator: " · "),
        choices: [
          NoticeCard.Choice(label: _t("Show in Files")) { [weak self] in
            guard let self else { return }
            FileManagerLink.show(path, over: window)
          },
          NoticeCard.Choice(label: _t("Open"), isSuggested: true) { [weak self] in
            self?.open(path, plays: true)
          },
        ]))
    notifyWhenAway(
      text, body: fill(_t("In the folder “{folder}”"), ["folder": path.parent.displayName]),
      output: path)
  }

  private func end(_ saving: Saving) {
    self.saving = nil
    savingCard.hide()
    renderActions()
    withdrawClosingQuestion()
    if saving.isClosing { gtk_window_close(window.cast()) }
  }

  /// Saves the frame under the playhead, in full size, as a PNG picture.
  func saveFrame() {
    guard let controller else { return }
    let (clip, index, time) = (
      controller.state.clip, controller.state.index, controller.state.shownTime
    )
    let name = fillName(
      _t("{name} at {time}"),
      [
        "name": String(decoding: clip.path.stem, as: UTF8.self),
        "time": Timecode.string(controller.state.interfaceTime(of: time))
          .split(separator: ":").joined(separator: "."),
      ])
    controller.player.pause()
    askForFile(title: _t("Save the Frame As"), name: "\(name).png") { [weak self] path in
      Task { [weak self] in
        let picture = await FrameSaving.picture(of: clip, at: time, in: index)
        guard let self else { return }
        switch picture {
        case .failure(let error): present(.saving(path.displayName, error))
        case .success(let picture):
          let texture = PictureTexture.make(picture)
          let isSaved = path.withCString { gdk_texture_save_to_png(texture.opaque, $0) } != 0
          guard isSaved else {
            return present(.saving(path.displayName, MediaError(.notWritable, "write picture")))
          }
          EventLog.note("saved \(path.displayString)")
          card.show(
            NoticeCard.Notice(
              text: fill(_t("Saved “{name}”"), ["name": ClipSentence.shortened(path.displayName)]),
              choices: [
                NoticeCard.Choice(label: _t("Show in Files")) { [weak self] in
                  guard let self else { return }
                  FileManagerLink.show(path, over: window)
                }
              ]))
        }
      }
    }
  }
}
