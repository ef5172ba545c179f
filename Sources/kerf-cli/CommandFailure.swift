// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// Why a command ends without doing its job: one line for people, one number for scripts.
struct CommandFailure: Error {
  let status: ExitStatus

  /// `REASON: FILE: what to do`, without the program's name.
  let line: String

  init(_ status: ExitStatus, _ line: String) {
    self.status = status
    self.line = line
  }

  /// The command line is not understood.
  static func usage(_ line: String) -> CommandFailure { CommandFailure(.wrongUsage, line) }

  /// The job cannot be done for a reason that is no media error.
  static func failed(_ reason: String, _ path: FilePath, _ advice: String) -> CommandFailure {
    CommandFailure(.failed, "\(reason): \(Terminal.escaped(path)): \(advice)")
  }

  /// The source cannot be read.
  static func reading(_ path: FilePath, _ error: MediaError) -> CommandFailure {
    let (reason, advice) = describe(error)
    return CommandFailure(.unreadable, "\(reason): \(Terminal.escaped(path)): \(advice)")
  }

  /// The job failed on a file that could be read, or on the way to its output.
  static func job(_ path: FilePath, _ error: MediaError) -> CommandFailure {
    let (reason, advice) = describe(error)
    return CommandFailure(.failed, "\(reason): \(Terminal.escaped(path)): \(advice)")
  }

  /// What is wrong and what to do about it.
  private static func describe(_ error: MediaError) -> (reason: String, advice: String) {
    switch error.reason {
    case .notFound: ("no such file", "check the name")
    case .notReadable: ("permission denied", "ask its owner for access")
    case .isFolder: ("this is a folder", "name a video file in it")
    case .notRegularFile: ("this is a pipe or device", "save the video to a file first")
    case .notReachable: ("not on this computer", "copy it here first")
    case .notSeekable: ("readable from start to end only", "copy it here first")
    case .isEmpty: ("the file is empty", "copy it again from where it came from")
    case .notMedia: ("not a video", "name a video file")
    case .noVideo: ("no picture in it, only sound or data", "name a video file")
    case .isStillPicture: ("a still picture", "name a video file")
    case .invalidData: ("damaged or incomplete", "copy it again from where it came from")
    case .unsupported: ("its format is not supported here", "install the codec or convert it")
    case .diskFull: ("the disk is full", "free some space and try again")
    case .notWritable: ("cannot write there", "name another folder")
    case .alreadyExists: ("the file exists already", "name another or give --overwrite")
    case .readFailed: ("reading failed", "check the disk and whether the file is still there")
    case .verificationFailed: ("the clip is not what was asked for", "try --method encode")
    case .outOfMemory: ("out of memory", "close other programs and try again")
    case .cancelled: ("cancelled", "start again when ready")
    case .other(let code):
      ("\(error.operation) failed (\(error.detail ?? String(code)))", "try another file")
    }
  }
}
