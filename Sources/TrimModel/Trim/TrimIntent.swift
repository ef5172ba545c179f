// SPDX-License-Identifier: GPL-3.0-or-later

/// What a person, or a worker, wants to happen to the editor's state.
///
/// To add one: a case here, its rule in `EditorState+Intents.swift`, its cases in
/// `EditorStateTests`. Widgets send intents and nothing else.
public enum TrimIntent: Equatable, Sendable {
  /// More of the file was indexed, or all of it.
  case indexGrew(FrameIndex)

  /// A handle was pressed.
  case beginDrag(RangeEdge)
  /// The pressed handle is now at this time; it lands on the nearest frame boundary that is allowed.
  case dragEdge(to: MediaTime)
  /// The range as a whole was pressed, or the strip below its handles: what `moveRange` and
  /// `setRange` do until the end of the drag is one step of history.
  case beginRangeDrag
  /// What was pressed was released: one step of history, and the playhead goes to the in point.
  case endDrag
  /// The drag was given up: the range is what it was before.
  case cancelDrag

  /// Puts an edge at a time, as typed or read from the playhead. The other edge goes to the end of
  /// the clip when the time is behind it.
  case setEdge(RangeEdge, to: MediaTime)
  /// Puts the out point right behind the frame shown at a time, which is the last one kept then.
  case keepThrough(MediaTime)
  /// Moves an edge by whole frames.
  case nudge(RangeEdge, frames: Int)
  /// Moves the whole range so that it starts at a time; its length is kept.
  case moveRange(inPoint: MediaTime)
  /// Puts both edges at once, each on the nearest frame boundary that is allowed.
  case setRange(TrimRange)
  /// Moves an edge to the next (+1) or previous (−1) place where a cut there costs nothing.
  case moveEdgeToFreeCut(RangeEdge, direction: Int)
  /// Selects the whole clip as the only range.
  case selectAll

  /// Marks one more range from a time on: of that length where there is room. Inside a range,
  /// divides it there.
  case addRange(at: MediaTime, length: MediaTime)
  /// Selects the marked range at this position.
  case selectRange(Int)
  /// Selects the next (+1) or previous (−1) marked range.
  case selectNextRange(direction: Int)
  /// Takes the mark from the selected range; the only one becomes the whole clip.
  case removeRange
  /// Has what is marked be kept, or be removed.
  case setPurpose(RangeList.Purpose)
  /// Puts back what was marked when the clip was open before; no step of history.
  case restore(RangeList)
  /// More places were found where somebody may want to cut.
  case marksGrew(ClipMarks)

  /// Puts the playhead on the frame shown at a time.
  case seek(to: MediaTime)
  /// Moves the playhead by whole frames.
  case step(frames: Int)
  /// Moves the playhead to the next (+1) or previous (−1) keyframe.
  case stepKeyframe(direction: Int)
  /// Moves the playhead to the next (+1) or previous (−1) keyframe, edge, or place found in the film.
  case stepMark(direction: Int)
  /// Playback shows this frame now.
  case playbackReached(MediaTime)

  case setLooping(Bool)
  case setFollowing(Bool)
  case setLimits(RangeLimits)
  case undo
  case redo
}
