// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import MediaCore
import TrimModel

extension EditorWindow {
  /// Asks how to save the range, then saves it so.
  func showExportDialog() {
    guard let controller, saving == nil else { return }
    let state = controller.state
    // Without a plan `save` says why.
    guard case .success(let plans) = controller.plans, !plans.isEmpty else { return save() }
    let stem = fillName(
      _t("{name} (trimmed)"), ["name": String(decoding: state.clip.path.stem, as: UTF8.self)])
    let draft = ExportDraft(
      stem: stem, folder: saveFolder, settings: settings.exportSettings,
      joins: state.keptRanges.count > 1 ? settings.joinsRanges : nil
    ) { settings, joined in
      Result { () throws(ExportPlan.Refusal) in
        try state.plans(joined: joined, settings: settings)
      }
    }
    ExportDialog.show(over: self, draft: draft) { [weak self] choice in
      guard let self else { return }
      settings.exportSettings = choice.settings
      settings.saveFolder = choice.path.parent.uri ?? ""
      if let joins = choice.joins { setJoining(joins) }
      // The dialog has asked whether a file may be replaced.
      save(to: .file(choice.path, overwrite: true), plans: choice.plans)
    }
  }

  /// Chooses whether several ranges become one clip.
  func setJoining(_ joins: Bool) {
    settings.joinsRanges = joins
    controller?.joinsRanges = joins
    rangeBar?.setJoining(joins)
  }

  /// Where clips were saved last under a chosen name, if that is still there; else the Videos folder.
  var saveFolder: FilePath {
    guard case .file(let path)? = OpenTarget.targets(ofText: settings.saveFolder).first,
      path.withCString({ g_file_test($0, kerf_G_FILE_TEST_IS_DIR) }) != 0
    else { return OutputFolder.videos() }
    return path
  }
}

extension Settings {
  /// How the export dialog was used last.
  var exportSettings: ExportSettings {
    get {
      ExportSettings(
        method: ExportMethod(rawValue: exportMethod) ?? .auto,
        format: ExportFormat(rawValue: exportFormat) ?? .same)
    }
    set {
      exportMethod = newValue.method.rawValue
      exportFormat = newValue.format.rawValue
    }
  }
}
