// SPDX-License-Identifier: GPL-3.0-or-later

extension ExportPlan {
  /// Chooses the clip's container.
  ///
  /// - Parameters:
  ///   - clip: The source.
  ///   - codec: Of the clip's film, which may be another than the source's.
  ///   - format: What was asked for.
  /// - Returns: The container, and whether it is another one than the source's.
  /// - Throws: ``Refusal/formatCannotHold(_:codec:)``.
  static func chooseContainer(
    for clip: ClipInfo, codec: String, format: ExportFormat
  ) throws(Refusal) -> (ExportContainer, isChanged: Bool) {
    let source = ExportContainer(of: clip)
    let asked: ExportContainer? =
      switch format {
      case .same: nil
      case .mp4: .mp4
      case .mov: .mov
      case .mkv: .matroska
      case .webm: .webm
      }
    let isSameCodec = codec == clip.video.codec
    if let asked {
      guard asked.holdsFilm(ofCodec: codec) else { throw .formatCannotHold(asked, codec: codec) }
      return (asked, source != asked)
    }
    // The film and its sound decide; what else does not fit is listed.
    let sound = clip.streams.filter { stream in
      stream.kind == .audio && stream.codec != "unknown" && stream.codec != "none"
    }
    var candidates: [ExportContainer] = source.map { [$0] } ?? []
    if source == .mp4 || source == .threeGP { candidates.append(.mov) }
    for candidate in candidates where sound.allSatisfy(candidate.holds) {
      // What a container takes beside its own codecs, few players expect there.
      guard candidate.holdsFilm(ofCodec: codec), isSameCodec || candidate.isUsual(for: codec) else {
        continue
      }
      return (candidate, candidate != source)
    }
    return (.matroska, source != .matroska)
  }
}
