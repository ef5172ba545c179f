// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore

/// What went wrong, in words that say what the person can do.
struct ErrorSentence: Equatable {
  /// Names the file and what is wrong with it.
  let text: String

  /// What helps; empty when nothing does.
  let advice: String

  /// libav's own words, for "Details"; nil for none.
  let details: String?

  /// The sentence in one line.
  var whole: String { advice.isEmpty ? text : "\(text) \(advice)" }

  /// Why a file of this name could not be opened or read.
  static func opening(_ name: String, _ error: MediaError) -> ErrorSentence {
    let (template, advice) = openingTexts(error.reason)
    return ErrorSentence(
      text: fill(template, ["name": ClipSentence.shortened(name)]), advice: advice,
      details: details(of: error))
  }

  /// Why a clip of this name could not be saved.
  static func saving(_ name: String, _ error: MediaError) -> ErrorSentence {
    let (template, advice) = savingTexts(error.reason)
    return ErrorSentence(
      text: fill(template, ["name": ClipSentence.shortened(name)]), advice: advice,
      details: details(of: error))
  }

  /// A place for a clip that has no path on this computer.
  static func remoteDestination(_ name: String) -> ErrorSentence {
    ErrorSentence(
      text: fill(
        _t("“{name}” would not be on this computer."), ["name": ClipSentence.shortened(name)]),
      advice: _t("Save it to a folder here, then copy it there."), details: nil)
  }

  /// A folder without a video.
  static func folderWithoutVideo(_ name: String) -> ErrorSentence {
    ErrorSentence(
      text: fill(
        _t("There is no video in the folder “{name}”."), ["name": ClipSentence.shortened(name)]),
      advice: _t("Folders inside it were not searched."), details: nil)
  }

  private static func details(of error: MediaError) -> String? {
    error.detail.map { "\(error.operation): \($0)" } ?? error.operation
  }

  private static func openingTexts(_ reason: MediaError.Reason) -> (String, String) {
    switch reason {
    case .notFound:
      (
        _t("“{name}” does not exist any more."),
        _t("It may have been moved, renamed or deleted.")
      )
    case .notReadable:
      (
        _t("“{name}” may not be read."),
        _t("Ask its owner for permission, or copy it to a folder of yours.")
      )
    case .isFolder: (_t("“{name}” is a folder."), _t("Open one of the videos in it."))
    case .notRegularFile:
      (_t("“{name}” is not a file but a device or a pipe."), _t("Save the video as a file first."))
    case .notReachable:
      (
        _t("“{name}” is not on this computer and cannot be reached."),
        _t("Open its folder in the file manager first, or copy it to this computer.")
      )
    case .notSeekable:
      (
        _t("“{name}” can only be read from start to end where it is."),
        _t("Copy it to this computer first, then open the copy.")
      )
    case .isEmpty:
      (_t("“{name}” is empty."), _t("The recording or the download of it did not work."))
    case .notMedia:
      (_t("“{name}” is not a video that Kerf knows."), _t("Choose another file."))
    case .noVideo: (_t("“{name}” has no picture, only sound or data."), _t("Choose a video."))
    case .isStillPicture: (_t("“{name}” is a still picture."), _t("Choose a video."))
    case .invalidData:
      (
        _t("“{name}” is damaged or incomplete."),
        _t("If it is still being recorded or downloaded, wait until that is done.")
      )
    case .unsupported:
      (
        _t("“{name}” is in a format that cannot be decoded here."),
        _t("Install the missing codec, or convert the video first.")
      )
    case .readFailed:
      (
        _t("“{name}” could not be read to its end."),
        _t("The disk may be failing or may have been taken out.")
      )
    case .outOfMemory:
      (_t("There is not enough memory for “{name}”."), _t("Close other programs and try again."))
    case .cancelled: (_t("Opening “{name}” was cancelled."), "")
    case .diskFull, .notWritable, .alreadyExists, .verificationFailed, .other:
      (_t("“{name}” could not be opened."), "")
    }
  }

  private static func savingTexts(_ reason: MediaError.Reason) -> (String, String) {
    switch reason {
    case .diskFull:
      (
        _t("There is no space left for “{name}”."),
        _t("Delete something, or save the clip to another disk.")
      )
    case .notWritable:
      (
        _t("“{name}” cannot be written to that folder."),
        _t("Choose another folder with Save As.")
      )
    case .alreadyExists:
      (_t("There already is a file called “{name}”."), _t("Choose another name."))
    case .verificationFailed:
      (
        _t("“{name}” did not come out as it should, so it was not kept."),
        _t("The original is untouched.")
      )
    case .readFailed, .notFound, .notReadable, .isFolder, .notRegularFile, .isEmpty, .notReachable,
      .notSeekable:
      (
        _t("“{name}” was not saved, because the original could not be read to its end."),
        _t("The disk may be failing or may have been taken out.")
      )
    case .unsupported:
      (_t("“{name}” cannot be saved in this format."), _t("Choose another format."))
    case .outOfMemory:
      (
        _t("There is not enough memory to save “{name}”."),
        _t("Close other programs and try again.")
      )
    case .cancelled: (_t("Saving “{name}” was cancelled. Nothing was written."), "")
    case .notMedia, .noVideo, .isStillPicture, .invalidData, .other:
      (_t("“{name}” could not be saved."), _t("The original is untouched."))
    }
  }
}
