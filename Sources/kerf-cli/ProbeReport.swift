// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// What `kerf-cli probe` says of a file, for scripts and for people.
struct ProbeReport {
  let clip: ClipInfo
  let index: FrameIndex
  /// Frames that are in the file and not shown; nil where that cannot be told.
  let hiddenFrames: Int?

  /// The report as one JSON object.
  var json: JSONValue {
    [
      "file": .string(clip.path.displayString),
      "container": .string(clip.container),
      "bytes": .int(clip.bytes),
      "duration": .optional(clip.duration) { .number($0.seconds) },
      "start_time": .optional(clip.startTime) { .number($0.seconds) },
      "video_stream": .int(clip.videoStreamIndex),
      "audio_stream": .optional(clip.audioStreamIndex) { .int($0) },
      "streams": .array(clip.streams.map(json)),
      "chapters": .array(clip.chapters.map(json)),
      "tags": .object(clip.tags.map { (key: $0.key, value: .string($0.value)) }),
    ]
  }

  private func json(_ stream: StreamInfo) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("index", .int(stream.index)),
      ("type", .string(stream.kind.rawValue)),
      ("codec", .string(stream.codec)),
      ("tag", .string(stream.tag)),
      ("profile", .optional(stream.profile) { .string($0) }),
      ("language", .optional(stream.language) { .string($0) }),
      ("title", .optional(stream.title) { .string($0) }),
      ("default", .bool(stream.isDefault)),
      ("start_time", .optional(stream.startTime) { .number($0.seconds) }),
      ("duration", .optional(stream.duration) { .number($0.seconds) }),
      ("bit_rate", .optional(stream.bitRate) { .int($0) }),
    ]
    if let geometry = stream.geometry { members += json(geometry, of: stream) }
    if stream.index == clip.videoStreamIndex { members += filmMembers }
    if stream.kind == .audio {
      members.append(("sample_rate", .optional(stream.sampleRate) { .int($0) }))
      members.append(("channels", .optional(stream.channels) { .int($0) }))
    }
    return .object(members)
  }

  private func json(
    _ geometry: PictureGeometry, of stream: StreamInfo
  ) -> [(key: String, value: JSONValue)] {
    [
      ("width", .int(geometry.codedWidth)),
      ("height", .int(geometry.codedHeight)),
      ("display_width", .int(geometry.displaySize.width)),
      ("display_height", .int(geometry.displaySize.height)),
      ("rotation", .int(geometry.rotationDegrees)),
      ("mirrored", .bool(geometry.isMirrored)),
      (
        "sar",
        .string("\(geometry.pixelAspectNumerator):\(geometry.pixelAspectDenominator)")
      ),
      ("fps", .optional(stream.frameRate) { .number($0.framesPerSecond) }),
      ("pix_fmt", .optional(stream.pixelFormat) { .string($0) }),
      ("attached_picture", .bool(stream.isAttachedPicture)),
    ]
  }

  /// What only the list of frames can tell.
  private var filmMembers: [(key: String, value: JSONValue)] {
    [
      ("vfr", .bool(index.hasVariableFrameRate)),
      ("frames", .int(index.count)),
      ("hidden_frames", .optional(hiddenFrames) { .int($0) }),
      ("keyframes", .int(index.keyframes.count)),
      ("has_b_frames", .bool(index.hasReordering)),
      ("open_gop", .bool(index.hasOpenGOPs)),
      ("stored_pts", .bool(index.hasStoredPTS)),
      ("first_pts", .number(index.startTime.seconds)),
      ("end_pts", .number(index.endTime.seconds)),
    ]
  }

  private func json(_ chapter: Chapter) -> JSONValue {
    [
      "start": .number(chapter.start.seconds),
      "end": .number(chapter.end.seconds),
      "title": .optional(chapter.title) { .string($0) },
    ]
  }

  /// The report for people.
  var text: String {
    var lines = [
      "\(Terminal.escaped(clip.path)): \(clip.container), \(clip.bytes) bytes, "
        + "\(seconds(index.duration))"
    ]
    lines += clip.streams.map { "  \($0.index): \(line($0))" }
    lines += clip.chapters.map {
      "  chapter \(seconds($0.start)) – \(seconds($0.end)) \($0.title ?? "")"
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ stream: StreamInfo) -> String {
    var parts = ["\(stream.kind.rawValue) \(stream.codec)"]
    if let profile = stream.profile { parts.append(profile) }
    if let geometry = stream.geometry {
      parts.append("\(geometry.codedWidth)×\(geometry.codedHeight)")
      let display = geometry.displaySize
      if display.width != geometry.codedWidth || display.height != geometry.codedHeight {
        parts.append("shown \(display.width)×\(display.height)")
      }
      if geometry.rotationDegrees != 0 { parts.append("turned \(geometry.rotationDegrees)°") }
      if geometry.isMirrored { parts.append("mirrored") }
    }
    if stream.isAttachedPicture { parts.append("cover") }
    if let channels = stream.channels { parts.append("\(channels) channels") }
    if let rate = stream.sampleRate { parts.append("\(rate) Hz") }
    if let language = stream.language { parts.append(language) }
    if let title = stream.title { parts.append("“\(title)”") }
    if stream.index == clip.videoStreamIndex {
      parts.append("\(index.count) frames, \(index.keyframes.count) keyframes")
      if let rate = index.averageRate { parts.append("\(rounded(rate)) fps") }
      if index.hasVariableFrameRate { parts.append("variable rate") }
      if let hidden = hiddenFrames, hidden > 0 { parts.append("\(hidden) more frames hidden") }
      if index.hasOpenGOPs { parts.append("open GOPs") }
    }
    return parts.joined(separator: ", ")
  }

  private func seconds(_ time: MediaTime) -> String { Terminal.seconds(time.seconds) }

  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
