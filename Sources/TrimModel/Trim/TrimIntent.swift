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
  /// Selects the whole clip.
  case selectAll

  /// Puts the playhead on the frame shown at a time.
  case seek(to: MediaTime)
  /// Moves the playhead by whole frames.
  case step(frames: Int)
  /// Moves the playhead to the next (+1) or previous (−1) keyframe.
  case stepKeyframe(direction: Int)
  /// Playback shows this frame now.
  case playbackReached(MediaTime)

  case setLooping(Bool)
  case setFollowing(Bool)
  case setLimits(RangeLimits)
  case undo
  case redo
}
