// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// What plans say, in English.
enum ExportSentences {
  static func describe(_ refusal: ExportPlan.Refusal) -> (reason: String, advice: String) {
    switch refusal {
    case .noFrameInRange: ("no frame in this range", "choose a longer one")
    case .stillReading: ("the file is still being read", "try again")
    case .encoderMissing(let codec):
      ("no encoder for \(codec) is installed", "install one, or use --method copy or hide")
    case .codecCannotBeJoined(let codec):
      ("\(codec) cannot be cut by encoding only the edges", "use --method encode or copy")
    case .containerCannotHide(let container):
      ("\(container.rawValue) cannot hide frames", "use --method copy or --format mp4")
    case .partsCannotBeJoined:
      ("these ranges cannot be joined without encoding", "leave --method out")
    case .formatCannotHold(let container, let codec):
      ("\(container.rawValue) cannot hold \(codec)", "use --format same or mkv")
    }
  }

  static func describe(_ reason: ExportPlan.Reason) -> String {
    switch reason {
    case .codecIsIntraOnly: "every frame stands alone, so any cut is exact"
    case .edgesAreAccessPoints: "a copy can begin and end just there"
    case .startsEarlierAtKeyframe: "starts earlier, at a keyframe"
    case .endsLaterForReordering: "ends later, after frames that the last ones need"
    case .hidesFramesByEditList: "frames outside the range stay in the file, hidden"
    case .showsHiddenFrames: "many players show them all the same: they decode AV1 with dav1d"
    case .sourceHidesFrames: "frames that the source hides stay hidden"
    case .encodesEdges: "a few frames at the edges are encoded, the others copied"
    case .noAccessPointInRange: "decoding cannot begin inside the range, so all of it is encoded"
    case .encodesEverything: "all frames are encoded"
    case .codecChanged: "no encoder for the film’s own codec is installed, so it gets another"
    case .encoderMissing: "no encoder is installed that would make this cut exact"
    case .smartCutFailed: "copying the middle did not give the frames asked for"
    case .encodingFailed: "encoding did not give the frames asked for"
    case .encodesOtherFilmsEdges:
      "films beside the first keep to the range too: a few of their frames are encoded"
    case .encodesSound:
      "sound is encoded anew, so that it stays with the picture behind each joint"
    case .encodesSoundEdges:
      "the first and last moments of the sound are encoded, so that it keeps to the range"
    case .encodesWholeSound:
      "sound is encoded anew, since its packets cannot begin and end with the range"
    case .recompressesSound:
      "sound is compressed anew without loss, so that it keeps to the range"
    case .keepsSoundPackets:
      "sound begins and ends between two of its packets, so up to one of them beside the range"
    case .containerChanged: "the source’s container cannot be written with these streams"
    }
  }

  static func describe(_ reason: DroppedStream.Reason) -> String {
    switch reason {
    case .containerCannotHold: "the container cannot hold it"
    case .isDamaged: "its description is damaged"
    case .cannotBeEncoded: "no encoder for it is installed, so it cannot be joined"
    case .hasNothingInRange: "nothing of it is in the range"
    case .isRedundant: "the clip has it in another form"
    }
  }
}
