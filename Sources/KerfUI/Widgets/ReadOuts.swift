// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import TrimModel

/// In, out, length and number of frames of the range; the edges can be typed into.
final class ReadOuts {
  /// In and out.
  let edges: Widget
  /// Length and frames.
  let length: Widget

  private let inEntry: TimecodeEntry
  private let outEntry: TimecodeEntry
  private let lengthLabel: GObjectRef
  private let framesLabel: GObjectRef
  private var drawn: EditorState?

  init(send: @escaping (TrimIntent) -> Void) {
    let relay = Relay()
    inEntry = TimecodeEntry(
      name: _t("In"), resolve: { Self.resolve($0, in: relay.readOuts?.drawn, \.range.inPoint) },
      commit: { send(.setEdge(.inPoint, to: $0)) })
    outEntry = TimecodeEntry(
      name: _t("Out"), resolve: { Self.resolve($0, in: relay.readOuts?.drawn, \.lastKeptFrame) },
      commit: { send(.keepThrough($0)) })
    let lengthText = Make.label(classes: "numeric")
    let framesText = Make.label(classes: "numeric", "dim-label")
    lengthLabel = GObjectRef(sinking: lengthText.raw)
    framesLabel = GObjectRef(sinking: framesText.raw)
    edges = Make.box(
      GTK_ORIENTATION_HORIZONTAL, spacing: 6,
      [
        Make.label(_t("In"), classes: "dim-label"), inEntry.widget,
        Make.label(_t("Out"), classes: "dim-label"), outEntry.widget,
      ])
    length = Make.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6, [lengthText, framesText])
    gtk_widget_set_tooltip_text(lengthText, _t("Length of the clip"))
    // The row must not jump while the range changes.
    gtk_label_set_width_chars(lengthText.opaque, 9)
    gtk_label_set_xalign(lengthText.opaque, 1)
    gtk_label_set_width_chars(framesText.opaque, 12)
    gtk_label_set_xalign(framesText.opaque, 0)
    relay.readOuts = self
  }

  /// `3.500 s`, and from a minute on `1:02:03.500`.
  private static func lengthText(_ length: MediaTime) -> String {
    guard length.seconds < 60 else { return Timecode.string(length) }
    return fill(_t("{seconds} s"), ["seconds": Timecode.secondsString(length)])
  }

  /// What was typed, as a time of the clip; relative ones count from what the entry shows.
  private static func resolve(
    _ expression: TimeExpression, in state: EditorState?,
    _ reference: KeyPath<EditorState, MediaTime>
  ) -> MediaTime? {
    state.map { $0.time(of: expression, from: $0[keyPath: reference]) }
  }

  /// Lets the entries be made before the object that they ask.
  private final class Relay {
    weak var readOuts: ReadOuts?
  }

  func render(_ state: EditorState) {
    if let drawn, drawn.range == state.range, drawn.index.isComplete == state.index.isComplete,
      drawn.index.count == state.index.count
    {
      return
    }
    drawn = state
    inEntry.show(state.interfaceTime(of: state.range.inPoint))
    outEntry.show(state.interfaceTime(of: state.lastKeptFrame))
    gtk_label_set_text(
      lengthLabel.opaque,
      Self.lengthText(state.range.duration))
    let frames = state.rangeFrameCount.map {
      fill(_n("{count} frame", "{count} frames", $0), ["count": "\($0)"])
    }
    gtk_label_set_text(framesLabel.opaque, frames ?? "")
  }
}
